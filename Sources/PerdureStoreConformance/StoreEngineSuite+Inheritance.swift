// SPDX-License-Identifier: Apache-2.0
// Hierarchies: one sequence of keys, slots that keep their number, fetches with and without
// subentities.

import PerdureStore
import Testing

extension StoreEngineSuite {
    static let inheritanceChecks: [Check] = [
        Check("a fetch of a super entity finds its subentities, with all their values") { suite in
            let store = try suite.store()
            let ada = try store.insert("Employee", ["name": .string("Ada"), "salary": .double(10)])
            let grace = try store.insert("Manager", ["name": .string("Grace"), "bonus": .double(5)])
            let rows = try store.rows(store.plan("Person"))
            #expect(Set(rows.map(\.key)) == [ada, grace])
            for row in rows {
                #expect(row.values.count == store.schema[row.key.entity].properties.count)
            }
            let manager = try #require(rows.first { $0.key == grace })
            #expect(store.schema[manager.key.entity].name == "Manager", "the row's key is concrete")
            #expect(manager[try store.slot("Manager", "bonus")] == .double(5))
        },
        Check("FET-30 without subentities only the entity itself is found") { suite in
            let store = try suite.store()
            let ada = try store.insert("Employee")
            try store.insert("Manager")
            var plan = try store.plan("Employee")
            #expect(try store.count(plan) == 2)
            plan.includesSubentities = false
            #expect(try store.keys(plan) == [ada])
            plan.entity = try store.layout("Person").number
            #expect(try store.count(plan) == 0)
        },
        Check("a subentity's fetch leaves out its siblings and parents") { suite in
            let store = try suite.store()
            try store.insert("Employee")
            let grace = try store.insert("Manager")
            #expect(try store.keys(store.plan("Manager")) == [grace])
        },
        Check("a key made for a super entity finds the object") { suite in
            let store = try suite.store()
            let grace = try store.insert("Manager", ["name": .string("Grace")])
            let vague = store.schema.key(entity: try store.layout("Person").number, number: grace.number)
            #expect(try store.row(vague)?.key.entity == grace.entity)
        },
        Check("a predicate on an inherited key works on a subentity") { suite in
            let store = try suite.store()
            try store.insert("Manager", ["name": .string("Grace"), "age": .integer(50)])
            try store.insert("Manager", ["name": .string("Ada"), "age": .integer(30)])
            #expect(try store.names("Manager", store.predicate("age > 40")) == ["Grace"])
        },
        Check("SD-94 a predicate on a super entity reads a subentity's keys behind CAST") { suite in
            let store = try suite.store()
            let grace = try store.insert("Manager", ["name": .string("Grace"), "bonus": .double(2)])
            try store.insert("Manager", ["name": .string("Ada"), "bonus": .double(1)])
            try store.insert("Employee", ["name": .string("Bob"), "boss": .reference(grace)])
            let formats = [
                "entity == 'Manager' AND CAST(SELF, 'Manager').bonus > 1": ["Grace"],
                "entity == 'Manager' AND CAST(SELF, 'Manager').desks.@count == 0": ["Ada", "Grace"],
                "boss.entity == 'Manager' AND CAST(boss, 'Manager').bonus == 2": ["Bob"],
                "CAST(SELF, 'Person').name == 'Bob'": ["Bob"],
            ]
            for (format, names) in formats {
                #expect(try store.names("Person", store.predicate(format)).sorted() == names, "\(format)")
            }
            for type in ["Tag", "Nobody"] {
                let plan = try store.plan("Person", store.predicate("CAST(SELF, '\(type)').name == 'x'"))
                #expect(throws: StoreError.self) { try store.engine.fetch(plan) }
            }
        },
    ]
}
