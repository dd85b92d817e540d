// SPDX-License-Identifier: Apache-2.0
// What a context executes, and settings that take several forms.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Requests and settings of contexts") struct ContextRequestTests {
    private let stack: Stack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try Stack(.inMemory)
        context = stack.context()
    }

    private func request() -> NSFetchRequest<NSManagedObject> { NSFetchRequest(entityName: "Person") }

    @Test("CTX-160 count, fetch and execute of a fetch request find the same, unsaved objects too")
    func fetching() throws {
        try context.performAndWait {
            let ada = context.insert("Person", ["firstName": "Ada"])
            #expect(try context.count(for: request()) == 1)
            #expect(try context.fetch(request()) == [ada])
            let result = try context.execute(request())
            let found = try #require(result as? NSAsynchronousFetchResult<NSManagedObject>)
            #expect(found.finalResult == [ada] && found.managedObjectContext === context)
        }
    }

    @Test("CTX-160 a request for IDs is executed with its own type of results")
    func fetchingIDs() throws {
        try context.performAndWait {
            let ada = context.insert("Person")
            let request = NSFetchRequest<NSManagedObjectID>(entityName: "Person")
            request.resultType = .managedObjectIDResultType
            let result = try context.execute(request) as? NSAsynchronousFetchResult<NSManagedObjectID>
            #expect(result?.finalResult == [ada.objectID])
        }
    }

    @Test("CTX-160 a save request is executed")
    func saving() throws {
        try context.performAndWait {
            let ada = context.insert("Person", ["firstName": "Ada"])
            try context.obtainPermanentIDs(for: [ada])
            try context.execute(
                NSSaveChangesRequest(inserted: [ada], updated: nil, deleted: nil, locked: nil))
        }
        let reader = stack.context()
        #expect(try reader.performAndWait { try reader.all("Person").count } == 1)
    }

    @Test("CTX-160 a request of an unknown kind is refused with 134091")
    func unknown() throws {
        let error = #expect(throws: NSError.self) {
            try context.performAndWait { try context.execute(NSPersistentStoreRequest()) }
        }
        #expect(error?.code == NSPersistentStoreUnsupportedRequestTypeError)
    }

    @Test("CTX-164 the merge policy is a constant or an object; nil brings the error policy back")
    func mergePolicy() throws {
        #expect(context.mergePolicy as AnyObject === NSMergePolicy.error)
        context.mergePolicy = NSMergePolicy.overwrite
        #expect(context.mergePolicy as AnyObject === NSOverwriteMergePolicy)
        context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
        #expect(context.mergePolicy as AnyObject === NSMergePolicy.mergeByPropertyObjectTrump)
        let own = NSMergePolicy(merge: .rollbackMergePolicyType)
        context.mergePolicy = own as NSMergePolicy? as Any
        #expect(context.mergePolicy as AnyObject === own)
        context.mergePolicy = NSMergePolicy?.none as Any
        #expect(context.mergePolicy as AnyObject === NSMergePolicy.error)
    }

    @Test("CTX-164 what is no merge policy is refused")
    func noPolicy() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            NSManagedObjectContext(.privateQueue).mergePolicy = "overwrite"
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("mergePolicy must be an NSMergePolicy, and not a String"))
    }

    @Test("CTX-165 the locks of contexts are deprecated, and do nothing")
    @available(*, deprecated, message: "It calls what is deprecated.")
    func locks() throws {
        context.lock()
        #expect(context.tryLock())
        try Crew.work(1) { [context] _ in
            context.lock()
            #expect(context.tryLock())
            context.unlock()
        }
        context.unlock()
        // More often than it was locked.
        context.unlock()
    }
}
