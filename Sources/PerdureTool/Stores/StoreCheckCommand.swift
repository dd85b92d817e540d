// SPDX-License-Identifier: Apache-2.0
// `perdure store check`: looks for damage in a store (PerdureInspection/Checking).

import Foundation
import PerdureInspection
import PerdureStore

enum StoreCheckCommand {
    static let command = Command(
        group: "store", action: "check", summary: "look for damage in a store",
        discussion: """
            Checks the database's integrity, the metadata and the list of entities, that every row belongs to its entity,
            that relationships and join rows point at rows, ordering keys, primary keys, triggers, derived attributes and
            the model's default values, and reads every object. Prints one line per problem and exits with 1 when there is an error. The store is not written, but for
            --repair, which is for servers: it prints what it will do, makes missing and invalid indexes, foreign keys, functions and
            triggers, computes wrong derived values, lets sequences of keys go on behind the rows, and checks the result. No row is removed.
            Where 'store protect' has left checksums of a file's pages, all pages are compared with them.
            """,
        operands: [.store],
        options: [
            .model, .copyLimit, .schema, .tls, .json, .quiet,
            .init(
                name: "repair", value: nil,
                help: "make again what a store on a server has lost, where that is safe"),
        ],
        run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let protection = ProtectionReport(arguments[operand: "STORE"])
        do { return try check(arguments, protection) } catch {
            // What the checksums say is known even where the store cannot be opened.
            for problem in protection.problems() { Console.complain(problem.description) }
            throw error
        }
    }

    private static func check(_ arguments: Arguments, _ protection: ProtectionReport) throws -> ExitCode {
        let store = try InspectedStore(arguments)
        let model = try store.requiredModel()
        if arguments.switches.contains("repair") { try ServerRepair.run(store, model, arguments) }
        let total = Int64(store.counts.reduce(0) { $0 + $1.rows })
        let shown = ShownProgress("Reading objects", isQuiet: arguments.isQuiet)
        let checkup = try StoreCheckup(store, model) { shown.show(Int64($0), of: total) }
        shown.end()
        let problems = protection.problems(in: store.place) + checkup.problems
        if arguments.wantsJSON {
            try Console.print(document(problems, checkup.objects, store, protection).text)
        } else if !arguments.isQuiet {
            try report(problems, checkup.objects, store, protection)
        }
        return problems.contains { $0.severity == .error } ? .problems : .success
    }

    private static func document(
        _ problems: [StoreProblem], _ objects: Int, _ store: InspectedStore, _ protection: ProtectionReport
    ) -> JSONValue {
        .document([
            ("path", .string(store.path)), ("problems", .array(problems.map(json))),
            ("objectsRead", .integer(Int64(objects))), ("protection", protection.json),
        ])
    }

    private static func report(
        _ problems: [StoreProblem], _ objects: Int, _ store: InspectedStore, _ protection: ProtectionReport
    ) throws {
        for problem in problems { try Console.print(PlainText.safe(problem.description)) }
        if let line = protection.line { try Console.print(PlainText.safe(line)) }
        let entities = PlainText.count(store.counts.count, "entity", "entities")
        let verdict = problems.isEmpty ? "sound" : PlainText.count(problems.count, "problem", "problems")
        try Console.print(
            "\(PlainText.safe(store.path)): \(verdict), "
                + "\(PlainText.count(objects, "object", "objects")) of \(entities) read")
    }

    static func json(_ problem: StoreProblem) -> JSONValue {
        .object([
            ("severity", .string(problem.severity.rawValue)),
            ("object", problem.object.map { .string($0) } ?? .null),
            ("row", problem.row.map { .integer($0) } ?? .null), ("message", .string(problem.message)),
        ])
    }
}
