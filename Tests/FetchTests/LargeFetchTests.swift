// SPDX-License-Identifier: Apache-2.0
// Fetches of so many rows that a context makes objects while the store still reads.

import Foundation
import Perdure
import PerdureBase
import PerdureTestSupport
import Testing

@Suite("Large fetches") struct LargeFetchTests {
    private static let count = 4500

    /// A store with many customers, every third one a partner.
    private final class Crowd {
        let stack: Stack
        let context: NSManagedObjectContext

        init(_ kind: Stack.Kind = .sqlite) throws {
            stack = try Stack(kind, Shop.model())
            context = stack.context()
            for number in 0..<LargeFetchTests.count {
                context.insert(number % 3 == 0 ? "Partner" : "Customer", ["rank": number])
            }
            try context.save()
        }

        func fetch(
            _ context: NSManagedObjectContext, _ change: (NSFetchRequest<NSManagedObject>) -> Void = { _ in }
        ) throws -> [NSManagedObject] {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Customer")
            request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: false)]
            change(request)
            return try context.fetch(request)
        }
    }

    private static func ranks(_ objects: [NSManagedObject]) -> [Int] {
        objects.map { $0.value(forKey: "rank") as? Int ?? -1 }
    }

    @Test(
        "FET-1 a large fetch gives all objects in the request's order, each with its entity",
        arguments: Stack.Kind.allCases)
    func order(_ kind: Stack.Kind) throws {
        let crowd = try Crowd(kind)
        let context = crowd.stack.context()
        let found = try crowd.fetch(context)
        #expect(!found.contains { !$0.isFault })
        #expect(Self.ranks(found) == Array((0..<Self.count).reversed()))
        #expect(found.map(\.entity.name) == Self.ranks(found).map { $0 % 3 == 0 ? "Partner" : "Customer" })
        let again = try crowd.fetch(context)
        #expect(found.map(ObjectIdentifier.init) == again.map(ObjectIdentifier.init))
    }

    @Test("FET-38 the faults of a large fetch are filled without another access")
    func rows() throws {
        let crowd = try Crowd()
        let stack = try Stack(at: try #require(crowd.stack.url), Shop.model())
        let context = stack.context()
        var found: [NSManagedObject] = []
        let fetching = try stack.statements { found = try crowd.fetch(context) }
        #expect(fetching.count == 1)
        let reading = try stack.statements { #expect(Self.ranks(found).first == Self.count - 1) }
        #expect(reading.isEmpty)
    }

    @Test("limit, offset and unsaved changes count in a large fetch as in a small one")
    func pages() throws {
        let crowd = try Crowd()
        let context = crowd.stack.context()
        let page = try crowd.fetch(context) { ($0.fetchOffset, $0.fetchLimit) = (10, 3000) }
        #expect(Self.ranks(page) == Array((Self.count - 3010..<Self.count - 10).reversed()))
        context.delete(page[0])
        context.insert("Customer", ["rank": Self.count])
        let all = try crowd.fetch(context)
        #expect(all.count == Self.count && Self.ranks(all).first == Self.count)
        #expect(!all.contains(page[0]))
    }

    @Test("a row of no known entity in the middle of a large fetch is an error, and the context goes on")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Customers.sqlite")
        do {
            let stack = try Stack(at: url, Shop.model())
            let context = stack.context()
            for number in 0..<Self.count { context.insert("Customer", ["rank": number]) }
            try context.save()
        }
        try RawDatabase(url, isReadOnly: false).rows("UPDATE ZCUSTOMER SET Z_ENT = 99 WHERE Z_PK = 3000")
        let stack = try Stack(at: url, Shop.model())
        let context = stack.context()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Customer")
        let error = #expect(throws: NSError.self) { _ = try context.fetch(request) }
        #expect(error?.code == 1550)
        #expect(["3000", "Customer", "store check"].allSatisfy { "\(error.debugDescription)".contains($0) })
        #expect(context.registeredObjects.isEmpty)
        request.predicate = NSPredicate(format: "rank < 2000")
        #expect(try context.fetch(request).count == 2000)
    }

    @Test("a class whose initializer fetches from its own store does so while a large fetch is under way")
    func nested() throws {
        let crowd = try Crowd()
        let model = Shop.model()
        model.entitiesByName["Customer"]?.managedObjectClassName = NSStringFromClass(CountingCustomer.self)
        let stack = try Stack(at: try #require(crowd.stack.url), model)
        let context = stack.context()
        CountingCustomer.asked.withLock { $0 = stack.context() }
        defer { CountingCustomer.asked.withLock { $0 = nil } }
        #expect(try crowd.fetch(context).count == Self.count)
        #expect(CountingCustomer.counts.withLock { $0 } == [Self.count, Self.count])
    }

    private static func album(_ className: String? = nil) -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Photo", className: className, .attribute("number", .integer64AttributeType),
                .attribute("image", .binaryDataAttributeType)))
        model.entitiesByName["Photo"]?.attributesByName["image"]?.allowsExternalBinaryDataStorage = true
        return model
    }

    @Test("STO-61 a large fetch reads again when another coordinator has replaced a large value meanwhile")
    func replacedFile() throws {
        let writer = try Stack(.sqlite, Self.album())
        let context = writer.context()
        for number in 0..<1500 { context.insert("Photo", ["number": number]) }
        let last = context.insert("Photo", ["number": 1500, "image": Data(repeating: 7, count: 200_000)])
        try context.save()
        let new = Data(repeating: 8, count: 200_000)
        last.setValue(new, forKey: "image")
        let reader = try Stack(at: try #require(writer.url), Self.album(NSStringFromClass(SavingPhoto.self)))
        let reading = reader.context()
        SavingPhoto.unsaved.withLock { $0 = context }
        let request = NSFetchRequest<NSManagedObject>(entityName: "Photo")
        request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
        let found = try reading.fetch(request)
        #expect(!context.hasChanges && found.count == 1501)
        #expect(found.last?.value(forKey: "image") as? Data == new)
    }
}

/// Saves another context when the first object is made.
final class SavingPhoto: NSManagedObject {
    static let unsaved = Lock<NSManagedObjectContext?>(nil)

    required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        super.init(entity: entity, insertInto: context)
        let unsaved = Self.unsaved.withLock { unsaved in
            defer { unsaved = nil }
            return unsaved
        }
        try? unsaved?.save()
    }
}

/// Asks another context how many customers there are when the first and the 2,000th object are made.
final class CountingCustomer: NSManagedObject {
    static let asked = Lock<NSManagedObjectContext?>(nil)
    static let counts = Lock<[Int]>([])
    static let made = Lock(0)

    required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        super.init(entity: entity, insertInto: context)
        let made = Self.made.withLock { made in
            made += 1
            return made
        }
        guard made == 1 || made == 2000, let context = Self.asked.withLock({ $0 }) else { return }
        let request = NSFetchRequest<NSManagedObject>(entityName: "Customer")
        let count = (try? context.count(for: request)) ?? -1
        Self.counts.withLock { $0.append(count) }
    }
}
