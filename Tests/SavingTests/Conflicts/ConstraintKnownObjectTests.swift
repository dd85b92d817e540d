// SPDX-License-Identifier: Apache-2.0
// Constraint conflicts of objects that the context knows already: what a changed object gives up where the
// store wins, and a fault whose row takes a new object's values. ConstraintRuleTests.swift has the other rules.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Constraint conflicts: known objects") struct ConstraintKnownObjectTests {
    @Test(
        "SAV-89 SAV-84 SAV-85 a changed object gives up the value that is taken, or all values by rolling back",
        arguments: Stack.Kind.allCases)
    func givenUp(_ kind: Stack.Kind) throws {
        let table: [(policy: NSMergePolicy, row: String)] = [
            (.mergeByPropertyStoreTrump, "y 3"), (.rollback, "y 2"),
        ]
        for (policy, row) in table {
            let stack = try Stack(kind)
            let context = stack.context(policy)
            try context.performAndWait {
                context.insert("Department", ["name": "x", "code": "1"])
                let second = context.insert("Department", ["name": "y", "code": "2"])
                try context.save()
                second.setValue("x", forKey: "name")
                second.setValue("3", forKey: "code")
                try context.save()
                #expect(ConflictModel.departmentText(second) == row && !context.hasChanges)
            }
            #expect(try departments(stack) == ["x 1", row], "\(policy.mergeType)")
        }
    }

    @Test(
        "SAV-83 SAV-85 SAV-86 a new object's values reach the row of a stored object that is a fault",
        arguments: Stack.Kind.allCases)
    func fault(_ kind: Stack.Kind) throws {
        for policy in [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite] {
            let stack = try Stack(kind)
            let context = stack.context(policy)
            try context.performAndWait {
                let stored = context.insert("Department", ["name": "x", "code": "1"])
                try context.save()
                context.refresh(stored, mergeChanges: false)
                let new = context.insert("Department", ["name": "x", "code": "2"])
                #expect(stored.isFault)
                try context.save()
                #expect(new.managedObjectContext == nil && stored.managedObjectContext === context)
                #expect(ConflictModel.departmentText(stored) == "x 2" && !context.hasChanges)
            }
            #expect(try departments(stack) == ["x 2"], "\(policy.mergeType)")
        }
    }
}
