// SPDX-License-Identifier: Apache-2.0
// One order everywhere: what SQLite and a server sort, what memory sorts, unsaved objects among stored ones, several stores.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Orders of results")
struct SortOrderTests {
    private static let texts: [String?] = [
        "b", "a", "A", "a", nil, "B", "", "á", "a\u{301}", "ä", "z", "Z", "é", "e", "Ω", "ω", "ж", "Ж", "日本",
        "日",
        "한국", "ab", "a b", "a-b", "10", "9", "file10", "file9", "File9", "file010", nil, "ß", "ss", "SS", "I",
        "i",
        "😀", "ｆ", "f", "עברית", "a", "zoë", "Zoe", "ñ", "n", "الف",
    ]

    private static let selectors = [
        "compare:", "caseInsensitiveCompare:", "localizedCompare:", "localizedCaseInsensitiveCompare:",
        "localizedStandardCompare:",
    ]

    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Word", .attribute("text"), .attribute("place", .integer64AttributeType, default: 0),
                .attribute("whole", .integer32AttributeType), .attribute("real", .doubleAttributeType),
                .attribute("exact", .decimalAttributeType), .attribute("day", .dateAttributeType),
                .attribute("flag", .booleanAttributeType), .attribute("uuid", .UUIDAttributeType),
                .attribute("bytes", .binaryDataAttributeType), .attribute("link", .URIAttributeType),
                .toOne("list", "List", inverse: "words")),
            EntitySketch("List", .attribute("name"), .toMany("words", "Word", inverse: "list")))
    }

    private static func values(_ place: Int) -> [String: Any?] {
        let number = (place * 7) % 5
        let isNil = place % 9 == 4
        guard !isNil else { return ["place": place, "text": texts[place]] }
        return [
            "place": place, "text": texts[place], "whole": number - 2, "real": Double(number) / 2 - 1,
            "exact": NSDecimalNumber(mantissa: UInt64(number), exponent: -1, isNegative: number == 2),
            "day": Date(timeIntervalSinceReferenceDate: Double(number) - 2), "flag": number % 2 == 0,
            "uuid": UUID(uuidString: "0\(number)A\(9 - number)0000-0000-4000-8000-000000000000"),
            "bytes": Data([UInt8(number * 60), UInt8(place % 2)]),
            "link": URL(string: "https://example.org/\(number)"),
        ]
    }

    /// Words in the order of their places, each in one of three lists or in none.
    private static func fill(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        let lists = ["c", "a", "b"].map { context.insert("List", ["name": $0]) }
        try context.obtainPermanentIDs(for: lists)
        return texts.indices.map { place in
            let word = context.insert("Word", values(place))
            if place % 4 < 3 { word.setValue(lists[place % 4], forKey: "list") }
            return word
        }
    }

    private static func places(_ context: NSManagedObjectContext, _ order: NSSortDescriptor) throws -> [Int] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Word")
        request.sortDescriptors = [order]
        return try context.fetch(request).map { $0.number("place") }
    }

    private static var samples: [NSSortDescriptor] {
        [true, false].flatMap { ascending in
            let plain = ["whole", "real", "exact", "day", "flag", "uuid", "bytes", "link", "list"]
            let texts = selectors.flatMap { selector in
                ["text", "list.name"].map {
                    NSSortDescriptor(key: $0, ascending: ascending, selector: Selector(selector))
                }
            }
            return texts + plain.map { NSSortDescriptor(key: $0, ascending: ascending) }
        }
    }

    private static func name(_ order: NSSortDescriptor) -> String {
        "\(order.key ?? "") \(order.selector?.description ?? "") \(order.ascending)"
    }

    @Test(
        "FET-24, FET-23, FET-21 a store and memory sort alike by every selector and type, ties by number",
        arguments: Stack.Kind.lasting)
    func stores(_ kind: Stack.Kind) throws {
        let (tested, memory) = (try Stack(kind, Self.model()), try Stack(.inMemory, Self.model()))
        for stack in [tested, memory] {
            let context = stack.context()
            _ = try Self.fill(context)
            try context.save()
        }
        let (left, right) = (tested.context(), memory.context())
        for order in Self.samples {
            let found = try Self.places(left, order)
            #expect(found.count == Self.texts.count)
            #expect(try Self.places(right, order).elementsEqual(found), "\(Self.name(order))")
        }
    }

    @Test(
        "FET-28 unsaved objects, new and changed, stand where the store would put them",
        arguments: Stack.Kind.lasting)
    func pending(_ kind: Stack.Kind) throws {
        let stored = try Stack(kind, Self.model())
        let saved = stored.context()
        _ = try Self.fill(saved)
        try saved.save()
        let (new, changed) = (try Stack(kind, Self.model()), try Stack(kind, Self.model()))
        let inserting = new.context()
        let kept = try Self.fill(inserting)
        let changing = changed.context()
        let words = try Self.fill(changing)
        let final = words.map { $0.dictionaryWithValues(forKeys: Array($0.entity.propertiesByName.keys)) }
        for word in words { for key in ["text", "whole", "day", "list"] { word.setValue(nil, forKey: key) } }
        try changing.save()
        for (word, values) in zip(words, final) {
            for (key, value) in values { word.setValue(value is NSNull ? nil : value, forKey: key) }
        }
        for order in Self.samples {
            let found = try Self.places(saved, order)
            #expect(try Self.places(inserting, order).elementsEqual(found), "new: \(Self.name(order))")
            #expect(try Self.places(changing, order).elementsEqual(found), "changed: \(Self.name(order))")
        }
        #expect(kept.count == words.count)
    }

    @Test(
        "FET-43, FET-29 results of several stores are one sequence in the request's order, with its page",
        arguments: Stack.Kind.lasting)
    func severalStores(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, Self.model())
        let second = try stack.coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let context = stack.context()
        for place in Self.texts.indices {
            let word = context.insert("Word", Self.values(place))
            if place % 2 == 1 { context.assign(word, to: second) }
        }
        try context.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Word")
        for order in Self.samples where order.key != "list" {
            request.sortDescriptors = [order]
            let found = try context.fetch(request)
            #expect(found.count == Self.texts.count)
            for (left, right) in zip(found, found.dropFirst()) {
                #expect(order.compare(left, to: right) != .orderedDescending, "\(Self.name(order))")
            }
            (request.fetchOffset, request.fetchLimit) = (5, 7)
            #expect(try context.fetch(request).elementsEqual(found[5..<12]), "\(Self.name(order))")
            #expect(try context.count(for: request) == 7)
            (request.fetchOffset, request.fetchLimit) = (0, 0)
        }
    }

    @Test(
        "FET-27 by the object itself: the order of numbers, unsaved objects last",
        arguments: Stack.Kind.lasting)
    func byIdentity(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, Self.model())
        let context = stack.context()
        for place in 0..<6 {
            context.insert("Word", ["place": place])
            try context.save()
        }
        let all = try context.all("Word", by: "place")
        all[2].setValue("changed", forKey: "text")
        context.insert("Word", ["place": 6])
        for key in ["self", "objectID"] {
            let ascending = try Self.places(context, NSSortDescriptor(key: key, ascending: true))
            #expect(ascending.elementsEqual(0...6), "\(key)")
        }
    }
}
