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
        let store = try InspectedStore(arguments)
        let model = try store.requiredModel()
        if arguments.switches.contains("repair") { try ServerRepair.run(store, model, arguments) }
        let total = Int64(store.counts.reduce(0) { $0 + $1.rows })
        let shown = ShownProgress("Reading objects", isQuiet: arguments.isQuiet)
        let checkup = try StoreCheckup(store, model) { shown.show(Int64($0), of: total) }
        shown.end()
        if !arguments.isQuiet || arguments.wantsJSON {
            try report(checkup, store, asJSON: arguments.wantsJSON)
        }
        return checkup.hasErrors ? .problems : .success
    }

    private static func report(
        _ checkup: StoreCheckup, _ store: InspectedStore, asJSON: Bool
    ) throws {
        let (problems, objects) = (checkup.problems, checkup.objects)
        if asJSON {
            try Console.print(
                JSONValue.document([
                    ("path", .string(store.path)), ("problems", .array(problems.map(json))),
                    ("objectsRead", .integer(Int64(objects))),
                ]).text)
            return
        }
        for problem in problems { try Console.print(PlainText.safe(problem.description)) }
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
