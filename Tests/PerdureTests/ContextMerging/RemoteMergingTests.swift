// SPDX-License-Identifier: Apache-2.0
// mergeChanges(fromRemoteContextSave:into:): saves that went past this coordinator, told by IDs or URIs.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Merging remote saves") struct RemoteMergingTests {
    /// How the objects of a save are told of.
    enum Form: CaseIterable {
        case ids, uris, idSet, uriArray

        func value(_ ids: [NSManagedObjectID]) -> Any {
            switch self {
            case .ids: ids
            case .uris: Set(ids.map { $0.uriRepresentation() })
            case .idSet: NSSet(array: ids)
            case .uriArray: NSArray(array: ids.map { $0.uriRepresentation() as NSURL })
            }
        }

        func key(_ plain: String) -> String { self == .idSet ? plain + "_objectIDs" : plain }
    }

    @Test("CTX-146 CTX-148 CTX-200 IDs and URIs under both families of keys", arguments: Form.allCases)
    func otherCoordinator(_ form: Form) throws {
        let near = try Stack(.sqlite)
        let context = near.context()
        for name in ["Ada", "Bob", "Cyd"] { context.insert("Person", ["firstName": name]) }
        try context.save()
        let known = try context.all("Person", by: "firstName")
        #expect(known.map { $0.value(forKey: "firstName") as? String } == ["Ada", "Bob", "Cyd"])
        let untouched = near.context()
        let fault = untouched.object(with: known[0].objectID)

        let far = try Stack(at: #require(near.url), near.coordinator.managedObjectModel)
        let writer = far.context()
        let theirs = try writer.all("Person", by: "firstName")
        theirs[0].setValue("Eve", forKey: "firstName")
        writer.delete(theirs[1])
        let new = writer.insert("Person", ["firstName": "New"])
        try writer.save()

        let posted = PostedIDs(context)
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [
                form.key(NSInsertedObjectsKey): form.value([new.objectID]),
                form.key(NSUpdatedObjectsKey): form.value([theirs[0].objectID]),
                form.key(NSDeletedObjectsKey): form.value([theirs[1].objectID]),
            ], into: [context, untouched])
        #expect(known[0].value(forKey: "firstName") as? String == "Eve")
        #expect(
            known[1].managedObjectContext == nil && known[2].value(forKey: "firstName") as? String == "Cyd")
        #expect(fault.isFault && fault.value(forKey: "firstName") as? String == "Eve")
        #expect(
            posted.changes == [
                [
                    NSInsertedObjectsKey: [new.objectID], NSRefreshedObjectsKey: [known[0].objectID],
                    NSDeletedObjectsKey: [known[1].objectID],
                ]
            ])
        #expect(posted.merges.count == 1)
        known[0].setValue("Fay", forKey: "firstName")
        try context.save()
        #expect(try writer.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 3)
    }

    @Test("CTX-140 the notification of another coordinator's context is merged like a remote save")
    func notificationOfOtherCoordinator() throws {
        let near = try Stack(.sqlite)
        let context = near.context()
        let person = context.insert("Person", ["firstName": "Ada"])
        try context.save()
        let far = try Stack(at: #require(near.url), near.coordinator.managedObjectModel)
        let writer = far.context()
        let notice = SaveNotice(writer)
        try writer.existingObject(with: person.objectID.uri(in: far)).setValue("Eve", forKey: "firstName")
        try writer.save()
        context.mergeChanges(fromContextDidSave: try #require(notice.objects))
        #expect(person.value(forKey: "firstName") as? String == "Eve")
        person.setValue("Fay", forKey: "firstName")
        try context.save()
    }

    @Test("CTX-147 what is unknown is ignored", arguments: Stack.Kind.allCases)
    func unknown(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind)
        let context = stack.context()
        let person = context.insert("Person", ["firstName": "Ada"])
        try context.save()
        let other = try Stack(.inMemory)
        let stranger = other.context().insert("Person")
        let uri = person.objectID.uriRepresentation()
        let gone = try #require(URL(string: uri.absoluteString + "99"))
        let strange = try #require(URL(string: "https://example.org/Person/p1"))
        let posted = PostedIDs(context)
        for key in [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey] {
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [
                    key: [stranger.objectID, gone, strange, "text", 7] as [Any], 5: [uri], "other": [uri],
                ], into: [context, context])
        }
        #expect(posted.changes.isEmpty && posted.merges.count == 3)
        #expect(!context.hasChanges && person.value(forKey: "firstName") as? String == "Ada")
    }
}

extension NSManagedObjectID {
    /// The same object's ID in another stack on the same file.
    fileprivate func uri(in stack: Stack) throws -> NSManagedObjectID {
        try #require(stack.coordinator.managedObjectID(forURIRepresentation: uriRepresentation()))
    }
}
