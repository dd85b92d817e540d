// SPDX-License-Identifier: Apache-2.0
// Which setting of a request has an effect on which type of results: every cell of the matrix of FET-120.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// The four types of results, each told in a form that can be compared.
private enum Form: String, CaseIterable, Sendable {
    case objects, ids, dictionaries, count

    var type: NSFetchRequestResultType {
        switch self {
        case .objects: .managedObjectResultType
        case .ids: .managedObjectIDResultType
        case .dictionaries: .dictionaryResultType
        case .count: .countResultType
        }
    }
}

@Suite("FET-120 settings and types of results") struct FetchMatrixTests {
    private struct Case: Sendable, CustomTestStringConvertible {
        let kind: Stack.Kind
        let form: Form
        var testDescription: String { "\(form.rawValue), \(kind.rawValue)" }

        static let all = Stack.Kind.allCases.flatMap { kind in
            Form.allCases.map { Case(kind: kind, form: $0) }
        }
    }

    /// A store with the shapes s1, s1 and s3, and the circle c2.
    private struct Shapes {
        let stack: Stack
        let context: NSManagedObjectContext
        let form: Form

        init(_ testCase: Case) throws {
            stack = try Stack(testCase.kind)
            context = stack.context()
            form = testCase.form
            try context.performAndWait { [context] in
                for name in ["s3", "s1", "s1"] { context.insert("Shape", ["name": name]) }
                context.insert("Circle", ["name": "c2"])
                try context.save()
            }
        }

        /// The names of the results, in order; of a count, the number.
        func results(
            in other: NSManagedObjectContext? = nil,
            _ change: (NSFetchRequest<any NSFetchRequestResult>) -> Void = { _ in }
        ) throws -> [String] {
            let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Shape")
            request.resultType = form.type
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            if form == .dictionaries { request.propertiesToFetch = ["name"] }
            change(request)
            let context = other ?? context
            return try context.performAndWait {
                let found: [Any] = try context.fetch(request)
                return try found.map { try name(of: $0, in: context) }
            }
        }

        private func name(of result: Any, in context: NSManagedObjectContext) throws -> String {
            switch result {
            case let object as NSManagedObject: return object.value(forKey: "name") as? String ?? "-"
            case let id as NSManagedObjectID:
                return try context.existingObject(with: id).value(forKey: "name") as? String ?? "-"
            case let dictionary as NSDictionary: return dictionary["name"] as? String ?? "-"
            default: return "\(result)"
            }
        }

        /// What is found of some names.
        func expected(_ names: [String]) -> [String] { form == .count ? ["\(names.count)"] : names }
    }

    @Test("FET-120 predicate", arguments: Case.all)
    private func predicate(_ testCase: Case) throws {
        let shapes = try Shapes(testCase)
        let found = try shapes.results { $0.predicate = NSPredicate(format: "name == 's1'") }
        #expect(found == shapes.expected(["s1", "s1"]))
    }

    @Test("FET-120 sortDescriptors; a count has no order", arguments: Case.all)
    private func sortDescriptors(_ testCase: Case) throws {
        let shapes = try Shapes(testCase)
        #expect(try shapes.results() == shapes.expected(["c2", "s1", "s1", "s3"]))
        let found = try shapes.results {
            $0.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
        }
        #expect(found == shapes.expected(["s3", "s1", "s1", "c2"]))
        let wrong = {
            try shapes.results { $0.sortDescriptors = [NSSortDescriptor(key: "x", ascending: true)] }
        }
        if testCase.form == .count {
            #expect(try wrong() == ["4"])
        } else {
            #expect(throws: CoreDataException.self) { try wrong() }
        }
    }

    @Test("FET-120 IDs without property values have their order too", arguments: Stack.Kind.allCases)
    private func unreadOrder(_ kind: Stack.Kind) throws {
        let shapes = try Shapes(Case(kind: kind, form: .ids))
        #expect(try shapes.results { $0.includesPropertyValues = false } == ["c2", "s1", "s1", "s3"])
    }

    @Test("FET-120 fetchLimit and fetchOffset", arguments: Case.all)
    private func page(_ testCase: Case) throws {
        let shapes = try Shapes(testCase)
        let found = try shapes.results {
            $0.fetchLimit = 2
            $0.fetchOffset = 1
        }
        #expect(found == shapes.expected(["s1", "s1"]))
    }

    @Test("FET-120 fetchBatchSize changes no result", arguments: Case.all)
    private func batchSize(_ testCase: Case) throws {
        let shapes = try Shapes(testCase)
        let other = shapes.stack.context()
        let found = try shapes.results(in: other) { $0.fetchBatchSize = 2 }
        #expect(found == shapes.expected(["c2", "s1", "s1", "s3"]))
    }

    @Test("FET-120 includesPendingChanges; dictionaries are always the store's", arguments: Case.all)
    private func pendingChanges(_ testCase: Case) throws {
        let shapes = try Shapes(testCase)
        shapes.context.performAndWait { _ = shapes.context.insert("Shape", ["name": "z"]) }
        let stored = shapes.expected(["c2", "s1", "s1", "s3"])
        #expect(try shapes.results { $0.includesPendingChanges = false } == stored)
        let all = shapes.expected(["c2", "s1", "s1", "s3", "z"])
        #expect(try shapes.results() == (testCase.form == .dictionaries ? stored : all))
    }

    @Test("FET-120 includesPropertyValues changes no result", arguments: Case.all)
    private func propertyValues(_ testCase: Case) throws {
        let shapes = try Shapes(testCase)
        let found = try shapes.results { $0.includesPropertyValues = false }
        #expect(found == shapes.expected(["c2", "s1", "s1", "s3"]))
    }

    @Test("FET-120 returnsObjectsAsFaults is for objects", arguments: Case.all)
    private func faults(_ testCase: Case) throws {
        let shapes = try Shapes(testCase)
        let other = shapes.stack.context()
        other.retainsRegisteredObjects = true
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Shape")
        request.resultType = testCase.form.type
        request.returnsObjectsAsFaults = false
        try other.performAndWait {
            let found: [Any] = try other.fetch(request)
            #expect(!found.isEmpty)
            // What is registered for IDs has no values.
            let realized = other.registeredObjects.count { !$0.isFault }
            #expect(realized == (testCase.form == .objects ? 4 : 0))
        }
    }

    @Test(
        "FET-120 propertiesToFetch are the keys of dictionaries, and change nothing else", arguments: Case.all
    )
    private func columns(_ testCase: Case) throws {
        let shapes = try Shapes(testCase)
        let found = try shapes.results(in: shapes.stack.context()) { $0.propertiesToFetch = ["colorData"] }
        let names = testCase.form == .dictionaries ? ["-", "-", "-", "-"] : ["c2", "s1", "s1", "s3"]
        #expect(found == shapes.expected(names))
    }

    @Test("FET-120 returnsDistinctResults is for dictionaries", arguments: Case.all)
    private func distinct(_ testCase: Case) throws {
        let shapes = try Shapes(testCase)
        let found = try shapes.results { $0.returnsDistinctResults = true }
        let all = shapes.expected(["c2", "s1", "s1", "s3"])
        #expect(found == (testCase.form == .dictionaries ? ["c2", "s1", "s3"] : all))
    }

    @Test(
        "FET-120, FET-62 propertiesToGroupBy and havingPredicate are refused but for dictionaries",
        arguments: Case.all)
    private func groups(_ testCase: Case) throws {
        let shapes = try Shapes(testCase)
        let grouped = { try shapes.results { $0.propertiesToGroupBy = ["name"] } }
        let having = {
            try shapes.results {
                $0.propertiesToGroupBy = ["name"]
                $0.havingPredicate = NSPredicate(format: "name != 's3'")
            }
        }
        if testCase.form == .dictionaries {
            #expect(try grouped() == ["c2", "s1", "s3"])
            #expect(try having() == ["c2", "s1"])
        } else {
            #expect(throws: CoreDataException.self) { try grouped() }
            #expect(throws: CoreDataException.self) { try having() }
            #expect(throws: CoreDataException.self) {
                try shapes.results { $0.havingPredicate = NSPredicate(value: true) }
            }
        }
    }

    @Test("FET-120 relationshipKeyPathsForPrefetching is for objects", arguments: Case.all)
    private func prefetching(_ testCase: Case) throws {
        let shapes = try Shapes(testCase)
        let wrong = { try shapes.results { $0.relationshipKeyPathsForPrefetching = ["name"] } }
        if testCase.form == .objects {
            #expect(throws: CoreDataException.self) { try wrong() }
        } else {
            #expect(try wrong() == shapes.expected(["c2", "s1", "s1", "s3"]))
        }
    }

    @Test("FET-120, FET-32 shouldRefreshRefetchedObjects is for objects", arguments: Case.all)
    private func refreshing(_ testCase: Case) throws {
        let shapes = try Shapes(testCase)
        let mine = try shapes.context.performAndWait {
            let object = try #require(try shapes.context.all("Circle").first)
            #expect(object.value(forKey: "name") as? String == "c2")
            return object
        }
        let other = shapes.stack.context()
        try other.performAndWait {
            try other.all("Circle").first?.setValue("c9", forKey: "name")
            try other.save()
        }
        _ = try shapes.results { $0.shouldRefreshRefetchedObjects = true }
        let name = shapes.context.performAndWait { mine.value(forKey: "name") as? String }
        #expect(name == (testCase.form == .objects ? "c9" : "c2"))
    }

    @Test("FET-120 includesSubentities", arguments: Case.all)
    private func subentities(_ testCase: Case) throws {
        let shapes = try Shapes(testCase)
        let found = try shapes.results { $0.includesSubentities = false }
        #expect(found == shapes.expected(["s1", "s1", "s3"]))
    }

    @Test("FET-120, FET-42 affectedStores", arguments: Case.all)
    private func stores(_ testCase: Case) throws {
        let shapes = try Shapes(testCase)
        let second = try shapes.stack.coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        try shapes.context.performAndWait {
            let object = shapes.context.insert("Shape", ["name": "t"])
            shapes.context.assign(object, to: second)
            try shapes.context.save()
        }
        let all = shapes.expected(["c2", "s1", "s1", "s3", "t"])
        #expect(try shapes.results() == all)
        #expect(try shapes.results { $0.affectedStores = [second] } == shapes.expected(["t"]))
        let first = try shapes.results { $0.affectedStores = [shapes.stack.store] }
        #expect(first == shapes.expected(["c2", "s1", "s1", "s3"]))
    }
}
