// SPDX-License-Identifier: Apache-2.0
// `perdure store dump`: prints objects, a few hundred at a time. ObjectText.swift describes each object.

import Foundation
import PerdureBase
import PerdureInspection
import PerdurePredicates
import PerdureStore

enum StoreDump {
    static let command = Command(
        group: "store", action: "dump", summary: "print the objects of an entity",
        discussion: """
            Prints the objects of an entity and of its subentities, ordered by their keys, with all attributes and
            relationships. PREDICATE is a format string of NSPredicate, for example "title BEGINSWITH[c] 'b'". The store
            is not written.
            """,
        operands: [.store],
        options: [
            .init(name: "entity", value: "ENTITY", help: "the entity's name", isRequired: true),
            .init(name: "where", value: "PREDICATE", help: "only objects that match"),
            .init(name: "limit", value: "N", help: "at most so many objects"), .model, .copyLimit,
            .schema, .tls, .json,
        ],
        run: run)

    private static let pageSize = 200

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let limit = try arguments.count("limit")
        let predicate = try predicate(arguments)
        let store = try InspectedStore(arguments)
        let model = try store.requiredModel()
        var plan = FetchPlan(
            entity: try store.entity(named: arguments.values["entity"] ?? "", in: model).number)
        plan.predicate = predicate
        plan.limit = limit
        plan.sort = [SortTerm(["objectID"])]
        plan.shape = .keys
        let engine = try store.engine(model)
        defer { try? engine.close() }
        let text = ObjectText(engine: engine, storeUUID: store.uuid)
        try print(try keys(plan, engine), text, asJSON: arguments.wantsJSON)
        return .success
    }

    private static func predicate(_ arguments: Arguments) throws -> PredicateNode? {
        guard let format = arguments.values["where"] else { return nil }
        do {
            return try PredicateParser.parse(format)
        } catch let error as CoreDataException {
            throw UsageError("'--where': \(error.reason)", arguments.command.fullName)
        }
    }

    private static func keys(_ plan: FetchPlan, _ engine: any StoreEngine) throws -> [ObjectKey] {
        do {
            guard case .keys(let keys) = try engine.fetch(plan) else { return [] }
            return keys
        } catch StoreError.unsupported(let request) {
            throw ToolError("'--where': \(request.reason)", .usage)
        }
    }

    private static func print(_ keys: [ObjectKey], _ text: ObjectText, asJSON: Bool) throws {
        if asJSON { try Console.print(keys.isEmpty ? "[]" : "[") }
        for start in stride(from: 0, to: keys.count, by: pageSize) {
            let page = Array(keys[start..<min(start + pageSize, keys.count)])
            let rows = Dictionary(
                try text.engine.rows(for: page).map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
            for (offset, key) in page.enumerated() {
                guard let row = rows[key] else { continue }
                let comma = start + offset == keys.count - 1 ? "" : ","
                try Console.print(
                    asJSON ? "  " + (try text.json(row)).text(indent: "  ") + comma : try text.text(row))
            }
        }
        if asJSON, !keys.isEmpty { try Console.print("]") }
    }
}
