// SPDX-License-Identifier: Apache-2.0
// Rows that cannot take over the values of new ones: those of parent and sibling entities, which are in the
// same table, and those that a second constraint stands against.

import Foundation
import Perdure
import PerdureBatches
import PerdureTestSupport
import Testing

@Suite("Batch insertions that no row can take over") struct UpsertRefusalTests {
    private static func people(_ kind: Stack.Kind) throws -> Stack {
        try Stack(
            kind,
            NSManagedObjectModel(
                EntitySketch(
                    "Person", unique: [["name"], ["code"]], .attribute("name"),
                    .attribute("code", .integer64AttributeType)),
                EntitySketch("Customer", parent: "Person", .attribute("phone")),
                EntitySketch("Employee", parent: "Person", .attribute("secret"))))
    }

    @Test(
        "STO-162 a row of a parent or sibling entity takes over nothing: 133021, and nothing is written",
        arguments: ["Customer", "Person"].flatMap {
            [($0, NSMergePolicy.mergeByPropertyObjectTrump), ($0, .overwrite)]
        }, Stack.Kind.lasting)
    func otherEntities(_ pair: (stored: String, policy: NSMergePolicy), _ kind: Stack.Kind) throws {
        let (stored, policy) = pair
        let stack = try Self.people(kind)
        try stack.add(stored, ["name": "x"])
        let before = try stack.people()
        let error = #expect(throws: NSError.self) {
            try stack.insert("Employee", [["name": "y"], ["name": "x", "secret": "s"]], policy)
        }
        #expect(error?.code == NSManagedObjectConstraintMergeError)
        #expect(error?.localizedDescription.contains("name") == true)
        #expect(try stack.people() == before && before.count == 1)
    }

    @Test(
        "STO-162 a row of a subentity takes over values, and keeps what is its own",
        arguments: Stack.Kind.lasting)
    func subentity(_ kind: Stack.Kind) throws {
        let stack = try Self.people(kind)
        try stack.add("Customer", ["name": "x", "phone": "1"])
        let result = try stack.insert("Person", [["name": "x", "code": 7]], .mergeByPropertyObjectTrump)
        #expect(result.result as? Int == 1)
        #expect(
            try stack.people() == [["p1", "Customer", "code 7", "name x", "phone 1", "version 2"]])
        guard let url = stack.url else { return }
        #expect(try RawDatabase(url).rows("SELECT ZSECRET FROM ZPERSON") == [["NULL"]])
    }

    @Test(
        "STO-162 SAV-83 two spellings of the same letters are two values: the first row takes over nothing",
        arguments: Stack.Kind.lasting)
    func spellings(_ kind: Stack.Kind) throws {
        let stack = try Self.people(kind)
        let rows = ["\u{E9}", "e\u{301}", "e\u{301}"].enumerated().map {
            ["name": $0.element, "code": $0.offset + 1] as [String: Any]
        }
        let result = try stack.insert("Person", rows, .mergeByPropertyObjectTrump)
        #expect(result.result as? Int == 2)
        let context = stack.context()
        let people = try context.all("Person", by: "code")
        #expect(people.map { $0.value(forKey: "code") as? Int } == [1, 3])
        let names = people.map { Array(($0.value(forKey: "name") as? String ?? "").utf8) }
        #expect(names == [Array("\u{E9}".utf8), Array("e\u{301}".utf8)])
    }

    @Test(
        "STO-162 in favour of the store a row of a sibling stays as it is, and the new one is left out",
        arguments: Stack.Kind.lasting)
    func keeping(_ kind: Stack.Kind) throws {
        let stack = try Self.people(kind)
        try stack.add("Customer", ["name": "x", "phone": "1"])
        let before = try stack.people()
        let result = try stack.insert(
            "Employee", [["name": "x", "secret": "s"], ["name": "y"]], .mergeByPropertyStoreTrump)
        #expect(result.result as? Int == 1)
        #expect(try stack.people().first == before.first && stack.people().count == 2)
    }

    @Test(
        "STO-162 rows with the lowest keys that a second constraint keeps from taking over are 133021",
        arguments: [Stack.Kind.sqlite])
    func lowestKeys(_ kind: Stack.Kind) throws {
        let stack = try Self.people(kind)
        try stack.add("Person", ["name": "a", "code": 1])
        try stack.add("Person", ["name": "b", "code": 2])
        try stack.change(
            file: "UPDATE ZPERSON SET Z_PK = -9223372036854775808 + Z_PK",
            server: "UPDATE person SET id = -9223372036854775808 + id")
        let before = try rows(stack)
        let error = #expect(throws: NSError.self) {
            try stack.insert("Person", [["name": "a", "code": 2]], .mergeByPropertyObjectTrump)
        }
        #expect(error?.code == NSManagedObjectConstraintMergeError)
        #expect(try rows(stack) == before && before.count == 2)
    }

    /// The rows as they stand in the store: numbers below 0 are no objects for a context.
    private func rows(_ stack: Stack) throws -> [String] {
        try stack.column(
            file: "SELECT Z_PK || ' ' || Z_OPT || ' ' || ZNAME || ZCODE FROM ZPERSON ORDER BY Z_PK",
            server: "SELECT id || ' ' || version || ' ' || name || code FROM person ORDER BY id")
    }
}

extension Stack {
    fileprivate func add(_ entity: String, _ values: [String: Any]) throws {
        let context = context()
        try context.performAndWait {
            context.insert(entity, values)
            try context.save()
        }
    }

    fileprivate func insert(_ entity: String, _ objects: [[String: Any]], _ policy: NSMergePolicy) throws
        -> NSBatchInsertResult
    {
        let request = NSBatchInsertRequest(entityName: entity, objects: objects)
        request.resultType = .count
        let context = context(policy)
        let result = try context.performAndWait { try context.execute(request) }
        return try #require(result as? NSBatchInsertResult)
    }

    /// All people by their numbers: entity, version and values.
    fileprivate func people() throws -> [[String]] {
        let context = context()
        let rows = try context.performAndWait {
            try context.all("Person", nil, by: "self").map { person in
                let values = person.entity.propertiesByName.keys.sorted().map { key in
                    "\(key) \(person.value(forKey: key).map { "\($0)" } ?? "nil")"
                }
                return [person.objectID.uriRepresentation().lastPathComponent, person.entity.name ?? ""]
                    + values
            }
        }
        return zip(rows, try versions(of: "Person")).map { $0 + ["version \($1)"] }
    }
}
