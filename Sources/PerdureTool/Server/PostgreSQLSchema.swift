// SPDX-License-Identifier: Apache-2.0
// `perdure postgresql schema`: prints the definitions of a new store for an administrator. Nothing is connected to.

import Foundation
import Perdure
import PerdureInspection
import PerdureModelFormat

#if PostgreSQL
import PerdurePostgreSQLStores
#endif

enum PostgreSQLSchema {
    static let command = Command(
        group: "postgresql", action: "schema", summary: "print the definitions of a new store on a server",
        discussion: """
            Prints all statements that make a store of the model, as one transaction: tables, indexes, keys, functions and triggers, the
            store's own tables, and the rights of a role that uses it. It connects to nothing: an administrator runs the text once, and
            programs need no right to define anything. The store has a UUID of its own; two stores need two texts.
            With --from it prints the migration of a store of OLDMODEL instead. The text ends without a change where it meets a store with
            other names, with a history or with metadata of its own, and where rows do not fit.
            """,
        operands: [.init(name: "MODEL", help: "the model's file or folder; its current version is meant")],
        options: [
            .init(name: "schema", value: "NAME", help: "the namespace of the store (public)"),
            .init(name: "role", value: "ROLE", help: "grant ROLE what a program needs"),
            .init(
                name: "from", value: "OLDMODEL", help: "print the migration from this version; no --strict"),
            .init(
                name: "strict", value: nil,
                help: "let columns refuse what validation refuses: missing values and limits"),
            .init(
                name: "other-writers", value: nil,
                help: "make the triggers that notice what other programs write"),
            .init(name: "readable-dates", value: nil, help: "make a second column of each date, for people"),
        ],
        run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        #if PostgreSQL
        let file = try LoadedModel(arguments[operand: "MODEL"])
        try file.requireSound([file.current])
        let model = try NSManagedObjectModel(document: file.current)
        try model.freeze()
        var place = try ServerPlace("postgresql:///", arguments).place
        place.options.additions.noticesOthers = arguments.switches.contains("other-writers")
        place.options.additions.hasReadableDates = arguments.switches.contains("readable-dates")
        if let former = arguments.values["from"] {
            return try printMigration(from: former, to: model, place, arguments)
        }
        let script = try place.script(
            model, grantingTo: arguments.values["role"], isStrict: arguments.switches.contains("strict"))
        try Console.print(String(script.dropLast()))
        return .success
        #else
        throw StorePlaces.missingTrait
        #endif
    }

    #if PostgreSQL
    private static func printMigration(
        from former: String, to model: NSManagedObjectModel, _ place: ServerStorePlace, _ arguments: Arguments
    ) throws -> ExitCode {
        guard !arguments.switches.contains("strict") else {
            throw UsageError("'--strict' is for new stores", arguments.command.fullName)
        }
        let file = try LoadedModel(former)
        try file.requireSound([file.current])
        let old = try NSManagedObjectModel(document: file.current)
        try old.freeze()
        let difference = try ModelDifference(from: old, to: model)
        guard difference.refusals.isEmpty else {
            Console.hint(difference.text + "\n")
            return .refused
        }
        try Console.print(
            String(try place.script(from: old, to: model, grantingTo: arguments.values["role"]).dropLast()))
        return .success
    }
    #endif
}
