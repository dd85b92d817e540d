// SPDX-License-Identifier: Apache-2.0
// Fetch requests themselves: entities, what matches, copies, archives, texts, and errors of stores.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Fetch requests") struct RequestRuleTests {
    /// A context with the saved people a (10), b (20), c (30).
    private func people(_ kind: Stack.Kind) throws -> (stack: Stack, context: NSManagedObjectContext) {
        let stack = try Stack(kind)
        let context = stack.context()
        try context.performAndWait {
            for (name, age) in [("a", 10), ("b", 20), ("c", 30)] {
                context.insert("Person", ["firstName": name, "age": age])
            }
            try context.save()
        }
        return (stack, context)
    }

    private func count(_ context: NSManagedObjectContext, _ predicate: NSPredicate?) throws -> Int {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = predicate
        return try context.performAndWait { try context.fetch(request).count }
    }

    @Test("FET-1 a request knows its entity's name at once, and no entity before it is set")
    func entityName() throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        #expect(request.entityName == "Person" && request.entity == nil)
        let (stack, context) = try people(.inMemory)
        #expect(try context.performAndWait { try context.fetch(request).count } == 3)
        request.entity = stack.coordinator.managedObjectModel.entitiesByName["Tag"]
        #expect(request.entityName == "Tag" && request.entity?.name == "Tag")
        #expect(try context.performAndWait { try context.fetch(request).count } == 0)
    }

    @Test("FET-5, FET-74 a template in use is closed, its copy and other requests are not")
    func templates() async throws {
        let model = FixtureModel.scenarios()
        let template = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
        template.predicate = NSPredicate(format: "age > $AGE")
        model.setFetchRequestTemplate(template, forName: "older")
        let stack = try Stack(.inMemory, model)
        let context = stack.context()
        let older = try #require(
            model.fetchRequestFromTemplate(withName: "older", substitutionVariables: ["AGE": 15]))
        try context.performAndWait {
            for age in [10, 20, 30] { context.insert("Person", ["age": age]) }
            var counts = [try context.count(for: older)]
            older.fetchLimit = 1
            counts.append(try context.count(for: older))
            older.predicate = nil
            older.fetchLimit = 0
            counts.append(try context.count(for: older))
            #expect(counts == [2, 1, 3])
        }
        await #expect(processExitsWith: .failure) {
            let model = FixtureModel.scenarios()
            let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
            model.setFetchRequestTemplate(request, forName: "all")
            _ = try Stack(.inMemory, model)
            model.fetchRequestTemplate(forName: "all")?.fetchLimit = 1
        }
    }

    @Test("FET-11 the greatest limit and an offset beside unsaved changes", arguments: Stack.Kind.allCases)
    func greatestLimit(_ kind: Stack.Kind) throws {
        let (stack, context) = try people(kind)
        defer { withExtendedLifetime(stack) {} }
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            let all = try context.fetch(request)
            all[0].setValue("changed", forKey: "firstName")
            request.fetchLimit = .max
            #expect(try Set(context.fetch(request)) == Set(all))
            request.fetchOffset = 1
            #expect(try context.fetch(request).count == all.count - 1)
        }
    }

    @Test("FET-6 without sort descriptors every match comes once", arguments: Stack.Kind.allCases)
    func unsorted(_ kind: Stack.Kind) throws {
        let (stack, context) = try people(kind)
        defer { withExtendedLifetime(stack) {} }
        try context.performAndWait {
            let found = try context.all("Person")
            #expect(found.count == 3 && Set(found).count == 3)
        }
    }

    @Test(
        "FET-10, FET-20 no predicate matches all, the constant ones all or none",
        arguments: Stack.Kind.allCases)
    func constants(_ kind: Stack.Kind) throws {
        let (stack, context) = try people(kind)
        defer { withExtendedLifetime(stack) {} }
        context.performAndWait { _ = context.insert("Person", ["age": 40]) }
        #expect(try count(context, nil) == 4)
        #expect(try count(context, NSPredicate(value: true)) == 4)
        #expect(try count(context, NSPredicate(value: false)) == 0)
        #expect(try count(context, NSPredicate(format: "age >= 20")) == 3)
    }

    @Test("FET-17, FET-70 counts see unsaved changes, limits and offsets", arguments: Stack.Kind.allCases)
    func counting(_ kind: Stack.Kind) throws {
        let (stack, context) = try people(kind)
        defer { withExtendedLifetime(stack) {} }
        try context.performAndWait {
            context.insert("Person", ["age": 40])
            try context.all("Person", "age == 10").first?.setValue(50, forKey: "age")
            context.delete(try #require(try context.all("Person", "age == 30").first))
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            request.predicate = NSPredicate(format: "age > 15")
            #expect(try context.count(for: request) == 3)
            request.fetchLimit = 2
            #expect(try context.count(for: request) == 2)
            request.fetchOffset = 2
            #expect(try context.count(for: request) == 1)
            request.includesPendingChanges = false
            request.fetchOffset = 0
            #expect(try context.count(for: request) == 2)
            // An order means nothing to a number.
            request.sortDescriptors = [NSSortDescriptor(key: "mood", ascending: true)]
            #expect(try context.count(for: request) == 2)
        }
    }

    @Test(
        "FET-14, FET-15 a fetch changes no object that has values, fires no fault and makes no conflict",
        arguments: Stack.Kind.allCases)
    func untouched(_ kind: Stack.Kind) throws {
        let (stack, context) = try people(kind)
        let all = try context.performAndWait {
            let all = try context.all("Person", by: "firstName")
            #expect(all[0].value(forKey: "age") as? Int == 10)
            return all
        }
        let other = stack.context()
        try other.performAndWait {
            try other.all("Person", "firstName == 'a'").first?.setValue(11, forKey: "age")
            try other.save()
        }
        try context.performAndWait {
            let first = all[0]
            all[1].setValue("changed", forKey: "note")
            context.refresh(all[2], mergeChanges: false)
            #expect(Set(try context.all("Person")) == Set(all))
            #expect(first.value(forKey: "age") as? Int == 10 && all[2].isFault)
            #expect(
                all[1].value(forKey: "note") as? String == "changed" && context.updatedObjects == [all[1]])
            try context.save()
        }
    }

    @Test("FET-16 deleted and rolled back objects never appear", arguments: Stack.Kind.allCases)
    func gone(_ kind: Stack.Kind) throws {
        let (stack, context) = try people(kind)
        defer { withExtendedLifetime(stack) {} }
        try context.performAndWait {
            context.delete(try #require(try context.all("Person", "age == 10").first))
            try context.save()
            context.insert("Person", ["age": 99])
            context.rollback()
            let ages = try context.all("Person", by: "age").map { $0.value(forKey: "age") as? Int }
            #expect(ages == [20, 30])
        }
    }

    @Test("FET-29 a limit of 0 is none; an offset counts in the order", arguments: Stack.Kind.allCases)
    func pages(_ kind: Stack.Kind) throws {
        let (stack, context) = try people(kind)
        defer { withExtendedLifetime(stack) {} }
        let page = { (limit: Int, offset: Int) in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: false)]
            request.fetchLimit = limit
            request.fetchOffset = offset
            return try context.performAndWait {
                try context.fetch(request).map { $0.value(forKey: "age") as? Int }
            }
        }
        #expect(try page(0, 0) == [30, 20, 10])
        #expect(try page(2, 0) == [30, 20])
        #expect(try page(2, 2) == [10])
        #expect(try page(0, 1) == [20, 10])
        #expect(try page(1, 5) == [])
    }

    @Test("FET-70 a request of any type of results gives them without a type", arguments: Stack.Kind.allCases)
    func untyped(_ kind: Stack.Kind) throws {
        let (stack, context) = try people(kind)
        defer { withExtendedLifetime(stack) {} }
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
        try context.performAndWait {
            let objects: [Any] = try context.fetch(request)
            #expect(objects as? [NSManagedObject] == (try context.all("Person")))
            let typed: [any NSFetchRequestResult] = try context.fetch(request)
            #expect(typed.count == 3)
            #expect(try context.count(for: request) == 3)
        }
    }

    @Test("FET-75 an error of SQLite is a Cocoa error with its code", arguments: [true, false])
    func storeErrors(_ isDamaged: Bool) throws {
        let (stack, context) = try people(.sqlite)
        let file = try #require(stack.url)
        let raw = try RawDatabase(file, isReadOnly: false)
        if isDamaged {
            // The table's first page is taken for that of an index.
            try raw.rows("PRAGMA writable_schema = ON")
            let master = "(SELECT rootpage FROM sqlite_master WHERE name = 'Z_METADATA')"
            try raw.rows("UPDATE sqlite_master SET rootpage = 1000000 + \(master) WHERE name = 'ZPERSON'")
            try raw.rows("PRAGMA writable_schema = OFF")
            try raw.rows("PRAGMA schema_version = 4711")
        } else {
            try raw.rows("DROP TABLE ZPERSON")
        }
        raw.close()
        let error = #expect(throws: NSError.self) {
            try context.performAndWait { _ = try context.all("Person") }
        }
        #expect(error?.domain == NSCocoaErrorDomain)
        #expect(error?.code == (isDamaged ? NSFileReadCorruptFileError : NSSQLiteError))
        #expect(error?.userInfo[NSSQLiteErrorDomain] as? Int == (isDamaged ? 11 : 1))
    }

    // MARK: As text and data

    @Test("FET-7 a copy shares no column that can change, and keeps every setting")
    func copying() throws {
        let column = NSExpressionDescription()
        column.name = "sum"
        column.expression = NSExpression(format: "sum:(age)")
        let request = NSFetchRequest<NSDictionary>(entityName: "Person")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["age", column]
        request.propertiesToGroupBy = ["age"]
        request.havingPredicate = NSPredicate(format: "age > 1")
        let copy = try #require(request.copy() as? NSFetchRequest<NSDictionary>)
        column.name = "other"
        let copied = try #require(copy.propertiesToFetch?.last as? NSExpressionDescription)
        #expect(copied !== column && copied.name == "sum" && copied.expression == column.expression)
        #expect(copy.propertiesToGroupBy as? [String] == ["age"])
        #expect(copy.havingPredicate == request.havingPredicate && copy.resultType == .dictionaryResultType)
    }

    private static func full() -> NSFetchRequest<NSDictionary> {
        let request = NSFetchRequest<NSDictionary>(entityName: "Person")
        request.predicate = NSPredicate(
            format:
                "firstName BEGINSWITH[cd] %@ AND (age IN %@ OR SUBQUERY(tags, $t, $t.label != nil).@count > 1)",
            "ä", [1, 2])
        request.sortDescriptors = [
            NSSortDescriptor(
                key: "firstName", ascending: false, selector: Selector("localizedStandardCompare:")),
            NSSortDescriptor(key: "age", ascending: true),
        ]
        request.fetchLimit = 5
        request.fetchOffset = 3
        request.fetchBatchSize = 2
        request.resultType = .dictionaryResultType
        request.includesSubentities = false
        request.includesPropertyValues = false
        request.includesPendingChanges = false
        request.returnsObjectsAsFaults = false
        request.returnsDistinctResults = true
        request.shouldRefreshRefetchedObjects = true
        request.nullSemantics = .foundation
        request.propertiesToFetch = ["firstName", "department.name"]
        request.propertiesToGroupBy = ["firstName"]
        request.havingPredicate = NSPredicate(format: "firstName != nil")
        request.relationshipKeyPathsForPrefetching = ["department", "tags.people"]
        return request
    }

    @Test("FET-7 what is archived is read back, every setting of it")
    func archiving() throws {
        let request = Self.full()
        let read = try NSFetchRequest<NSDictionary>(archivedData: request.archivedData())
        #expect(read.entityName == "Person" && read.predicate == request.predicate)
        #expect(read.sortDescriptors?.map(\.key) == ["firstName", "age"])
        #expect(read.sortDescriptors?.map(\.ascending) == [false, true])
        #expect(read.sortDescriptors?.first?.selector == Selector("localizedStandardCompare:"))
        #expect(read.fetchLimit == 5 && read.fetchOffset == 3 && read.fetchBatchSize == 2)
        #expect(read.resultType == .dictionaryResultType && read.returnsDistinctResults)
        #expect(!read.includesSubentities && !read.includesPropertyValues && !read.includesPendingChanges)
        #expect(!read.returnsObjectsAsFaults && read.shouldRefreshRefetchedObjects)
        #expect(read.nullSemantics == .foundation && read.havingPredicate == request.havingPredicate)
        #expect(read.propertiesToFetch as? [String] == ["firstName", "department.name"])
        #expect(read.propertiesToGroupBy as? [String] == ["firstName"])
        #expect(read.relationshipKeyPathsForPrefetching == ["department", "tags.people"])
        let plain = NSFetchRequest<NSManagedObject>(entityName: "Tag")
        let again = try NSFetchRequest<NSManagedObject>(archivedData: plain.archivedData())
        #expect(again.entityName == "Tag" && again.predicate == nil && again.sortDescriptors == nil)
        #expect(again.includesSubentities && again.returnsObjectsAsFaults && again.fetchLimit == 0)
        #expect(again.propertiesToFetch == nil && again.nullSemantics == .sql)
    }

    @Test("FET-7 what has no form in an archive is refused by name")
    func unarchivable() throws {
        let changes: [(NSFetchRequest<NSManagedObject>) -> Void] = [
            { $0.predicate = NSPredicate { _, _ in true } },
            { $0.predicate = NSPredicate(format: "SELF == %@", NSObject()) },
            { $0.sortDescriptors = [NSSortDescriptor(key: "x", ascending: true) { _, _ in .orderedSame }] },
            { $0.propertiesToFetch = [NSExpressionDescription()] },
        ]
        for change in changes {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            change(request)
            #expect(throws: (any Error).self) { try request.archivedData() }
        }
    }

    @Test("FET-7 damaged and foreign data are errors, never a crash")
    func hostile() throws {
        let data = try Self.full().archivedData()
        var numbers = SeededNumbers(seed: 7)
        for length in stride(from: 0, to: data.count, by: 37) {
            _ = try? NSFetchRequest<NSDictionary>(archivedData: data.prefix(length))
        }
        for _ in 0..<500 {
            var damaged = data
            for _ in 0..<3 {
                damaged[Int.random(in: 0..<data.count, using: &numbers)] = .random(
                    in: 0...255, using: &numbers)
            }
            _ = try? NSFetchRequest<NSDictionary>(archivedData: damaged).predicate?.predicateText
        }
        let error = #expect(throws: NSError.self) {
            try NSFetchRequest<NSDictionary>(archivedData: Data("bplist00".utf8))
        }
        #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSFileReadCorruptFileError)
    }

    @Test("FET-7 the description is a line for logs")
    func description() {
        let text = Self.full().description
        #expect(text.hasPrefix("<NSFetchRequest: 0x"))
        #expect(
            text.hasSuffix(
                "sortDescriptors: (firstName descending, age ascending); type: NSDictionaryResultType; limit: 5; "
                    + "offset: 3; batch size: 2; prefetching: (department, tags.people))"))
        #expect(text.contains("(entity: Person; predicate: (firstName BEGINSWITH[cd] \"ä\" AND "))
        let plain = NSFetchRequest<NSManagedObject>(entityName: "Tag").description
        #expect(
            plain.hasSuffix(
                "(entity: Tag; predicate: (nil); sortDescriptors: (); type: NSManagedObjectResultType)"))
    }
}

extension NSPredicate {
    fileprivate var predicateText: String { formatString }
}
