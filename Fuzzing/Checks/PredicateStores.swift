// SPDX-License-Identifier: Apache-2.0
// The same few rows in a SQLite store and in memory, for PredicateChecks.swift to ask predicates of. Their names are
// short, so that the fuzzer finds them.

import Foundation
import PerdurePredicates
import PerdureSQLite
import PerdureStore

/// Two stores with equal rows.
struct PredicateStores: @unchecked Sendable {
    // Sendable because nothing changes after it is filled.
    private let engines: [any StoreEngine]
    private let entity: Int32

    init() throws {
        let schema = try Schema(Self.definitions)
        let database = try SQLiteEngine.open(SQLiteOptions(path: "/dev/null"), schema: schema)
        engines = [InMemoryEngine(schema: schema), database]
        entity = schema.entity(named: "A")?.number ?? 1
        for engine in engines { try Self.fill(engine) }
    }

    /// Runs a predicate in both stores; what they refuse is an error, and what they take must end.
    func ask(_ node: PredicateNode, _ semantics: NullSemantics) {
        var plan = FetchPlan(entity: entity)
        plan.predicate = node
        plan.nullSemantics = semantics
        plan.shape = .keys
        for engine in engines { _ = try? engine.fetch(plan) }
        let evaluator = PredicateEvaluator(nullSemantics: semantics)
        _ = try? evaluator.evaluate(node, with: plainObject)
    }

    private let plainObject: [String: Any] = [
        "s": "é", "x": 3, "d": 1.5, "t": Date(timeIntervalSinceReferenceDate: 1),
        "many": [["x": 1], ["x": 2]],
        "one": ["s": "b"],
    ]

    private static let definitions = [
        EntityDefinition(
            "A",
            properties: [
                attribute("s", .string), attribute("x", .integer64), attribute("d", .double),
                attribute("t", .date), attribute("b", .boolean), attribute("e", .decimal),
                attribute("u", .uuid), attribute("l", .uri), attribute("y", .binary),
                PropertyDefinition("one", .relationship(RelationshipDefinition(to: "A", inverse: "many"))),
                PropertyDefinition(
                    "many", .relationship(RelationshipDefinition(to: "A", inverse: "one", isToMany: true))),
            ])
    ]

    private static func attribute(_ name: String, _ type: StoredAttributeType) -> PropertyDefinition {
        PropertyDefinition(name, .attribute(AttributeDefinition(type)))
    }

    /// One row of values and one of nothing, which is the first one's only member.
    private static func fill(_ engine: any StoreEngine) throws {
        guard let layout = engine.schema.entity(named: "A") else { return }
        let keys = try engine.reserveKeys(2, entity: layout.number).all.map {
            engine.schema.key(entity: layout.number, number: $0)
        }
        let values: [String: StoredValue] = [
            "s": .string("Crème"), "x": .integer(3), "d": .double(1.5), "b": .integer(1),
            "t": .date(1), "e": .decimal(DecimalBox(2)),
        ]
        var changes = ChangeSet()
        changes.insertions = keys.map { key in
            var slots = ContiguousArray(repeating: StoredValue.null, count: layout.properties.count)
            for (name, slot) in layout.slots where key == keys[0] { slots[slot] = values[name] ?? .null }
            if key == keys[1], let one = layout.slots["one"] { slots[one] = .reference(keys[0]) }
            return RowInsertion(key: key, values: slots)
        }
        _ = try engine.commit(changes)
    }
}
