// SPDX-License-Identifier: Apache-2.0
// What a request is refused for: found by validate(for:) without a store, and by a fetch before any statement runs.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// One mistake in a request for people.
struct Mistake: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What the refusal says.
    let reason: String
    let make: @Sendable (NSFetchRequest<any NSFetchRequestResult>) -> Void

    init(
        _ name: String, _ reason: String,
        _ make: @escaping @Sendable (NSFetchRequest<any NSFetchRequestResult>) -> Void
    ) {
        testDescription = name
        self.reason = reason
        self.make = make
    }

    static func predicate(_ format: String, _ reason: String) -> Mistake {
        Mistake(format, reason) { $0.predicate = NSPredicate(format: format) }
    }

    static func sort(_ key: String, _ reason: String) -> Mistake {
        Mistake("sorted by \(key)", reason) {
            $0.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
        }
    }

    static func columns(_ name: String, _ reason: String, _ properties: [String]?, groupBy: [String]? = nil)
        -> Mistake
    {
        Mistake(name, reason) {
            $0.resultType = .dictionaryResultType
            $0.propertiesToFetch = properties
            $0.propertiesToGroupBy = groupBy
        }
    }

    static let all: [Mistake] = [
        .predicate("nothing == 1", "keypath nothing not found in entity"),
        .predicate("department.nothing == 1", "keypath department.nothing not found in entity"),
        .predicate("mood != nil", "keypath mood not found in entity"),
        .predicate("tags.label == 'x'", "to-many key not allowed here"),
        .predicate("SUBQUERY(tags, $t, $t.nothing == 1).@count > 0", "keypath nothing not found in entity"),
        .predicate("FUNCTION(firstName, 'reversed') == 'x'", "Unsupported function expression"),
        .predicate("firstName MATCHES '['", "["),
        .predicate("age > $AGE", "$AGE"),
        Mistake("a block", "Problem with subpredicate BLOCKPREDICATE") {
            $0.predicate = NSPredicate { _, _ in true }
        },
        Mistake("a block in a compound predicate", "Problem with subpredicate BLOCKPREDICATE") {
            $0.predicate = NSCompoundPredicate(
                orPredicateWithSubpredicates: [NSPredicate(value: true), NSPredicate { _, _ in true }])
        },
        .sort("mood", "keypath mood not found in entity"),
        .sort("nothing", "keypath nothing not found in entity"),
        .sort("tags.label", "to-many key not allowed here"),
        Mistake("a comparator", "comparator blocks are not supported") {
            $0.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true) { _, _ in .orderedSame }]
        },
        Mistake("a prefetched attribute", "relationshipKeyPathsForPrefetching has \"age\"") {
            $0.relationshipKeyPathsForPrefetching = ["department", "age"]
        },
        .columns("an unknown column", "Invalid keypath nothing", ["nothing"]),
        .columns("a transient column", "Invalid keypath mood", ["mood"]),
        .columns("a to-many column", "Invalid keypath tags", ["tags"]),
        .columns("no column", "at least one property", []),
        .columns("groups without columns", "needs propertiesToFetch", nil, groupBy: ["age"]),
        .columns(
            "a column outside of the groups",
            "SELECT clauses in queries with GROUP BY components can only contain properties named in the GROUP BY",
            ["firstName", "age"], groupBy: ["firstName"]),
        Mistake("having without groups", "needs propertiesToGroupBy") {
            $0.resultType = .dictionaryResultType
            $0.propertiesToFetch = ["age"]
            $0.havingPredicate = NSPredicate(format: "age > 1")
        },
    ]
}

@Suite("Requests that are refused") struct RequestCheckTests {
    private static func request(_ mistake: Mistake) -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
        mistake.make(request)
        return request
    }

    @Test(
        "PRE-111, PRE-76, FET-22, FET-62, FET-63 validate(for:) says what a fetch would, without a store",
        arguments: Mistake.all)
    func validating(_ mistake: Mistake) throws {
        let request = Self.request(mistake)
        let model = FixtureModel.scenarios()
        let error = try #require(throws: CoreDataException.self) { try request.validate(for: model) }
        #expect(error.name == .invalidArgumentException && error.reason.contains(mistake.reason))
        // The model is not put to use.
        model.entitiesByName["Person"]?.userInfo = ["open": true]
        let stack = try Stack(.sqlite)
        let context = stack.context()
        let fetched = try context.performAndWait {
            try #require(throws: CoreDataException.self) { _ = try context.fetch(request) as [Any] }
        }
        #expect(fetched.reason == error.reason)
    }

    @Test(
        "PRE-110 a refused fetch leaves context and store unchanged", arguments: Stack.Kind.allCases,
        Mistake.all)
    func unchanged(_ kind: Stack.Kind, _ mistake: Mistake) throws {
        let stack = try Stack(kind)
        let context = stack.context()
        try context.performAndWait {
            context.insert("Person", ["firstName": "saved"])
            try context.save()
            let new = context.insert("Person", ["firstName": "new"])
            #expect(throws: CoreDataException.self) {
                _ = try context.fetch(Self.request(mistake)) as [Any]
            }
            #expect(context.insertedObjects == [new] && context.updatedObjects.isEmpty)
            #expect(try context.all("Person").count == 2)
        }
    }

    @Test("PRE-110 a refused fetch runs no statement", arguments: Mistake.all)
    func noStatement(_ mistake: Mistake) throws {
        let stack = try Stack(.sqlite)
        let context = stack.context()
        try context.performAndWait {
            #expect(try stack.statements { _ = try context.all("Person") }.count == 1)
            let statements = try stack.statements {
                #expect(throws: CoreDataException.self) {
                    _ = try context.fetch(Self.request(mistake)) as [Any]
                }
            }
            #expect(statements == [])
        }
    }

    @Test("PRE-111 what can run passes; an unknown entity does not")
    func passing() throws {
        let model = FixtureModel.scenarios()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = NSPredicate(
            format: "firstName BEGINSWITH[c] 'a' AND ANY tags.label IN %@ AND department.name MATCHES 'x.*'",
            ["a", "b"])
        request.sortDescriptors = [NSSortDescriptor(key: "department.name", ascending: true)]
        request.relationshipKeyPathsForPrefetching = ["department.employees"]
        try request.validate(for: model)
        let stack = try Stack()
        let context = stack.context()
        let object = context.performAndWait { context.insert("Department") }
        request.predicate = NSPredicate(
            format: "department == %@ OR department IN %@", object, [object.objectID])
        try request.validate(for: model)
        #expect(throws: CoreDataException.self) {
            try NSFetchRequest<NSManagedObject>(entityName: "Nobody").validate(for: model)
        }
        #expect(throws: CoreDataException.self) { try NSFetchRequest<NSManagedObject>().validate(for: model) }
    }

    @Test("PRE-111 a model in use is asked as well as one that is not")
    func modelInUse() throws {
        let stack = try Stack()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        try request.validate(for: stack.coordinator.managedObjectModel)
        request.predicate = NSPredicate(format: "absent == 1")
        #expect(throws: CoreDataException.self) {
            try request.validate(for: stack.coordinator.managedObjectModel)
        }
    }
}
