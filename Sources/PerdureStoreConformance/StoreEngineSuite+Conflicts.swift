// SPDX-License-Identifier: Apache-2.0
// Optimistic locking: a version that does not match is a conflict, and then nothing is written.

import PerdureStore
import Testing

extension StoreEngineSuite {
    static let conflictChecks: [Check] = [
        Check("an update of a newer row conflicts and shows the row as it is") { suite in
            let (store, key) = try suite.changedTag()
            var changes = ChangeSet()
            changes.updates = [try store.update(key, ["name": .string("mine")], expecting: 1)]
            try store.expectVersionConflict(changes, on: key, currentVersion: 2)
            #expect(try store.value(key, "name") == .string("theirs"))
        },
        Check("a deletion of a newer row conflicts") { suite in
            let (store, key) = try suite.changedTag()
            var changes = ChangeSet()
            changes.deletions = [RowDeletion(key: key, expectedVersion: 1)]
            try store.expectVersionConflict(changes, on: key, currentVersion: 2)
            #expect(try store.row(key) != nil)
        },
        Check("an unchecked deletion does not conflict, not even when the row is gone") { suite in
            let (store, key) = try suite.changedTag()
            var changes = ChangeSet()
            changes.deletions = [RowDeletion(key: key, expectedVersion: nil)]
            try store.commit(changes)
            #expect(try store.row(key) == nil)
            try store.commit(changes)
        },
        Check("an update or a deletion of a row that is gone conflicts without a row") { suite in
            let store = try suite.store()
            let key = try store.insert("Tag")
            var changes = ChangeSet()
            changes.deletions = [RowDeletion(key: key, expectedVersion: 1)]
            try store.commit(changes)
            try store.expectVersionConflict(changes, on: key, currentVersion: nil)
            changes.deletions = []
            changes.updates = [try store.update(key, ["name": .string("x")], expecting: 1)]
            try store.expectVersionConflict(changes, on: key, currentVersion: nil)
        },
        Check("a check of a row that the save does not write") { suite in
            let (store, key) = try suite.changedTag()
            var changes = ChangeSet()
            changes.insertions = [try store.insertion("Tag", ["name": .string("new")])]
            changes.checks = [VersionCheck(key: key, expectedVersion: 1)]
            try store.expectVersionConflict(changes, on: key, currentVersion: 2)
            changes.checks = [VersionCheck(key: key, expectedVersion: 2)]
            try store.commit(changes)
            #expect(try store.row(key)?.version == 2, "a check does not move the version")
            #expect(try store.names("Tag", nil) == ["new", "theirs"])
        },
        Check("one conflict keeps everything else from being written") { suite in
            let (store, key) = try suite.changedTag()
            let other = try store.insert("Tag", ["name": .string("other")])
            let employee = try store.insert("Employee")
            var changes = ChangeSet()
            changes.insertions = [try store.insertion("Tag", ["name": .string("new")])]
            changes.updates = [
                try store.update(other, ["name": .string("changed")], expecting: 1),
                try store.update(key, ["name": .string("mine")], expecting: 1),
            ]
            changes.links = [try store.listedLink(employee, "tags", other)]
            try store.expectVersionConflict(changes, on: key, currentVersion: 2)
            #expect(try store.names("Tag", nil) == ["other", "theirs"])
            #expect(try store.row(other)?.version == 1)
            #expect(try store.members("tags", of: employee).isEmpty)
        },
        Check("all stale rows are reported at once") { suite in
            let store = try suite.store()
            let keys = try (0..<3).map { _ in try store.insert("Tag") }
            var changes = ChangeSet()
            changes.updates = keys.map { RowUpdate(key: $0, expectedVersion: 7, changes: []) }
            #expect(try store.conflicts(changes).count == 3)
        },
    ]

    /// A tag that another writer has changed since version 1.
    private func changedTag() throws -> (EngineUnderTest, ObjectKey) {
        let store = try store()
        let key = try store.insert("Tag", ["name": .string("first")])
        var changes = ChangeSet()
        changes.updates = [try store.update(key, ["name": .string("theirs")], expecting: 1)]
        try store.commit(changes)
        return (store, key)
    }
}

extension EngineUnderTest {
    fileprivate func expectVersionConflict(
        _ changes: ChangeSet, on key: ObjectKey, currentVersion: Int64?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let conflicts = try conflicts(changes, sourceLocation: sourceLocation)
        guard conflicts.count == 1, case .version(let found, let current)? = conflicts.first else {
            Issue.record("not one version conflict but \(conflicts)", sourceLocation: sourceLocation)
            return
        }
        #expect(found == key, sourceLocation: sourceLocation)
        #expect(current?.version == currentVersion, sourceLocation: sourceLocation)
    }
}
