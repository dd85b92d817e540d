// SPDX-License-Identifier: Apache-2.0
// Checks a commit in two steps: no reader sees a prepared change set before its commit, and a rollback leaves
// nothing behind.

import PerdureStore
import Testing

extension StoreEngineSuite {
    static let preparationChecks: [Check] = [
        Check("a prepared change set is seen once it is committed, not before") { suite in
            let store = try suite.store()
            let key = try store.insert("Tag", ["name": .string("a")])
            let commit = try store.prepared(store.renaming(key, "b"))
            #expect(try store.value(key, "name") == .string("a"))
            #expect(try commit.commit().isEmpty)
            #expect(try store.row(key)?.version == 2)
            #expect(try store.value(key, "name") == .string("b"))
            // A rollback after the commit does nothing.
            commit.rollback()
            #expect(try store.value(key, "name") == .string("b"))
        },
        Check("a change set that is rolled back leaves nothing, and the next may be written") { suite in
            let store = try suite.store()
            let key = try store.insert("Tag", ["name": .string("a")])
            try store.prepared(store.renaming(key, "b")).rollback()
            #expect(try store.row(key)?.version == 1)
            try store.commit(store.renaming(key, "c"))
            #expect(try store.value(key, "name") == .string("c"))
        },
        Check("a prepared change set that is dropped is rolled back") { suite in
            let store = try suite.store()
            let key = try store.insert("Tag", ["name": .string("a")])
            do { _ = try store.prepared(store.renaming(key, "b")) }
            try store.commit(store.renaming(key, "c"))
            #expect(try store.row(key)?.version == 2)
            #expect(try store.value(key, "name") == .string("c"))
        },
        Check("conflicts leave the store free for the next writer") { suite in
            let store = try suite.store()
            let key = try store.insert("Tag", ["name": .string("a")])
            try store.commit(store.renaming(key, "b"))
            guard case .conflicts(let conflicts) = try store.engine.prepare(store.renaming(key, "c")) else {
                Issue.record("version 1 was written over version 2")
                return
            }
            #expect(conflicts.count == 1)
            #expect(try store.engine.reserveKey(entity: key.entity) > key.number)
            try store.insert("Tag", ["name": .string("d")])
        },
    ]
}

extension EngineUnderTest {
    /// A change set with a new name for a tag at version 1.
    fileprivate func renaming(_ key: ObjectKey, _ name: String) throws -> ChangeSet {
        var changes = ChangeSet()
        changes.updates = [try update(key, ["name": .string(name)], expecting: 1)]
        return changes
    }

    fileprivate func prepared(_ changes: ChangeSet) throws -> any PreparedCommit {
        guard case .prepared(let commit) = try engine.prepare(changes) else { throw StoreError.closed }
        return commit
    }
}
