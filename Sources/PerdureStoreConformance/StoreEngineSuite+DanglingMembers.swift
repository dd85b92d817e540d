// SPDX-License-Identifier: Apache-2.0
// Checks that deleted rows leave no unknown members: a MemberCheck names such members, and the store writes nothing.

import PerdureStore
import Testing

extension StoreEngineSuite {
    static let danglingMemberChecks: [Check] = [
        Check("PRG-39 a row that refers to a deleted one keeps the deletion from being written") { suite in
            let store = try suite.store()
            let department = try store.insert("Department")
            let ada = try store.insert("Employee", ["department": .reference(department)])
            let slot = try store.slot("Department", "members")
            var changes = ChangeSet()
            changes.deletions = [RowDeletion(key: department, expectedVersion: 1)]
            changes.check(slot, of: department)
            try store.expectDanglingMembers(changes, [ada])
            #expect(try store.row(department) != nil)
            // A row that loses the reference or is deleted too is no dangling member.
            changes.updates = [try store.update(ada, ["department": .null], expecting: 1)]
            try store.commit(changes)
            #expect(try store.row(department) == nil)
            #expect(try store.value(ada, "department") == .null)
        },
        Check("PRG-39 a new row that refers to a deleted one is named without a stored row") { suite in
            let store = try suite.store()
            let department = try store.insert("Department")
            var changes = ChangeSet()
            changes.insertions = [try store.insertion("Employee", ["department": .reference(department)])]
            changes.deletions = [RowDeletion(key: department, expectedVersion: 1)]
            changes.check(try store.slot("Department", "members"), of: department)
            try store.expectDanglingMembers(changes, [changes.insertions[0].key])
        },
        Check("PRG-39 members in pairs: settled ones and deleted ones may be left") { suite in
            let store = try suite.store()
            let employee = try store.insert("Employee")
            let tags = try (0..<3).map { _ in try store.insert("Tag") }
            var changes = ChangeSet()
            changes.links = try tags.map { try store.listedLink(employee, "tags", $0) }
            try store.commit(changes)
            changes = ChangeSet()
            changes.deletions = [employee, tags[0]].map { RowDeletion(key: $0, expectedVersion: nil) }
            changes.check(try store.slot("Employee", "tags"), of: employee, handled: [tags[1]])
            try store.expectDanglingMembers(changes, [tags[2]])
            #expect(try store.members("tags", of: employee).count == 3)
            changes.memberChecks = []
            changes.check(try store.slot("Employee", "tags"), of: employee, handled: [tags[1], tags[2]])
            try store.commit(changes)
            #expect(try store.row(employee) == nil)
        },
        Check("PRG-39 a check without a version asks only whether the row is there") { suite in
            let store = try suite.store()
            let key = try store.insert("Tag")
            var changes = ChangeSet()
            changes.checks = [VersionCheck(key: key, expectedVersion: nil)]
            try store.commit(changes)
            var deletion = ChangeSet()
            deletion.deletions = [RowDeletion(key: key, expectedVersion: nil)]
            try store.commit(deletion)
            let conflicts = try store.conflicts(changes)
            guard case .version(let missing, nil) = conflicts.first, missing == key else {
                Issue.record("the missing row is no conflict: \(conflicts)")
                return
            }
        },
    ]
}

extension EngineUnderTest {
    /// Writes changes that must conflict with exactly these members.
    fileprivate func expectDanglingMembers(
        _ changes: ChangeSet, _ members: Set<ObjectKey>, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let inserted = Set(changes.insertions.map(\.key))
        let found = try conflicts(changes).map { conflict -> ObjectKey? in
            guard case .danglingMember(let owner, _, let member, let current) = conflict else { return nil }
            #expect(changes.deletions.contains { $0.key == owner }, sourceLocation: sourceLocation)
            #expect((current == nil) == inserted.contains(member), sourceLocation: sourceLocation)
            return member
        }
        #expect(Set(found) == Set(members), sourceLocation: sourceLocation)
    }
}
