// SPDX-License-Identifier: Apache-2.0
// `perdure store dump`: prints objects, page by page. DumpRun.swift does it; Forms/ has the forms.

import Foundation
import PerdureInspection
import PerdureStore

enum StoreDump {
    static let command = Command(
        group: "store", action: "dump", summary: "print the objects of an entity, or of all entities",
        discussion: """
            Prints objects in the order of their numbers, with all attributes and relationships: those of an entity and of its
            subentities, or all. PREDICATE is a format string of NSPredicate, for example "title BEGINSWITH[c] 'b'". The store
            is not written, and a program that writes it meanwhile does not matter: all is read in one state.
            Dates are ISO 8601, binary values base64, objects names such as Note/p3. In CSV an empty cell is NULL and "" an empty
            text; a text that a spreadsheet would run as a formula has an apostrophe before it, as in an export. With --to each entity gets a file of its own, and FOLDER must not exist yet. With --keep-going a value that cannot be
            read is reported and printed as NULL, and the exit code is 1.
            """,
        operands: [.store],
        options: [
            .init(name: "entity", value: "ENTITY", help: "only objects of the entity and its subentities"),
            .init(name: "where", value: "PREDICATE", help: "only objects that match; needs --entity"),
            .init(name: "limit", value: "N", help: "at most so many objects of each entity"),
            .json, .lines, .csv,
            .init(
                name: "to", value: "FOLDER",
                help: "write a file for each entity into a new folder; needs --csv or --json-lines"),
            .keepGoing, .quiet, .model, .copyLimit, .schema, .tls,
        ],
        run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let form = try FormName.chosen(arguments)
        let fail = { UsageError($0, arguments.command.fullName) }
        let (entity, folder) = (arguments.values["entity"], arguments.values["to"])
        if entity == nil, arguments.values["where"] != nil {
            throw fail("'--where' needs '--entity': a predicate is about one entity")
        }
        if folder != nil, form != .csv, form != .lines {
            throw fail("'--to' needs '--csv' or '--json-lines'")
        }
        if entity == nil, folder == nil, form == .csv {
            throw fail(
                "'--csv' of all entities needs '--to FOLDER', because each entity has columns of its own")
        }
        let predicate = try PredicateWord.parsed(arguments.values["where"], "'--where'", arguments)
        let limit = try arguments.count("limit")
        let store = try InspectedStore(arguments)
        let model = try store.requiredModel()
        var run = DumpRun(store, model, form, UnreadableValues(arguments))
        run.limit = limit
        let layout = try entity.map { try store.entity(named: $0, in: model) }
        if let layout, folder == nil {
            run.plan(layout, predicate, withSubentities: true)
        } else {
            let numbers = layout.map { $0.number...$0.lastDescendant }
            for layout in store.entities(of: model) where numbers?.contains(layout.number) ?? true {
                run.plan(layout, predicate, withSubentities: false)
            }
        }
        return try run.run(into: folder)
    }
}
