// SPDX-License-Identifier: Apache-2.0
// `perdure store migrate`: gives a store the next version of its model, or says what would be done. MigrationTask.swift does
// the work.

import Foundation
import Perdure
import PerdureInspection
import PerdureModelFormat
import PerdureStore

enum StoreMigrate {
    static let command = Command(
        group: "store", action: "migrate", summary: "give a store another version of its model",
        discussion: """
            Prints what is done with each entity and property, and what is lost, then migrates the store: in its file and in one
            transaction, or by a mapping model. With --to the store stays as it is, and its copy is migrated. With --dry-run nothing is
            written, and the statements for tables and rows are printed too, each with the number of rows that it touches, which costs a
            count of the table. The version that the store has is the one inside of it, or
            one in MODEL's folder. On a server the store is migrated in its namespace; --schemas migrates those of all namespaces of a
            pattern, one after the other, and goes on behind one that cannot be migrated. Exits with 5 when the store cannot be migrated, and says why; it is as before then.
            """,
        operands: [.store],
        options: [
            .init(
                name: "model", value: "MODEL",
                help: "the model's file or folder; its current version is meant",
                isRequired: true),
            .init(name: "to", value: "FILE", help: "migrate a copy, which must not exist yet"),
            .init(
                name: "backup", value: "FILE",
                help: "copy the store before, to a file that does not exist yet"),
            .init(name: "mapping", value: "MAPPING", help: "a .cdm or .xcmappingmodel to migrate by"),
            .init(name: "dry-run", value: nil, help: "only print what would be done"),
            .init(name: "progress", value: nil, help: "show how far it is, if standard error is a terminal"),
            .init(name: "force-progress", value: nil, help: "show how far it is, on lines of their own"),
            .schema, .tls,
            .init(
                name: "schemas", value: "PATTERN",
                help: "the stores of all namespaces of a server that a LIKE pattern fits: 'tenant\\_%'"),
        ],
        run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        if StorePlaces.isServer(arguments[operand: "STORE"]) {
            #if PostgreSQL
            return try ServerMigrations(arguments).run()
            #else
            throw StorePlaces.missingTrait
            #endif
        }
        let task = try MigrationTask(arguments)
        guard let difference = try task.difference() else {
            try Console.print("\(PlainText.safe(task.store)): has this version already")
            return .success
        }
        try Console.print(difference.text)
        let isDry = arguments.switches.contains("dry-run")
        if task.mapping == nil, !difference.refusals.isEmpty { return .refused }
        if isDry {
            try show(task.statements())
            return .success
        }
        do { try ProgressLine(arguments.switches).showing { try task.run() } } catch let error as NSError
            where error.domain == NSCocoaErrorDomain
        {
            Console.complain("\(task.store): \(reasons(error))")
            return .refused
        }
        try Console.print("\n\(PlainText.safe(task.target)): migrated")
        return .success
    }

    /// Prints what a dry run finds.
    static func show(_ statements: [PreviewedStatement]) throws {
        try Console.print(
            "\nstatements:\n" + statements.map { "  \(PlainText.safe(line($0)))" }.joined(separator: "\n"))
    }

    /// A statement with the number of its rows behind it.
    private static func line(_ statement: PreviewedStatement) -> String {
        guard let rows = statement.rows else { return statement.text }
        let mark = statement.text.contains(" -- ") ? ";" : " --"
        return "\(statement.text)\(mark) \(rows) row\(rows == 1 ? "" : "s")"
    }

    /// The error's text, and those of the errors below it.
    static func reasons(_ error: NSError) -> String {
        let texts = sequence(first: error) { $0.userInfo[NSUnderlyingErrorKey] as? NSError }.flatMap {
            [$0.localizedDescription, $0.localizedRecoverySuggestion].compactMap { $0 }
        }
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }.joined(separator: "\n")
    }
}
