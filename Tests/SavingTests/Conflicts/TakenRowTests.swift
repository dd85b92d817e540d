// SPDX-License-Identifier: Apache-2.0
// What the notifications after a save say of a stored row with whose unique value a new object came: the row is updated, in the
// contexts that follow too.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Constraint conflicts: rows that were taken over") struct TakenRowTests {
    @Test(
        "SAV-86 CTX-46 the row is told as updated, and others get its values", arguments: Stack.Kind.allCases,
        [true, false])
    func updated(_ kind: Stack.Kind, _ isRegistered: Bool) throws {
        for policy in [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite] {
            let stack = try Stack(kind)
            let (writer, follower) = (stack.context(), stack.context())
            let stored = try writer.performAndWait {
                let stored = writer.insert("Department", ["name": "x", "code": "1"])
                try writer.save()
                return stored
            }
            let id = writer.performAndWait { stored.objectID }
            let seen = try follower.performAndWait {
                let seen = try follower.existingObject(with: id)
                #expect(seen.value(forKey: "code") as? String == "1")
                return seen
            }
            follower.automaticallyMergesChangesFromParent = true
            let saver = isRegistered ? writer : stack.context()
            saver.mergePolicy = policy
            try saver.performAndWait {
                let posted = PostedSave(saver)
                // Held, because a context lets clean objects go.
                let new = saver.insert("Department", ["name": "x", "code": "2"])
                let other = saver.insert("Department", ["name": "y", "code": "3"])
                try saver.save()
                #expect(posted.ids(NSUpdatedObjectIDsKey) == [id])
                #expect(posted.ids(NSInsertedObjectIDsKey) == [other.objectID])
                #expect(!saver.hasChanges && saver.registeredObject(for: id)?.managedObjectContext === saver)
                withExtendedLifetime(new) {}
            }
            follower.performAndWait { #expect(seen.value(forKey: "code") as? String == "2") }
            #expect(stored.entity.name == "Department")
        }
    }

    @Test(
        "SAV-83 SAV-84 SAV-141 a stored object that is known here shows what others have given it since",
        arguments: Stack.Kind.allCases)
    func newerRow(_ kind: Stack.Kind) throws {
        for policy in [NSMergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump] {
            let stack = try Stack(kind)
            let (mine, theirs, reader) = (stack.context(), stack.context(), stack.context())
            let stored = mine.insert("Department", ["name": "x", "code": "1"])
            try mine.save()
            try theirs.existingObject(with: stored.objectID).setValue("2", forKey: "code")
            try theirs.save()
            #expect(stored.value(forKey: "code") as? String == "1")
            mine.mergePolicy = policy
            let new = mine.insert("Department", ["name": "x"])
            try mine.save()
            #expect(new.managedObjectContext == nil)
            #expect(stored.value(forKey: "code") as? String == "2" && !stored.hasChanges && !mine.hasChanges)
            #expect(try reader.all("Department").map { $0.value(forKey: "code") as? String } == ["2"])
            withExtendedLifetime((theirs, reader)) {}
        }
    }
}
