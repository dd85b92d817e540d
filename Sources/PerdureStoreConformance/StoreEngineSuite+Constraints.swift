// SPDX-License-Identifier: Apache-2.0
// Uniqueness constraints (MOD-70 to MOD-76).

import PerdureStore
import Testing

extension StoreEngineSuite {
    static let constraintChecks: [Check] = [
        Check("MOD-75 a second row with the same value conflicts and names the first") { suite in
            let store = try suite.store()
            let first = try store.insert("Account", ["email": .string("a@b.c")])
            var changes = ChangeSet()
            changes.insertions = [try store.insertion("Account", ["email": .string("a@b.c")])]
            let key = changes.insertions[0].key
            try store.expectConstraintConflict(changes, ["email"], by: key, existing: first)
            #expect(try store.count(store.plan("Account")) == 1)
        },
        Check("an update to a value that is taken conflicts") { suite in
            let store = try suite.store()
            let first = try store.insert("Account", ["email": .string("a@b.c")])
            let second = try store.insert("Account", ["email": .string("d@e.f")])
            var changes = ChangeSet()
            changes.updates = [try store.update(second, ["email": .string("a@b.c")], expecting: 1)]
            try store.expectConstraintConflict(changes, ["email"], by: second, existing: first)
            #expect(try store.value(second, "email") == .string("d@e.f"))
        },
        Check("two new rows with the same value conflict with each other") { suite in
            let store = try suite.store()
            var changes = ChangeSet()
            changes.insertions = [
                try store.insertion("Account", ["email": .string("a@b.c")]),
                try store.insertion("Account", ["email": .string("a@b.c")]),
            ]
            let conflicts = try store.conflicts(changes)
            #expect(!conflicts.isEmpty)
            #expect(try store.count(store.plan("Account")) == 0)
        },
        Check("a constraint of two attributes counts both") { suite in
            let store = try suite.store()
            let first = try store.insert("Account", ["name": .string("ada"), "domain": .string("x")])
            try store.insert("Account", ["name": .string("ada"), "domain": .string("y")])
            var changes = ChangeSet()
            changes.insertions = [
                try store.insertion("Account", ["name": .string("ada"), "domain": .string("x")])
            ]
            let key = changes.insertions[0].key
            try store.expectConstraintConflict(changes, ["name", "domain"], by: key, existing: first)
        },
        Check("MOD-73 rows with a null in the constraint never conflict") { suite in
            let store = try suite.store()
            try store.insert("Account", ["name": .string("ada")])
            try store.insert("Account", ["name": .string("ada")])
            #expect(try store.count(store.plan("Account")) == 2)
        },
        Check("MOD-71 a subentity obeys its own constraint and the inherited one") { suite in
            let store = try suite.store()
            let first = try store.insert("Account", ["email": .string("a@b.c")])
            let second = try store.insert("Subaccount", ["code": .integer(7)])
            var changes = ChangeSet()
            changes.insertions = [try store.insertion("Subaccount", ["email": .string("a@b.c")])]
            try store.expectConstraintConflict(
                changes, ["email"], by: changes.insertions[0].key, existing: first)
            changes.insertions = [try store.insertion("Subaccount", ["code": .integer(7)])]
            try store.expectConstraintConflict(
                changes, ["code"], by: changes.insertions[0].key, existing: second)
        },
        Check("a value is free again when its row is deleted or changed in the same commit") { suite in
            let store = try suite.store()
            let first = try store.insert("Account", ["email": .string("a@b.c")])
            let second = try store.insert("Account", ["email": .string("d@e.f")])
            var changes = ChangeSet()
            changes.deletions = [RowDeletion(key: first, expectedVersion: 1)]
            changes.updates = [try store.update(second, ["email": .string("g@h.i")], expecting: 1)]
            changes.insertions = [try store.insertion("Account", ["email": .string("a@b.c")])]
            try store.commit(changes)
            #expect(try store.count(store.plan("Account")) == 2)
            changes = ChangeSet()
            changes.insertions = [try store.insertion("Account", ["email": .string("d@e.f")])]
            try store.commit(changes)
        },
        Check("a row may be written with the value that it has") { suite in
            let store = try suite.store()
            let first = try store.insert("Account", ["email": .string("a@b.c")])
            var changes = ChangeSet()
            changes.updates = [
                try store.update(first, ["email": .string("a@b.c"), "name": .string("n")], expecting: 1)
            ]
            try store.commit(changes)
            #expect(try store.row(first)?.version == 2)
        },
    ]
}

extension EngineUnderTest {
    fileprivate func expectConstraintConflict(
        _ changes: ChangeSet, _ attributes: [String], by key: ObjectKey, existing: ObjectKey,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let conflicts = try conflicts(changes, sourceLocation: sourceLocation)
        guard conflicts.count == 1,
            case .constraint(_, let found, let offender, let holder)? = conflicts.first
        else {
            Issue.record("not one constraint conflict but \(conflicts)", sourceLocation: sourceLocation)
            return
        }
        #expect(found == attributes, sourceLocation: sourceLocation)
        #expect(offender == key, sourceLocation: sourceLocation)
        #expect(holder?.key == existing, sourceLocation: sourceLocation)
    }
}
