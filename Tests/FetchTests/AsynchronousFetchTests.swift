// SPDX-License-Identifier: Apache-2.0
// Fetches whose stores are read beside the context's work: NSAsynchronousFetchRequest, and the same awaited.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// A context with three saved people, and asynchronous fetches in it.
private struct Reader {
    let stack: Stack
    let context: NSManagedObjectContext

    init(_ kind: Stack.Kind) throws {
        stack = try Stack(kind)
        context = stack.context()
        try context.performAndWait { [context] in
            for (name, age) in [("a", 10), ("b", 20), ("c", 30)] {
                context.insert("Person", ["firstName": name, "age": age])
            }
            try context.save()
        }
    }

    static func request<T>(_ type: T.Type, _ format: String? = nil) -> NSFetchRequest<T> {
        let request = NSFetchRequest<T>(entityName: "Person")
        request.predicate = format.map { NSPredicate(format: $0) }
        request.sortDescriptors = [NSSortDescriptor(key: "firstName", ascending: true)]
        return request
    }

    /// Executes a request, does something in the same block, and waits for the completion block.
    func run<T, Value>(
        _ request: NSFetchRequest<T>, in other: NSManagedObjectContext? = nil,
        after meanwhile: (NSAsynchronousFetchResult<T>) throws -> Void = { _ in },
        _ body: @escaping (NSAsynchronousFetchResult<T>) -> Value
    ) throws -> Value {
        let done = DispatchSemaphore(value: 0)
        let context = other ?? context
        var values: [Value] = []
        let fetch = NSAsynchronousFetchRequest(fetchRequest: request) { result in
            values.append(body(result))
            done.signal()
        }
        try context.performAndWait {
            let result = try #require(try context.execute(fetch) as? NSAsynchronousFetchResult<T>)
            #expect(result.finalResult == nil && result.operationError == nil)
            #expect(result.fetchRequest === fetch && result.managedObjectContext === context)
            try meanwhile(result)
        }
        done.wait()
        // The block was called once, within the context's queue.
        return try context.performAndWait { try #require(values.count == 1 ? values[0] : nil) }
    }

    func names(_ result: NSAsynchronousFetchResult<NSManagedObject>) -> [String]? {
        result.finalResult?.map { $0.value(forKey: "firstName") as? String ?? "-" }
    }
}

@Suite("Asynchronous fetches") struct AsynchronousFetchTests {
    @Test(
        "FET-71 execute returns at once; the block gets the objects on the context's queue",
        arguments: Stack.Kind.allCases)
    func results(_ kind: Stack.Kind) throws {
        let reader = try Reader(kind)
        let found = try reader.run(Reader.request(NSManagedObject.self, "age > 15")) { result in
            #expect(result.operationError == nil && result.progress == nil)
            // Outside of a block of the context this is an exception.
            #expect((try? Reader.request(NSManagedObject.self).execute().count) == 3)
            return reader.names(result)
        }
        #expect(found == ["b", "c"])
    }

    @Test(
        "FET-71, FET-11 unsaved changes count, those made after execute too", arguments: Stack.Kind.allCases)
    func pendingChanges(_ kind: Stack.Kind) throws {
        let reader = try Reader(kind)
        try reader.context.performAndWait {
            reader.context.insert("Person", ["firstName": "aa", "age": 40])
            try reader.context.all("Person", "firstName == 'b'").first?.setValue(1, forKey: "age")
        }
        let found = try reader.run(
            Reader.request(NSManagedObject.self, "age > 5"),
            after: { _ in
                reader.context.insert("Person", ["firstName": "bb", "age": 50])
                for object in try reader.context.all("Person", "firstName == 'a'") {
                    reader.context.delete(object)
                }
            }, reader.names)
        #expect(found == ["aa", "bb", "c"])
    }

    @Test(
        "FET-71, FET-31 a page is full although objects on it are deleted meanwhile",
        arguments: Stack.Kind.allCases)
    func page(_ kind: Stack.Kind) throws {
        let reader = try Reader(kind)
        let request = Reader.request(NSManagedObject.self)
        request.fetchLimit = 1
        request.fetchOffset = 1
        let found = try reader.run(
            request,
            after: { _ in
                for object in try reader.context.all("Person", "firstName == 'b'") {
                    reader.context.delete(object)
                }
            }, reader.names)
        #expect(found == ["c"])
    }

    @Test("FET-71, FET-16 what the context deletes and saves meanwhile does not appear")
    func savedMeanwhile() throws {
        let reader = try Reader(.sqlite)
        let found = try reader.run(
            Reader.request(NSManagedObject.self),
            after: { _ in
                for object in try reader.context.all("Person", "firstName != 'c'") {
                    reader.context.delete(object)
                }
                try reader.context.save()
            }, reader.names)
        #expect(found == ["c"])
    }

    @Test("FET-71, FET-51, FET-52, FET-53 other types of results", arguments: Stack.Kind.allCases)
    func types(_ kind: Stack.Kind) throws {
        let reader = try Reader(kind)
        let ids = Reader.request(NSManagedObjectID.self)
        ids.resultType = .managedObjectIDResultType
        #expect(try reader.run(ids) { $0.finalResult?.count } == 3)
        let dictionaries = Reader.request(NSDictionary.self)
        dictionaries.resultType = .dictionaryResultType
        dictionaries.propertiesToFetch = ["firstName"]
        let names = try reader.run(dictionaries) { $0.finalResult?.map { $0["firstName"] as? String } }
        #expect(names == ["a", "b", "c"])
        let count = Reader.request(NSNumber.self, "age > 15")
        count.resultType = .countResultType
        #expect(try reader.run(count) { $0.finalResult } == [2])
        let changed = try reader.run(
            count, after: { _ in reader.context.insert("Person", ["age": 99]) }, \.finalResult)
        #expect(changed == [3])
        #expect(try reader.run(count, \.finalResult) == [3])
    }

    @Test("FET-71 objects in the predicate", arguments: Stack.Kind.allCases)
    func objects(_ kind: Stack.Kind) throws {
        let reader = try Reader(kind)
        let request = Reader.request(NSManagedObject.self)
        try reader.context.performAndWait {
            let people = try reader.context.all("Person", "age > 15")
            request.predicate = NSPredicate(format: "SELF IN %@ AND SELF != %@", people, people[0].objectID)
        }
        #expect(try reader.run(request) { $0.finalResult?.count } == 1)
    }

    @Test("FET-71, CTX-122 a child context reads what its parent has not saved")
    func child() throws {
        let reader = try Reader(.sqlite)
        reader.context.performAndWait { _ = reader.context.insert("Person", ["firstName": "d", "age": 40]) }
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = reader.context
        let names = try reader.run(Reader.request(NSManagedObject.self, "age > 25"), in: child, reader.names)
        #expect(names == ["c", "d"])
    }

    @Test("FET-71 what fails is an operationError, and there is no result")
    func failure() throws {
        let reader = try Reader(.sqlite)
        let error = try reader.run(Reader.request(NSManagedObject.self, "nothing == 1")) { result in
            #expect(result.finalResult == nil)
            return result.operationError
        }
        let exception = try #require(error as? CoreDataException)
        #expect(exception.name == .invalidArgumentException && exception.reason.contains("keypath nothing"))
    }

    @Test("FET-71 a request without an entity, and a context without a queue, are refused at once")
    @available(*, deprecated, message: "It makes a context of the confinement type.")
    func refused() throws {
        let reader = try Reader(.inMemory)
        let request = NSAsynchronousFetchRequest(fetchRequest: NSFetchRequest<NSManagedObject>())
        #expect(throws: CoreDataException.self) {
            try reader.context.performAndWait { try reader.context.execute(request) }
        }
        let confined = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
        confined.persistentStoreCoordinator = reader.stack.coordinator
        let fetch = NSAsynchronousFetchRequest(fetchRequest: Reader.request(NSManagedObject.self))
        let error = #expect(throws: CoreDataException.self) { try confined.execute(fetch) }
        #expect(error?.reason.contains("confinement") == true)
    }

    @Test("FET-71 the request keeps its block, for results of any type, and its estimate")
    func parts() throws {
        let reader = try Reader(.inMemory)
        var found: [NSManagedObject]?
        let request = NSAsynchronousFetchRequest(fetchRequest: Reader.request(NSManagedObject.self)) {
            found = $0.finalResult
        }
        request.estimatedResultCount = 3
        let copy = try #require(request.copy() as? NSAsynchronousFetchRequest<NSManagedObject>)
        #expect(copy.fetchRequest !== request.fetchRequest && copy.estimatedResultCount == 3)
        #expect(request.requestType == .fetchRequestType)
        try reader.context.performAndWait {
            let any = Reader.request((any NSFetchRequestResult).self)
            let result =
                try reader.context.execute(any) as? NSAsynchronousFetchResult<any NSFetchRequestResult>
            copy.completionBlock?(try #require(result))
            #expect(found?.count == 3)
        }
        let silent = NSAsynchronousFetchRequest(fetchRequest: Reader.request(NSManagedObject.self))
        #expect(silent.completionBlock == nil)
    }

    // MARK: Cancellation

    @Test("FET-71 a request that is called off has an error and no result", arguments: Stack.Kind.allCases)
    func cancelling(_ kind: Stack.Kind) throws {
        let reader = try Reader(kind)
        let request = Reader.request(NSManagedObject.self)
        let error = try reader.run(request, after: { $0.cancel() }) { result in
            #expect(result.finalResult == nil)
            return result.operationError as NSError?
        }
        #expect(error?.domain == NSCocoaErrorDomain && error?.code == CocoaError.Code.userCancelled.rawValue)
        #expect(reader.context.performAndWait { reader.context.registeredObjects.isEmpty })
        // The same request again.
        #expect(try reader.run(request) { $0.finalResult?.count } == 3)
    }

    @Test("FET-71 calling off what is done changes nothing")
    func cancellingLate() throws {
        let reader = try Reader(.sqlite)
        let request = Reader.request(NSManagedObject.self)
        let result = try reader.run(request) { result in
            result.cancel()
            return result.finalResult?.count
        }
        #expect(result == 3)
    }

    @Test("FET-71 the context goes when the fetch is done")
    func lifetime() throws {
        let reader = try Reader(.sqlite)
        let gone = DispatchSemaphore(value: 0)
        try {
            let short = WatchedContext(gone)
            short.persistentStoreCoordinator = reader.stack.coordinator
            let request = NSAsynchronousFetchRequest(fetchRequest: Reader.request(NSManagedObject.self)) {
                #expect($0.finalResult?.count == 3)
            }
            try short.performAndWait { _ = try short.execute(request) }
        }()
        // It lasts for ever if anything keeps the context.
        gone.wait()
    }

    // MARK: Progress

    @Test("FET-72 the result has a progress if one was current, a part of it")
    func progress() throws {
        let reader = try Reader(.sqlite)
        let parent = Progress(totalUnitCount: 10)
        let done = DispatchSemaphore(value: 0)
        let fetch = NSAsynchronousFetchRequest(fetchRequest: Reader.request(NSManagedObject.self)) { _ in
            done.signal()
        }
        fetch.estimatedResultCount = 7
        let result = try reader.context.performAndWait {
            parent.becomeCurrent(withPendingUnitCount: 10)
            defer { parent.resignCurrent() }
            return try reader.context.execute(fetch) as? NSAsynchronousFetchResult<NSManagedObject>
        }
        done.wait()
        #expect(result?.progress?.totalUnitCount == 7 && result?.progress?.completedUnitCount == 7)
        #expect(parent.fractionCompleted == 1)
    }

    @Test("FET-72 cancelling the progress that the request is a part of calls it off")
    func progressCancelled() throws {
        let reader = try Reader(.sqlite)
        let parent = Progress(totalUnitCount: 1)
        let done = DispatchSemaphore(value: 0)
        let fetch = NSAsynchronousFetchRequest(fetchRequest: Reader.request(NSManagedObject.self)) { _ in
            done.signal()
        }
        let result = try reader.context.performAndWait {
            parent.becomeCurrent(withPendingUnitCount: 1)
            defer {
                parent.resignCurrent()
                parent.cancel()
            }
            return try reader.context.execute(fetch) as? NSAsynchronousFetchResult<NSManagedObject>
        }
        done.wait()
        let code = (result?.operationError as NSError?)?.code
        #expect(result?.finalResult == nil && code == CocoaError.Code.userCancelled.rawValue)
    }

    // MARK: Tasks

    @Test("FET-71 a task awaits a fetch, and its block runs on the context's queue")
    func awaiting() async throws {
        let reader = try Reader(.sqlite)
        let context = reader.context
        let names = try await context.perform(fetching: Reader.request(NSManagedObject.self, "age < 25")) {
            #expect((try? Reader.request(NSManagedObject.self).execute().count) == 3)
            return $0.compactMap { $0.value(forKey: "firstName") as? String }
        }
        #expect(names == ["a", "b"])
        await #expect(throws: CoreDataException.self) {
            try await context.perform(fetching: Reader.request(NSManagedObject.self, "absent == 1")) {
                $0.count
            }
        }
        await #expect(throws: CocoaError.self) {
            try await context.perform(fetching: Reader.request(NSManagedObject.self)) { _ -> Int in
                throw CocoaError(.fileNoSuchFile)
            }
        }
    }

    @Test("FET-71 a cancelled task gets a CancellationError, and the block is not called")
    func cancelledTask() async throws {
        let reader = try Reader(.sqlite)
        let context = reader.context
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await context.perform(fetching: Reader.request(NSManagedObject.self)) { objects in
                Issue.record("called")
                return objects.count
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

/// A context that tells when it goes.
private final class WatchedContext: NSManagedObjectContext, @unchecked Sendable {
    private let gone: DispatchSemaphore

    init(_ gone: DispatchSemaphore) {
        self.gone = gone
        super.init(concurrencyType: .privateQueueConcurrencyType)
    }

    deinit { gone.signal() }
}
