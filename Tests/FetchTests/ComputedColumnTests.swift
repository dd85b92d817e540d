// SPDX-License-Identifier: Apache-2.0
// Computed columns of dictionary results: names of entities, what nobody can group by, and values that are not of the column's
// type.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Computed columns") struct ComputedColumnTests {
    private typealias Shop = DictionaryFetchTests.Shop

    /// A cat, which is an animal and no more, and two dogs: one is the cat's friend, the other that dog's.
    private static func animals(_ kind: Stack.Kind) throws -> Stack {
        let stack = try Stack(
            kind,
            NSManagedObjectModel(
                EntitySketch(
                    "Animal", .attribute("name"), .toOne("friend", "Animal", inverse: "friends"),
                    .toMany("friends", "Animal", inverse: "friend")),
                EntitySketch("Dog", parent: "Animal"), EntitySketch("Bird", parent: "Animal")))
        let context = stack.context()
        try context.performAndWait {
            let cat = context.insert("Animal", ["name": "cat"])
            let rex = context.insert("Dog", ["name": "rex", "friend": cat])
            context.insert("Dog", ["name": "bo", "friend": rex])
            try context.save()
        }
        return stack
    }

    private static func fetch(
        _ columns: [Any], groupedBy groups: [Any]? = nil, sortedBy key: String, ascending: Bool = true,
        _ context: NSManagedObjectContext
    ) throws -> NSArray {
        let request = NSFetchRequest<NSDictionary>(entityName: "Animal")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = columns
        request.propertiesToGroupBy = groups
        request.sortDescriptors = [NSSortDescriptor(key: key, ascending: ascending)]
        return try context.performAndWait { try context.fetch(request) as NSArray }
    }

    @Test("PRG-52 the name of an entity is a column, and orders and groups", arguments: Stack.Kind.allCases)
    func entityNames(_ kind: Stack.Kind) throws {
        let stack = try Self.animals(kind)
        let context = stack.context()
        let own = DictionaryFetchTests.column("own", "entity.name", .stringAttributeType)
        let other = DictionaryFetchTests.column("other", "friend.entity.name", .stringAttributeType)
        let all: [[String: Any]] = [
            ["name": "bo", "own": "Dog", "other": "Dog"], ["name": "cat", "own": "Animal"],
            ["name": "rex", "own": "Dog", "other": "Animal"],
        ]
        #expect(try Self.fetch(["name", own, other], sortedBy: "name", context) == all as NSArray)
        let count = DictionaryFetchTests.column("n", "count:(name)")
        let groups: [[String: Any]] = [["own": "Dog", "n": 2], ["own": "Animal", "n": 1]]
        let found = try Self.fetch(
            [own, count], groupedBy: [own], sortedBy: "own", ascending: false, context)
        #expect(found == groups as NSArray, "\(found)")
    }

    @Test("PRG-52, PRE-110 an entity itself is no column", arguments: Stack.Kind.allCases)
    func entities(_ kind: Stack.Kind) throws {
        let stack = try Self.animals(kind)
        let context = stack.context()
        let column = DictionaryFetchTests.column("kind", "friend.entity", .stringAttributeType)
        let error = #expect(throws: CoreDataException.self) {
            try Self.fetch([column], sortedBy: "name", context)
        }
        #expect(error?.reason.contains("\"kind\"") == true && error?.reason.contains("entity.name") == true)
    }

    @Test(
        "PRE-110, FET-62 nobody groups by a constant or by what a group computes",
        arguments: Stack.Kind.allCases, ["max:(points)", "sum:(points) + 1", "@count", "'x'"])
    func groups(_ kind: Stack.Kind, _ format: String) throws {
        let shop = try Shop(kind)
        let column = DictionaryFetchTests.column("key", format)
        let error = #expect(throws: CoreDataException.self) {
            try shop.fetch([column]) { $0.propertiesToGroupBy = [column] }
        }
        let reason = "propertiesToGroupBy of a request for \"Item\" has \"key\""
        #expect(error?.reason.hasPrefix(reason) == true, "\(String(describing: error))")
    }

    @Test("a computed value that is not of its column's type is an error that names the column")
    func types() throws {
        let shop = try Shop(.sqlite)
        let column = DictionaryFetchTests.column("last", "max:(title)", .integer64AttributeType)
        let error = #expect(throws: CoreDataException.self) { try shop.fetch([column]) }
        #expect(
            error?.reason
                == "the column \"last\" of a dictionary result of \"Item\" cannot be read as integer64: a row holds text "
                + "where its type is integer. Give its expression another expressionResultType")
    }
}
