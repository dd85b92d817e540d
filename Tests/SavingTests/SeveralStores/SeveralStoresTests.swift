// SPDX-License-Identifier: Apache-2.0
// One save in two files: all is written in both before it is committed in one.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Several stores: all or none") struct SeveralStoresTests {
    @Test("SAV-110 objects of two stores are saved together")
    func both() throws {
        let files = try TwoFiles()
        let context = files.context()
        try context.performAndWait {
            let (a, b) = try files.fill(context)
            #expect(a.objectID.persistentStore === files.a && b.objectID.persistentStore === files.b)
            a.setValue("a2", forKey: "name")
            context.delete(b)
            try context.save()
        }
        #expect(try files.names("A") == ["a2"])
        #expect(try files.names("B") == [])
    }

    @Test("SAV-112 a store that cannot be written leaves the others unwritten", arguments: ["A", "B"])
    func locked(_ entity: String) throws {
        let files = try TwoFiles()
        let context = files.context()
        try context.performAndWait {
            let (a, b) = try files.fill(context)
            let other = try files.raw(entity, isReadOnly: false)
            try other.rows("BEGIN IMMEDIATE")
            a.setValue("a2", forKey: "name")
            b.setValue("b2", forKey: "name")
            let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
            #expect(error?.code == 134090)
            #expect(error?.localizedDescription.contains("\(entity).sqlite") == true)
            #expect(try files.names("A") == ["a"] && files.names("B") == ["b"])
            #expect(context.updatedObjects == [a, b])
            #expect(a.committedValues(forKeys: ["name"])["name"] as? String == "a")
            try other.rows("ROLLBACK")
            try context.save()
        }
        #expect(try files.names("A") == ["a2"])
        #expect(try files.names("B") == ["b2"])
    }

    @Test("SAV-43 conflicts of all stores are reported at once, and nothing is written")
    func conflicts() throws {
        let files = try TwoFiles()
        let (mine, theirs) = (files.context(), files.context())
        try mine.performAndWait {
            let (a, b) = try files.fill(mine)
            let third = mine.insert("A", ["name": "free"])
            try mine.save()
            try change(files, theirs)
            for object in [a, b, third] { object.setValue("mine", forKey: "name") }
            let error = #expect(throws: (any Error).self) { try mine.save() } as NSError?
            let list = error?.userInfo["conflictList"] as? [NSMergeConflict] ?? []
            #expect(error?.code == 133020)
            #expect(Set(list.map(\.sourceObject)) == [a, b])
            #expect(try files.names("A") == ["theirs", "free"] && files.names("B") == ["theirs"])
        }
    }

    @Test("SAV-112 a merge policy decides while nothing is written and nothing is locked")
    func policy() throws {
        final class Looking: NSMergePolicy, @unchecked Sendable {
            // Sendable because one test uses it on one queue.
            var look: () throws -> Void = {}
            override func resolve(mergeConflicts list: [Any]) throws {
                try look()
                try super.resolve(mergeConflicts: list)
            }
        }
        let files = try TwoFiles()
        let policy = Looking(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        let (mine, theirs) = (files.context(policy), files.context())
        try mine.performAndWait {
            let (a, b) = try files.fill(mine)
            try change(files, theirs)
            for object in [a, b] { object.setValue("mine", forKey: "name") }
            var seen: [[String]] = []
            policy.look = {
                seen += [try files.names("A"), try files.names("B")]
                // Somebody else may write meanwhile.
                theirs.performAndWait { _ = theirs.insert("B", ["name": "new"]) }
                try theirs.performAndWait { try theirs.save() }
            }
            try mine.save()
            #expect(seen == [["theirs"], ["theirs"]])
        }
        #expect(try files.names("A") == ["mine"])
        #expect(try files.names("B") == ["mine", "new"])
    }

    private func change(_ files: TwoFiles, _ context: NSManagedObjectContext) throws {
        try context.performAndWait {
            for entity in ["A", "B"] {
                try context.all(entity, "name != 'free'").first?.setValue("theirs", forKey: "name")
            }
            try context.save()
        }
    }

    @Test("SAV-112 coordinators that have the same files in another order do not block each other")
    func lockOrder() throws {
        // Long enough for a slow machine; who blocks each other would wait in vain.
        let files = try TwoFiles(timeout: 60)
        let others = try TwoFiles(files.folder, reversed: true, timeout: 60)
        let rounds = 25
        let errors = ThreadErrors()
        DispatchQueue.concurrentPerform(iterations: 2) { worker in
            let stack = worker == 0 ? files : others
            let context = stack.context()
            errors.catching {
                for round in 0..<rounds {
                    try context.performAndWait {
                        context.insert("A", ["name": "\(worker) \(round)"])
                        context.insert("B", ["name": "\(worker) \(round)"])
                        try context.save()
                    }
                }
            }
        }
        #expect(errors.list.isEmpty)
        #expect(try files.names("A").count == 2 * rounds)
        #expect(Set(try files.names("B")).count == 2 * rounds)
    }

    @Test("STO-41 metadata of two stores are written by a save that has nothing else to write")
    func metadata() throws {
        let files = try TwoFiles()
        let context = files.context()
        try context.performAndWait {
            for store in [files.a, files.b] {
                files.coordinator.setMetadata(["Owner": "Ada"], for: store)
            }
            try context.save()
        }
        for name in ["A", "B"] {
            let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
                type: .sqlite, at: files.folder.file("\(name).sqlite"))
            #expect(metadata["Owner"] as? String == "Ada")
        }
    }
}
