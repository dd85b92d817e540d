// SPDX-License-Identifier: Apache-2.0
// What random predicates are asked of: a few objects with every kind of value at its edges, in SQLite and in memory.
// The predicates are made by PredicateGenerator.swift.

import Foundation
import Perdure
import PerdurePredicates
import PerdureStore

/// The same objects in an SQLite store, and row by row in the engine in memory.
package struct PredicateShop {
    package let stack: Stack
    package let sqlite: any StoreEngine
    package let memory: InMemoryEngine
    /// The keys of the objects by entity.
    package let keys: [String: [ObjectKey]]

    package init() throws {
        let model = Self.model()
        stack = try Stack(.sqlite, model)
        let context = stack.context()
        try context.performAndWait {
            Self.fill(context)
            try context.save()
        }
        guard let store = stack.store as? EngineStore else { throw StoreError.closed }
        sqlite = store.engine
        memory = InMemoryEngine(schema: sqlite.schema)
        keys = try Self.copy(sqlite, memory)
    }

    package var engines: [any StoreEngine] { [sqlite, memory] }

    package func plan(_ entity: String, _ predicate: PredicateNode, _ rules: NullSemantics) -> FetchPlan {
        var plan = FetchPlan(entity: sqlite.schema.entity(named: entity)?.number ?? 0)
        plan.predicate = predicate
        plan.nullSemantics = rules
        plan.shape = .keys
        return plan
    }

    private static func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Item", .attribute("spare"), .attribute("number", .integer64AttributeType),
                .attribute("small", .integer16AttributeType), .attribute("amount", .doubleAttributeType),
                .attribute("price", .decimalAttributeType), .attribute("flag", .booleanAttributeType),
                .attribute("date", .dateAttributeType), .attribute("day", .dateAttributeType),
                .attribute("name"), .attribute("note"), .attribute("mark", .UUIDAttributeType),
                .attribute("link", .URIAttributeType), .attribute("bytes", .binaryDataAttributeType),
                .toOne("owner", "Owner", inverse: "items"), .toOne("parent", "Item", inverse: "children"),
                .toMany("children", "Item", inverse: "parent"), .toMany("tags", "Tag", inverse: "items"),
                .toMany("friends", "Item", inverse: "friends"),
                .toMany("steps", "Tag", inverse: "usedBy", isOrdered: true)),
            EntitySketch("Offer", parent: "Item", .attribute("discount", .floatAttributeType)),
            EntitySketch(
                "Owner", .attribute("spare"), .attribute("name"), .attribute("age", .integer32AttributeType),
                .attribute("balance", .decimalAttributeType), .toOne("boss", "Owner", inverse: "staff"),
                .toMany("staff", "Owner", inverse: "boss"), .toMany("items", "Item", inverse: "owner")),
            EntitySketch(
                "Tag", .attribute("spare"), .attribute("name"), .attribute("weight", .doubleAttributeType),
                .toMany("items", "Item", inverse: "tags"), .toMany("usedBy", "Item", inverse: "steps")))
        return model
    }

    private static func fill(_ context: NSManagedObjectContext) {
        var random = SeededNumbers(seed: 7)
        func some<Value>(_ pool: [Value]) -> Value? {
            Int.random(in: 0..<5, using: &random) == 0 ? nil : pool.randomElement(using: &random)
        }
        let owners = (0..<4).map { _ in
            context.insert(
                "Owner",
                ["name": some(Pools.texts), "age": some([0, 1, 2, 30]), "balance": some(Pools.decimals)])
        }
        let tags = (0..<5).map { _ in
            context.insert("Tag", ["name": some(Pools.texts), "weight": some(Pools.doubles)])
        }
        owners[1].setValue(owners[0], forKey: "boss")
        owners[2].setValue(owners[1], forKey: "boss")
        var items: [NSManagedObject] = []
        for index in 0..<14 {
            let item = context.insert(index % 5 == 4 ? "Offer" : "Item", [:])
            if index % 5 == 4 { item.setValue(some([0.5, 0.25]), forKey: "discount") }
            let values: [String: Any?] = [
                "number": some(Pools.integers), "small": some([0, 1, 2, -3]), "amount": some(Pools.doubles),
                "price": some(Pools.decimals), "flag": some([true, false]), "date": some(Pools.dates),
                "day": some(Pools.dates), "name": some(Pools.texts), "note": some(Pools.texts),
                "mark": some(Pools.uuids), "link": some(Pools.urls), "bytes": some(Pools.data),
                "owner": some(owners), "parent": index % 3 == 0 ? nil : some(items),
            ]
            for (key, value) in values { item.setValue(value, forKey: key) }
            item.mutableSetValue(forKey: "tags").addObjects(from: [some(tags), some(tags)].compactMap { $0 })
            if let friend = some(items) { item.mutableSetValue(forKey: "friends").add(friend) }
            if let step = some(tags) { item.mutableOrderedSetValue(forKey: "steps").add(step) }
            items.append(item)
        }
    }

    /// Copies rows and pairs from engine to engine, under the same keys.
    package static func copy(_ source: any StoreEngine, _ target: any StoreEngine) throws -> [String:
        [ObjectKey]]
    {
        var changes = ChangeSet()
        var keys: [String: [ObjectKey]] = [:]
        for name in ["Item", "Owner", "Tag"] {
            let layout = source.schema.entity(named: name)
            guard let layout, case .rows(let rows) = try source.fetch(FetchPlan(entity: layout.number)) else {
                continue
            }
            keys[name] = rows.map(\.key).sorted { $0.number < $1.number }
            for row in rows {
                changes.insertions.append(RowInsertion(key: row.key, values: row.values))
                for property in source.schema[row.key.entity].properties {
                    guard let relationship = property.relationship, relationship.isManyToMany,
                        relationship.listsLinks
                    else { continue }
                    for member in try source.members(of: property.slot, for: row.key)
                    where property.name != "friends" || member.number >= row.key.number {
                        changes.links.append(
                            LinkChange(owner: row.key, slot: property.slot, member: member, isInsertion: true)
                        )
                    }
                }
            }
        }
        guard case .committed = try target.commit(changes) else { throw StoreError.closed }
        return keys
    }
}

extension StoreEngine {
    /// How many objects a plan finds.
    package func count(_ plan: FetchPlan) throws -> Int {
        guard case .keys(let keys) = try fetch(plan) else { return -1 }
        return keys.count
    }
}
