// SPDX-License-Identifier: Apache-2.0
// Every cell of the table of constraint conflicts, with the other in the same coordinator, at another one, and in
// another process, in memory, in files and on a server; the stored object is one that A knows, and one that it does not.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Constraint conflicts: table") struct ConstraintConflictTests {
    @Test(
        "UT-1 UT-2 UT-3 UT-4 UT-5 UT-6 SAV-83 SAV-84 SAV-85 SAV-89 SAV-150 SAV-151 the table",
        arguments: ConstraintRow.table, Other.allCases)
    func table(_ row: ConstraintRow, _ other: Other) throws {
        for (policy, cell) in row.outcomes {
            for isKnown in [false, true] {
                let stage = try ConstraintStage(other, policy, isKnown: isKnown)
                try stage.a.performAndWait {
                    try stage.aDoes(row.deed)
                    let error = stage.save()
                    if cell == ConstraintRow.failure {
                        try expectFailure(row, stage, error)
                    } else {
                        try expectSuccess(row, stage, cell, error, "\(policy.mergeType) \(isKnown)")
                    }
                }
            }
        }
    }

    private func expectSuccess(
        _ row: ConstraintRow, _ stage: ConstraintStage, _ cell: String, _ error: NSError?, _ place: Comment
    ) throws {
        #expect(error == nil, place)
        #expect(try stage.stored() == cell, place)
        #expect(try stage.shown() == cell, place)
        #expect(!stage.a.hasChanges, place)
        // SAV-150: whoever belonged to D1 belongs to what has taken its place.
        #expect(try stage.employer() == (row.id == "UT-4" ? "z" : "x"), place)
        let ids = try stage.ids()
        let survivor = row.id == "UT-4" ? "z" : "x"
        let isDisplaced = row.id == "UT-6" && cell == "x 2"
        #expect(ids[survivor] == [isDisplaced ? stage.d2 : stage.d1], place)
        if !isDisplaced { #expect(ids["y"] == [stage.d2], place) }
        // SAV-151: one object for each row.
        for name in ["w", "x", "y", "z"] {
            #expect(try stage.a.all("Department", "name == '\(name)'").count <= 1, place)
        }
        let posts = PostCount(.NSManagedObjectContextDidSave, of: stage.a)
        #expect(stage.save() == nil && posts.value == 0, place)
    }

    /// SAV-82: 133021 with one conflict; nothing is written, and A's objects are as they were.
    private func expectFailure(_ row: ConstraintRow, _ stage: ConstraintStage, _ error: NSError?) throws {
        #expect(error?.domain == NSCocoaErrorDomain && error?.code == 133021)
        let list = try #require(error?.userInfo["conflictList"] as? [NSConstraintConflict])
        try #require(list.count == 1)
        let isStored = row.id != "UT-3"
        #expect(list[0].databaseObject?.objectID == (isStored ? stage.d1 : nil))
        #expect(list[0].constraint == ["name"])
        #expect(list[0].constraintValues as? [String: String] == ["name": isStored ? "x" : "w"])
        let renamed = row.id == "UT-6" ? [try stage.a.existingObject(with: stage.d2)] : []
        #expect(Set(list[0].conflictingObjects) == Set(stage.new + renamed))
        #expect(try stage.stored() == "x 1, y 2")
        #expect(stage.a.insertedObjects == Set(stage.new) && stage.a.updatedObjects == Set(renamed))
        #expect(stage.save()?.code == 133021)
    }
}
