// SPDX-License-Identifier: Apache-2.0
// `perdure store export`: all objects as JSON lines or as tables, from which 'store import' makes an equal store. ExportRun.swift
// reads the pages.

import Foundation
import PerdureStore

enum StoreExport {
    static let command = Command(
        group: "store", action: "export", summary: "write the objects of a store as JSON lines or CSV",
        discussion: """
            Writes objects with what is stored of them, for 'store import' and for other programs: 'store create' makes an empty store for them. JSON lines have a first line that
            says which store it was, then an object per line: its objectID, its entity and its values. With --csv OUTPUT is a folder
            with a table for each entity; an empty cell is nil and "" an empty text, and a text that a spreadsheet would run as a
            formula has an apostrophe before it, which an import takes away. Binary values and transformed ones are base64, dates ISO 8601 with all their digits.
            References are 'Entity/p1'; of two inverse relationships one is written, and derived attributes are not. The store is not
            written. With --keep-going a value that cannot be read is reported and written as nil, and the exit code is 1.
            """,
        operands: [.store],
        options: [
            .output(
                "OUTPUT", "the file, or with --csv the folder; without it standard output", isRequired: false),
            .init(name: "csv", value: nil, help: "a table for each entity, in the folder OUTPUT"),
            .init(
                name: "entity", value: "NAME",
                help: "only objects of this entity and of its subentities; may be given several times",
                isRepeatable: true),
            .init(
                name: "dates", value: "FORM", help: "iso8601 (if nothing else is said) or seconds, since 2001"
            ),
            .keepGoing, .model, .copyLimit, .schema, .tls, .quiet,
        ], run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let isTable = arguments.switches.contains("csv")
        if isTable, arguments.values["output"] == nil {
            throw UsageError("'--csv' needs '--output' with a folder", arguments.command.fullName)
        }
        let datesAreSeconds = try datesAreSeconds(arguments)
        let store = try InspectedStore(arguments)
        let model = try store.requiredModel()
        let words = ExportedValue(schema: model.schema, datesAreSeconds: datesAreSeconds)
        let target: any ExportTarget =
            try isTable
            ? CSVFolder(arguments.values["output"] ?? "", words, store.uuid)
            : JSONLines(arguments.values["output"], words, store.uuid)
        let unreadable = UnreadableValues(arguments)
        let engine = try store.engine(model, unreadable.reading)
        defer { try? engine.close() }
        var run = ExportRun(
            engine, try entities(arguments, model.schema, store.path),
            total: store.counts.reduce(0) { $0 + $1.rows }, unreadable,
            isQuiet: arguments.switches.contains("quiet"))
        do {
            try run.write(to: target)
            try target.finish()
        } catch {
            target.abandon()
            throw error
        }
        if let output = arguments.values["output"] {
            arguments.tell("\(output): \(PlainText.count(run.count, "object", "objects")) of \(store.path)")
        }
        return unreadable.exitCode
    }

    private static func datesAreSeconds(_ arguments: Arguments) throws -> Bool {
        switch arguments.values["dates"] {
        case nil, "iso8601": return false
        case "seconds": return true
        case let form?:
            throw UsageError(
                "'--dates' must be iso8601 or seconds, not '\(form)'", arguments.command.fullName)
        }
    }

    private static func entities(_ arguments: Arguments, _ schema: Schema, _ place: String) throws
        -> [EntityLayout]
    {
        guard let names = arguments.lists["entity"] else { return schema.entities }
        let chosen = try names.map { name in
            guard let entity = schema.entity(named: name) else {
                throw UnknownName.entity(name, of: schema, in: place)
            }
            return entity
        }
        return schema.entities.filter { entity in chosen.contains { $0.contains(entity: entity.number) } }
    }
}
