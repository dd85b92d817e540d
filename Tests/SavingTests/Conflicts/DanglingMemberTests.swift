// SPDX-License-Identifier: Apache-2.0
// Deleting an owner never leaves a row that refers to it, whoever wrote that row and whatever the merge policy says.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Members of others and deletions") struct DanglingMemberTests {
    private static let policies: [NSMergePolicy] = [
        .error, .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite, .rollback,
    ]

    private func save(_ context: NSManagedObjectContext) -> NSError? {
        do { try context.save() } catch { return error as NSError }
        return nil
    }

    @Test("PRG-39 a member that came after the owner's members were read", arguments: DanglingMemberCase.all)
    func newMember(_ test: DanglingMemberCase) throws {
        for policy in Self.policies {
            let stage = try DanglingMemberStage(test, policy)
            try stage.a.performAndWait {
                stage.a.delete(stage.owner)
                stage.a.processPendingChanges()
                try stage.otherAdds("new")
                try check(stage, policy, save(stage.a), "new")
            }
        }
    }

    @Test("PRG-39 a member that the context knows, and has changed itself", arguments: DanglingMemberCase.all)
    func knownMember(_ test: DanglingMemberCase) throws {
        for policy in Self.policies where policy != .error {
            let stage = try DanglingMemberStage(test, policy)
            try stage.a.performAndWait {
                let free = try #require(try stage.a.all("Member", "name == 'free'").first)
                free.setValue("free ", forKey: "name")
                stage.a.delete(stage.owner)
                try stage.otherAdds("free")
                try check(stage, policy, save(stage.a), "free")
            }
        }
    }

    @Test(
        "PRG-39 OBJ-160 a member whose deletion was taken back stays, though its owner goes",
        arguments: DanglingMemberCase.all.filter {
            $0.rule == .cascadeDeleteRule && !$0.memberHasKey && !$0.writer.isElsewhere
        })
    func revivedMember(_ test: DanglingMemberCase) throws {
        let stage = try DanglingMemberStage(test, .error)
        try stage.a.performAndWait {
            let old = try #require(try stage.a.all("Member", "name == 'old'").first)
            stage.a.delete(stage.owner)
            stage.a.processPendingChanges()
            #expect(old.isDeleted)
            stage.a.insert(old)
            #expect(save(stage.a) == nil && !stage.a.hasChanges && !old.isDeleted)
            let stored = try stage.stored()
            #expect(stored.owners == 0 && stored.members == ["free", "old"] && stored.dangling == 0)
        }
    }

    /// What must be true after A's save.
    private func check(
        _ stage: DanglingMemberStage, _ policy: NSMergePolicy, _ error: NSError?, _ name: String
    )
        throws
    {
        let place: Comment = "\(policy.mergeType)"
        let stored = try stage.stored()
        #expect(stored.dangling == 0, place)
        let isSilent = stage.test.writer.isSilent
        let wins = isSilent || policy == .mergeByPropertyObjectTrump || policy == .overwrite
        // Overwriting a member's row takes the other's owner out of it (SAV-52): no rule meets it any more.
        let isOverwritten = name == "free" && policy == .overwrite && stage.test.memberHasKey
        #expect(error == nil || !isOverwritten, place)
        if let error { return try checkFailure(stage, error, wins, stored.members, place) }
        #expect(!stage.a.hasChanges && policy != .error || isSilent, place)
        #expect(stored.owners == (wins ? 0 : 1), place)
        let isThere = stored.members.contains { $0.hasPrefix(name) }
        #expect(isThere == (isOverwritten || !(wins && stage.test.rule == .cascadeDeleteRule)), place)
        if !wins { return }
        #expect(isOverwritten || stage.test.rule != .denyDeleteRule, place)
        #expect(stage.owner.managedObjectContext == nil, place)
        #expect(
            stored.members.contains("old") == (hasOld(stage) && stage.test.rule == .nullifyDeleteRule), place)
        // What A shows is what is stored.
        let shown = try stage.a.all("Member", by: "name")
        #expect(shown.map { $0.value(forKey: "name") as? String } == stored.members, place)
        if ![.withoutInverse, .manyToMany, .orderedManyToMany].contains(stage.test.shape) {
            #expect(shown.allSatisfy { $0.value(forKey: "owner") == nil }, place)
        }
        let versions = try stage.stack.versionSum(of: "Member")
        #expect(save(stage.a) == nil, place)
        #expect(try stage.stack.versionSum(of: "Member") == versions, place)
    }

    private func hasOld(_ stage: DanglingMemberStage) -> Bool {
        stage.test.rule != .denyDeleteRule && stage.test.shape != .oneToOne
    }

    private func checkFailure(
        _ stage: DanglingMemberStage, _ error: NSError, _ wins: Bool, _ stored: [String], _ place: Comment
    ) throws {
        let isDenied = stage.test.rule == .denyDeleteRule && wins
        #expect(error.code == (isDenied ? 1600 : 133020), place)
        #expect(stored.count == (hasOld(stage) ? 3 : stored.contains("new") ? 2 : 1), place)
        #expect(stage.owner.isDeleted && stage.a.deletedObjects.contains(stage.owner), place)
        // Nothing that the save did besides is left: giving the deletion up leaves nothing to save.
        let members = stage.a.updatedObjects.union(stage.a.deletedObjects).filter {
            $0.entity.name == "Member"
        }
        #expect(members.allSatisfy { $0.value(forKey: "name") as? String != "new" }, place)
        stage.a.rollback()
        #expect(!stage.a.hasChanges && save(stage.a) == nil, place)
    }

    @Test(
        "PRG-39 an overwritten row does not lead to what others have deleted",
        arguments: DanglingMemberCase.all)
    func overwritten(_ test: DanglingMemberCase) throws {
        for policy in Self.policies where policy != .error && test.rule == .nullifyDeleteRule {
            let stage = try DanglingMemberStage(test, policy)
            try stage.otherAdds("free")
            try stage.a.performAndWait {
                let free = try #require(try stage.a.all("Member", "name == 'free'").first)
                stage.a.refresh(free, mergeChanges: true)
                _ = test.shape == .withoutInverse ? nil : free.value(forKey: "owner")
                free.setValue("free ", forKey: "name")
                let b = stage.stack.context()
                try b.performAndWait {
                    try b.all("Owner").forEach(b.delete)
                    try b.save()
                }
                #expect(save(stage.a) == nil)
                let stored = try stage.stored()
                #expect(stored.owners == 0 && stored.dangling == 0, "\(policy.mergeType)")
            }
        }
    }

    @Test(
        "PRG-39 hooks of a member that a save deletes by cascade, and nothing of it in undo",
        arguments: DanglingMemberCase.Writer.allCases.filter { $0.isElsewhere && !$0.isSilent })
    func hooks(_ writer: DanglingMemberCase.Writer) throws {
        let test = DanglingMemberCase(shape: .oneToMany, rule: .cascadeDeleteRule, writer: writer)
        let stage = try DanglingMemberStage(test, .mergeByPropertyObjectTrump)
        try stage.a.performAndWait {
            let posted = PostedSave(stage.a)
            stage.a.delete(stage.owner)
            try stage.otherAdds("new")
            try stage.a.save()
            #expect(posted.ids(NSDeletedObjectIDsKey)?.count == 3)
            #expect(try stage.a.all("Member").map { $0.value(forKey: "name") as? String } == ["free"])
        }
    }

    @Test("PRG-39 a child's deletion, met by the root's save", arguments: Stack.Kind.allCases)
    func nested(_ kind: Stack.Kind) throws {
        for rule in [NSDeleteRule.nullifyDeleteRule, .cascadeDeleteRule] {
            let test = DanglingMemberCase(
                shape: .oneToMany, rule: rule, writer: .leastHeard(of: kind))
            let stage = try DanglingMemberStage(test, .overwrite)
            let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            child.parent = stage.a
            try child.performAndWait {
                child.delete(try child.existingObject(with: stage.owner.objectID))
                try child.save()
            }
            try stage.otherAdds("new")
            try stage.a.performAndWait {
                try stage.a.save()
                let stored = try stage.stored()
                #expect(stored.owners == 0 && stored.dangling == 0)
                #expect(stored.members == (rule == .cascadeDeleteRule ? ["free"] : ["free", "new", "old"]))
            }
        }
    }
}
