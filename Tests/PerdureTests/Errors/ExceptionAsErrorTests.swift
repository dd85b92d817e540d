// SPDX-License-Identifier: Apache-2.0
// Exceptions are caught as most programs for Core Data catch what a save or a fetch throws.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Exceptions as NSError")
struct ExceptionAsErrorTests {
    /// What a function that does not throw catches: for Swift this catch takes everything.
    private static func caught(_ body: () throws -> Void) -> NSError? {
        do {
            try body()
            return nil
        } catch let error as NSError {
            return error
        }
    }

    @Test("SAV-123 what a fetch throws for a wrong request is an NSError", arguments: Stack.Kind.allCases)
    func fetching(kind: Stack.Kind) throws {
        let stack = try Stack(kind)
        let context = stack.context()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [NSSortDescriptor(key: "nonsense", ascending: true)]
        let error = try #require(Self.caught { _ = try context.fetch(request) })
        #expect(error.domain == CoreDataException.errorDomain && error.code == 1)
        #expect(error.localizedDescription.contains("nonsense"))
        #expect((error as? CoreDataException)?.reason == error.localizedDescription)
    }

    @Test("SAV-123 an exception comes back from an archive, and equals one of the same words")
    func archives() throws {
        let exception = CoreDataException(
            name: .rangeException, reason: "too far", userInfo: ["key": "place"])
        let data = try NSKeyedArchiver.archivedData(withRootObject: exception, requiringSecureCoding: false)
        let reader = try NSKeyedUnarchiver(forReadingFrom: data)
        reader.requiresSecureCoding = false
        let read = try #require(
            reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? CoreDataException)
        #expect(read == exception && read.hash == exception.hash)
        #expect(read.userInfo["key"] as? String == "place")
        #expect(read != CoreDataException(name: .rangeException, reason: "too near"))
    }
}
