// SPDX-License-Identifier: Apache-2.0
// `perdure store check`: looks for damage in a store. SQLiteStoreChecker and ServerStoreChecker check the tables;
// ObjectReading.swift reads every object, as a program would.

import Foundation
import PerdureStore

enum StoreCheckCommand {
    static let command = Command(
        group: "store", action: "check", summary: "look for damage in a store",
        discussion: """
            Checks the database's integrity, the metadata and the list of entities, that every row belongs to its entity,
            that relationships and join rows point at rows, ordering keys, primary keys, triggers, derived attributes and
            the model's default values, and reads every object. Prints one line per problem and exits with 1 when there is an error. The store is not written.
            """,
        operands: [.store],
        options: [.model, .copyLimit, .schema, .tls, .json],
        run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let store = try InspectedStore(arguments)
        let model = try store.requiredModel()
        var problems = try store.place.problems(model.schema)
        problems += model.document.defaultProblems().map {
            StoreProblem(
                .error, object: [$0.entity, $0.property].compactMap(\.self).joined(separator: "."), $0.reason)
        }
        var reading = ObjectReading(counts: store.counts, isPrivate: store.place.isPrivate)
        do {
            let engine = try store.engine(model, examining: true)
            defer { try? engine.close() }
            reading.run(engine)
        } catch {
            problems.append(
                StoreProblem(.error, "the store cannot be opened: \(ErrorText.describe(error))"))
        }
        problems += reading.problems
        try report(problems, reading.objects, store, asJSON: arguments.wantsJSON)
        return problems.contains { $0.severity == .error } ? .problems : .success
    }

    private static func report(
        _ problems: [StoreProblem], _ objects: Int, _ store: InspectedStore, asJSON: Bool
    ) throws {
        if asJSON {
            try Console.print(
                JSONValue.object([
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
