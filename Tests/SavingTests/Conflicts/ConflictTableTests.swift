// SPDX-License-Identifier: Apache-2.0
// Every cell of the conflict tables, with the other in the same coordinator, at another one, and in another process,
// in memory, in files and on a server.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Conflict tables") struct ConflictTableTests {
    @Test(
        "CT-1 CT-2 CT-3 CT-4 CT-5 CT-6 CT-7 CT-8 CT-9 CT-10 CT-11 CT-12 CT-13 CT-14 CT-15 SAV-40…45 SAV-52 SAV-59 SAV-140…144 the table",
        arguments: ConflictRow.table, Other.allCases)
    func table(_ row: ConflictRow, _ other: Other) throws {
        for outcome in row.outcomes { try play(row, other, outcome.policy, outcome.cell) }
    }

    @Test("SAV-55 members of to-many relationships", arguments: ConflictRow.members, Other.allCases)
    func members(_ row: ConflictRow, _ other: Other) throws {
        for outcome in row.outcomes { try play(row, other, outcome.policy, outcome.cell) }
    }

    /// One cell: the other saves, then A.
    private func play(_ row: ConflictRow, _ other: Other, _ policy: NSMergePolicy, _ cell: String) throws {
        let stage = try ConflictStage(other, policy)
        try stage.a.performAndWait {
            try stage.aDoes(row.mine)
            try stage.otherDoes(row.theirs)
            try stage.aDoes(row.later)
            let error = stage.save()
            if cell == ConflictRow.failure {
                try expectFailure(row, stage, error)
            } else {
                try expectSuccess(row, stage, cell, error, "\(policy.mergeType)")
            }
        }
    }

    /// SAV-141: A's object shows what is stored, A is clean, and another save writes nothing.
    private func expectSuccess(
        _ row: ConflictRow, _ stage: ConflictStage, _ cell: String, _ error: NSError?, _ policy: Comment
    ) throws {
        #expect(error == nil, policy)
        #expect(try stage.stored() == cell, policy)
        #expect(stage.shown == row.shows ?? cell, policy)
        #expect(!stage.a.hasChanges && !stage.row.hasChanges, policy)
        if row.mine == "t=5" { #expect(stage.row.value(forKey: "t") as? Int == 5, policy) }
        let writes = try stage.writes()
        let count = PostCount(.NSManagedObjectContextDidSave, of: stage.a)
        #expect(stage.save() == nil, policy)
        #expect(try stage.writes() == writes && count.value == 0, policy)
    }

    /// SAV-142: A's object shows what A did, A is dirty, and the store has what the other did.
    private func expectFailure(_ row: ConflictRow, _ stage: ConflictStage, _ error: NSError?) throws {
        #expect(error?.domain == NSCocoaErrorDomain && error?.code == 133020)
        #expect(try stage.stored() == row.storedByOther)
        #expect(stage.shown == row.local)
        if !row.theirs.contains(":") { try expectConflict(row, stage, error) }
        #expect(stage.a.hasChanges == (row.mine != "check"))
        // A second attempt meets the same conflict: nothing was lost.
        #expect(stage.save()?.code == 133020)
    }

    /// SAV-40 to SAV-45, SAV-143, SAV-144: what the conflict says.
    private func expectConflict(_ row: ConflictRow, _ stage: ConflictStage, _ error: NSError?) throws {
        let list = try #require(error?.userInfo["conflictList"] as? [NSMergeConflict])
        try #require(list.count == 1)
        let conflict = list[0]
        #expect(conflict.sourceObject === stage.row)
        #expect(error?.localizedDescription == "Could not merge changes.")
        #expect(conflict.oldVersionNumber == 1)
        #expect(conflict.newVersionNumber == (row.theirs == "delete" ? 0 : 2))
        let local = row.mine == "delete" ? "" : row.local
        #expect(stage.text(conflict.objectSnapshot) == local)
        #expect(conflict.objectSnapshot?.keys.sorted() == ["a", "b", "r", "x"])
        let theirs = row.theirs == "delete" ? nil : row.theirs
        #expect(stage.text(conflict.cachedSnapshot) == (stage.other.sharesCache ? theirs : ""))
        #expect(stage.text(conflict.persistedSnapshot) == (stage.other.sharesCache ? nil : theirs))
        #expect(error?.userInfo[NSUpdatedObjectsKey] as? [NSManagedObjectID] == [stage.row.objectID])
        #expect(error?.userInfo[NSInsertedObjectsKey] as? [NSManagedObjectID] == [])
    }
}

/// Counts notifications of a context, for as long as it lives.
final class PostCount {
    private final class Total: @unchecked Sendable {
        // Posted on the test's own thread only.
        var value = 0
    }

    private let total = Total()
    private let token: any NSObjectProtocol
    var value: Int { total.value }

    init(_ name: Notification.Name, of context: NSManagedObjectContext) {
        let total = total
        token = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in
            total.value += 1
        }
    }

    deinit { NotificationCenter.default.removeObserver(token) }
}
