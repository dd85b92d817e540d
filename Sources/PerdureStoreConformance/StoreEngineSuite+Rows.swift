// SPDX-License-Identifier: Apache-2.0
// Checks insertion, reading, update and deletion of rows. The values of each type are in
// StoreEngineSuite+Attributes.swift.

import PerdureStore
import Testing

extension StoreEngineSuite {
    static let rowChecks: [Check] = [
        Check("a new store is empty") { suite in
            let store = try suite.store()
            for layout in store.schema.entities {
                #expect(try store.rows(store.plan(layout.name)).isEmpty)
            }
        },
        Check("an inserted row comes back at version 1") { suite in
            let store = try suite.store()
            let key = try store.insert("Employee", ["name": .string("Ada"), "age": .integer(36)])
            let row = try #require(try store.row(key))
            #expect(row.key == key)
            #expect(row.version == 1)
            #expect(try store.value(key, "name") == .string("Ada"))
            #expect(try store.value(key, "salary") == .null)
        },
        Check("an update changes its slots, leaves the others, and raises the version") { suite in
            let store = try suite.store()
            let key = try store.insert("Employee", ["name": .string("Ada"), "age": .integer(36)])
            var changes = ChangeSet()
            changes.updates = [try store.update(key, ["age": .integer(37)], expecting: 1)]
            #expect(try store.commit(changes).isEmpty)
            #expect(try store.row(key)?.version == 2)
            #expect(try store.value(key, "age") == .integer(37))
            #expect(try store.value(key, "name") == .string("Ada"))
        },
        Check("an update without values moves the version") { suite in
            let store = try suite.store()
            let key = try store.insert("Employee", ["name": .string("Ada")])
            var changes = ChangeSet()
            changes.updates = [RowUpdate(key: key, expectedVersion: 1, changes: [])]
            try store.commit(changes)
            #expect(try store.row(key)?.version == 2)
        },
        Check("an update to null clears the slot") { suite in
            let store = try suite.store()
            let key = try store.insert("Employee", ["name": .string("Ada")])
            var changes = ChangeSet()
            changes.updates = [try store.update(key, ["name": .null], expecting: 1)]
            try store.commit(changes)
            #expect(try store.value(key, "name") == .null)
        },
        Check("an unchecked update reports the row that it made") { suite in
            let store = try suite.store()
            let key = try store.insert("Employee")
            var changes = ChangeSet()
            changes.updates = [try store.update(key, ["age": .integer(1)], expecting: nil)]
            let rows = try store.commit(changes)
            #expect(rows.map(\.key) == [key])
            #expect(rows.first?.version == 2)
        },
        Check("a deleted row is gone, and only it") { suite in
            let store = try suite.store()
            let gone = try store.insert("Employee", ["name": .string("Ada")])
            let kept = try store.insert("Employee", ["name": .string("Grace")])
            var changes = ChangeSet()
            changes.deletions = [RowDeletion(key: gone, expectedVersion: 1)]
            try store.commit(changes)
            #expect(try store.row(gone) == nil)
            #expect(try store.engine.rows(for: [gone, kept]).map(\.key) == [kept])
            #expect(try store.count(store.plan("Employee")) == 1)
        },
        Check("one commit inserts, updates and deletes") { suite in
            let store = try suite.store()
            let updated = try store.insert("Tag", ["name": .string("a")])
            let deleted = try store.insert("Tag", ["name": .string("b")])
            var changes = ChangeSet()
            changes.insertions = [try store.insertion("Tag", ["name": .string("c")])]
            changes.updates = [try store.update(updated, ["name": .string("A")], expecting: 1)]
            changes.deletions = [RowDeletion(key: deleted, expectedVersion: 1)]
            try store.commit(changes)
            #expect(try store.names("Tag", nil) == ["A", "c"])
        },
        Check("a thousand rows in one commit, with limit and offset") { suite in
            let store = try suite.store()
            var changes = ChangeSet()
            for number in 0..<1000 {
                changes.insertions.append(try store.insertion("Sample", ["x": .integer(Int64(number))]))
            }
            try store.commit(changes)
            var plan = try store.plan("Sample")
            #expect(try store.count(plan) == 1000)
            plan.sort = [SortTerm(["x"])]
            plan.limit = 3
            plan.offset = 500
            let slot = try store.slot("Sample", "x")
            #expect(try store.rows(plan).map { $0[slot] } == [.integer(500), .integer(501), .integer(502)])
            #expect(try store.count(plan) == 3, "FET-70")
            plan.offset = 999
            #expect(try store.keys(plan).count == 1)
            plan.limit = nil
            plan.offset = 1000
            #expect(try store.keys(plan).isEmpty)
        },
        Check("the rows of many keys") { suite in
            let store = try suite.store()
            var changes = ChangeSet()
            for _ in 0..<2500 { changes.insertions.append(try store.insertion("Tag")) }
            try store.commit(changes)
            let keys = changes.insertions.map(\.key)
            #expect(Set(try store.engine.rows(for: keys).map(\.key)) == Set(keys))
            #expect(try store.engine.rows(for: []).isEmpty)
        },
    ]
}
