// SPDX-License-Identifier: Apache-2.0
// The expressions of mapping models, evaluated by a migration.

import CoreData
import PerdureTestSupport
import Testing

/// Has functions for expressions.
final class CallingPolicy: NSEntityMigrationPolicy {
    let suffix = "!"

    override func callFunction(_ name: String, arguments: [Any?]) throws -> Any? {
        switch name {
        case "shout:twice:":
            let text = (arguments[0] as? String ?? "nil").uppercased() + suffix
            return (arguments[1] as? NSNumber)?.boolValue == true ? text + suffix : text
        case "constant": return "from the policy"
        case "nothing": return NSNull()
        default: return try super.callFunction(name, arguments: arguments)
        }
    }
}

@Suite("Expressions of migrations") struct MigrationExpressionTests {
    /// Migrates with one expression for the title of volumes, and gives the titles.
    private func titles(_ format: String, policy: String? = nil, user: [AnyHashable: Any]? = nil) throws
        -> [String?]
    {
        let sample = try LibrarySample(authors: 1)
        let mapping = try sample.inferred()
        let volume = mapping.mapping(to: "Volume")
        volume?.set("title", format)
        volume?.entityMigrationPolicyClassName = policy
        let manager = sample.manager()
        manager.userInfo = user
        try sample.migrate(mapping, by: manager)
        return try LibrarySample.with(sample.new, sample.destination) { context in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Volume")
            request.includesSubentities = false
            request.sortDescriptors = [NSSortDescriptor(key: "pageCount", ascending: true)]
            return try context.fetch(request).map { $0.value(forKey: "title") as? String }
        }
    }

    private func cause(_ format: String, policy: String? = nil) throws -> NSError {
        let error = #expect(throws: NSError.self) { try titles(format, policy: policy) }
        return try #require(error)
    }

    @Test(
        "MIG-80 MIG-81a variables, and key paths on all of them",
        arguments: [
            ("$source.title", ["Book 0.0", "Book 0.1"]),
            ("$source.author.name", ["Author 0", "Author 0"]),
            ("FUNCTION($source, \"valueForKeyPath:\", \"author.name\")", ["Author 0", "Author 0"]),
            ("$entityMapping.name", ["IEM_Transform_Book", "IEM_Transform_Book"]),
            ("FUNCTION($entityMapping, \"sourceEntityName\")", ["Book", "Book"]),
            ("$propertyMapping.name", ["title", "title"]),
            ("$entityPolicy.suffix", ["!", "!"]),
            ("$manager.userInfo.greeting", ["hello", "hello"]),
            (
                "FUNCTION($manager, \"valueForKey:\", \"currentEntityMapping\").name",
                ["IEM_Transform_Book", "IEM_Transform_Book"]
            ),
            ("FUNCTION(FUNCTION($manager, \"sourceContext\"), \"valueForKey:\", \"name\")", nil),
            ("TERNARY($source.pages = 0, 'first', 'later')", ["first", "later"]),
        ] as [(String, [String]?)])
    func readsVariables(_ format: String, _ expected: [String]?) throws {
        guard let expected else { return }
        #expect(try titles(format, policy: "CallingPolicy", user: ["greeting": "hello"]) == expected)
    }

    @Test("MIG-83 functions of policies by their selectors, with objects and nil as arguments")
    func callsFunctions() throws {
        #expect(
            try titles("FUNCTION($entityPolicy, 'shout:twice:', $source.title, YES)", policy: "CallingPolicy")
                == ["BOOK 0.0!!", "BOOK 0.1!!"])
        #expect(
            try titles(
                "FUNCTION($entityPolicy, 'shout:twice:', $source.author.books.@min.cover, NO)",
                policy: "CallingPolicy"
            )
            .count == 2)
        #expect(
            try titles("FUNCTION($entityPolicy, 'constant')", policy: "CallingPolicy")
                == ["from the policy", "from the policy"])
        for receiver in ["$entityPolicy", "$manager"] {
            let error = try cause("FUNCTION(\(receiver), 'unknown:', 1)", policy: "CallingPolicy")
            #expect("\(error.userInfo)".contains("unknown:"))
        }
    }

    @Test("MIG-85 nil is set, and no expression leaves the default")
    func setsNil() throws {
        #expect(try titles("nil") == [nil, nil])
        #expect(try titles("stable") == [nil, nil])
        #expect(try titles("FUNCTION($entityPolicy, 'nothing')", policy: "CallingPolicy") == [nil, nil])
    }

    @Test("MIG-85 a value of the wrong class is 134110 with mapping and property over the exception")
    func refusesClasses() throws {
        let error = try cause("$source.pages")
        #expect(error.code == NSMigrationError)
        #expect(error.userInfo["entityMapping"] as? String == "IEM_Transform_Book")
        #expect(error.userInfo["property"] as? String == "title")
        #expect(
            (error.userInfo[NSUnderlyingErrorKey] as? CoreDataException)?.name == .invalidArgumentException)
    }

    @Test("MIG-86 arithmetic is that of numbers with fractions, and nil makes nil")
    func computes() throws {
        let sample = try LibrarySample(authors: 1)
        let mapping = try sample.inferred()
        mapping.mapping(to: "Volume")?.set("price", "($source.price - 32.0) / 1.8")
        mapping.mapping(to: "Novel")?.set("price", "$source.hero.length * 2")
        try sample.migrate(mapping)
        let prices = try LibrarySample.with(sample.new, sample.destination) { context in
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Volume"))
                .map { ($0.value(forKey: "price") as? Double ?? -1, $0.entity.name ?? "") }.sorted {
                    $0.0 < $1.0
                }
        }
        #expect(prices.map(\.1) == ["Volume", "Volume", "Novel"])
        #expect(abs(prices[0].0 + 17.5) < 1e-9 && prices[2].0 == 12)
    }

    @Test(
        "MIG-87 a bad expression fails before anything is made, with mapping, property and text",
        arguments: [
            ("$nothing.name", "$nothing"), ("$source.nothing", "nothing"),
            ("FUNCTION($source, 'valueForKey:', 'none')", "none"),
        ])
    func checksFirst(_ format: String, _ word: String) throws {
        let error = try cause(format, policy: "RecordingPolicy")
        #expect(error.code == NSMigrationError)
        #expect(error.userInfo["entityMapping"] as? String == "IEM_Transform_Book")
        #expect(error.userInfo["property"] as? String == "title")
        #expect((error.userInfo["reason"] as? String)?.contains(word) == true)
    }

    @Test("MIG-81 the request finds exactly the entity, with the predicate; any collection is a source")
    func findsSources() throws {
        let sample = try LibrarySample(authors: 2)
        let mapping = try sample.inferred()
        mapping.mapping(to: "Volume")?.sourceExpression = NSExpression(
            format:
                "FETCH(FUNCTION($manager, \"fetchRequestForSourceEntityNamed:predicateString:\", \"Book\", "
                + "\"pages > 50\"), $manager.sourceContext, NO)")
        mapping.mapping(to: "Novel")?.sourceExpression = NSExpression(
            format:
                "FETCH(FUNCTION($manager, \"fetchRequestForSourceEntityNamed:predicateString:\", \"Novel\", "
                + "\"TRUEPREDICATE\"), $manager.sourceContext, NO)[FIRST]")
        mapping.mapping(to: "Writer")?.sourceExpression = nil
        try sample.migrate(mapping)
        let lines = try sample.lines()
        #expect(lines.filter { $0.hasPrefix("Volume") }.count == 2)
        #expect(lines.filter { $0.hasPrefix("Novel") }.count == 1)
        #expect(lines.filter { $0.hasPrefix("Writer") }.count == 2)
    }

    @Test(
        "MIG-82 MIG-84 the selectors of the manager, with nil, one object and collections",
        arguments: [
            (
                "writer",
                "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \"IEM_Transform_Author\", $source.author)",
                "[\"Author 0\"]"
            ),
            (
                "writer",
                "FUNCTION($manager, \"destinationInstancesForSourceRelationshipNamed:sourceInstances:\", \"author\", $source.author)",
                "[\"Author 0\"]"
            ),
            (
                "writer",
                "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \"IEM_Transform_Author\", {nil, $source.author})",
                "[\"Author 0\"]"
            ),
            (
                "writer",
                "FUNCTION($manager, \"destinationInstancesForSourceRelationshipNamed:sourceInstances:\", \"author\", nil)",
                "[]"
            ),
            ("writer", "nil", "[]"),
        ])
    func findsMembers(_ name: String, _ format: String, _ expected: String) throws {
        let sample = try LibrarySample(authors: 1)
        let mapping = try sample.inferred()
        mapping.mapping(to: "Volume")?.set(name, format)
        mapping.mapping(to: "Writer")?.set("works", "nil")
        mapping.mapping(to: "Writer")?.relationshipMappings = nil
        try sample.migrate(mapping)
        let lines = try sample.lines().filter { $0.hasPrefix("Volume") }
        #expect(lines.count == 2)
        for line in lines { #expect(line.hasSuffix("writer=\(expected)"), "\(line)") }
    }
}
