// SPDX-License-Identifier: Apache-2.0
// Keyed archives as object tables, and plain values in them.

import Foundation
import PerdurePropertyList
import Testing

@Suite("Keyed archives")
struct KeyedArchiveTests {
    static let values: [PlainValue] = [
        .null, .boolean(true), .integer(-7), .unsigned(.max), .real(2.5), .string("Größe"),
        .data(Data([0, 255])),
        .date(Date(timeIntervalSinceReferenceDate: 12.5)), .uuid(UUID()),
        .decimal(Decimal(string: "-12345678901234567890.0123456789") ?? 0), .decimal(0), .decimal(.nan),
        .decimal(Decimal(string: "9e100") ?? 0),
        .array([.integer(1), .array([.string("x"), .null])]), .set([.integer(1), .string("a")]),
        .orderedSet([.integer(2), .integer(1)]),
        .dictionary([.string("k"): .dictionary([.integer(1): .boolean(false)])]),
    ]

    @Test("Plain values survive archiving", arguments: values)
    func roundTrip(value: PlainValue) throws {
        #expect(try KeyedArchive.decodePlainValue(KeyedArchive.encodePlainValue(value)) == value)
    }

    @Test("URLs keep their text and their base")
    func urls() throws {
        let base = try #require(URL(string: "https://example.org/a/"))
        let url = try #require(URL(string: "b?c=d", relativeTo: base))
        let data = try KeyedArchive.encodePlainValue(.url(url))
        guard case .url(let read) = try KeyedArchive.decodePlainValue(data) else {
            Issue.record("not a URL")
            return
        }
        #expect(read.absoluteString == "https://example.org/a/b?c=d")
        #expect(read.relativeString == "b?c=d")
    }

    @Test("Foundation's own unarchiver reads our archives")
    func foundationReads() throws {
        let id = UUID()
        let value = PlainValue.dictionary([
            .string("list"): .array([.integer(1), .string("x"), .uuid(id)]),
            .string("date"): .date(Date(timeIntervalSinceReferenceDate: 5)),
            .string("data"): .data(Data([1, 2, 3])), .string("set"): .set([.string("only")]),
        ])
        let data = try KeyedArchive.encodePlainValue(value)
        let classes = [
            NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSUUID.self, NSDate.self,
            NSData.self,
            NSSet.self,
        ]
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) as? NSDictionary)
        #expect((read["list"] as? [Any])?.first as? Int == 1)
        #expect(read["date"] as? Date == Date(timeIntervalSinceReferenceDate: 5))
        #expect(read["data"] as? Data == Data([1, 2, 3]))
        #expect((read["set"] as? Set<String>)?.first == "only")
    }

    @Test("We read what Foundation's archiver writes")
    func readsFoundation() throws {
        let list: NSArray = [
            1, "x", Date(timeIntervalSinceReferenceDate: 5), Data([7]), NSSet(object: "y"), ["k": 2.5],
        ]
        let data = try NSKeyedArchiver.archivedData(withRootObject: list, requiringSecureCoding: false)
        let expected = PlainValue.array([
            .integer(1), .string("x"), .date(Date(timeIntervalSinceReferenceDate: 5)), .data(Data([7])),
            .set([.string("y")]), .dictionary([.string("k"): .real(2.5)]),
        ])
        #expect(try KeyedArchive.decodePlainValue(data) == expected)
    }

    @Test("A class that is not on the allow-list is refused by name")
    func foreignClass() throws {
        var builder = KeyedArchiveBuilder()
        let object = builder.add(classes: ["NSTask", "NSObject"], fields: ["x": .integer(1)])
        let data = try builder.archive(root: builder.add(array: [object]))
        let error = #expect(throws: PropertyListError.self) { try KeyedArchive.decodePlainValue(data) }
        #expect(error?.reason.contains("NSTask") == true)
    }

    @Test("Cycles are references, not values")
    func cycles() throws {
        var builder = KeyedArchiveBuilder()
        let first = builder.reserve()
        let second = builder.add(classes: ["B", "NSObject"], fields: ["back": .uid(first)])
        builder.define(first, classes: ["A", "NSObject"], fields: ["next": second])
        let archive = try KeyedArchive(builder.archive(root: .uid(first)))
        guard case .instance(let a) = try archive.object(try archive.root()),
            case .instance(let b) = try archive.resolve(a.fields["next"])
        else {
            Issue.record("objects are missing")
            return
        }
        #expect(a.className == "A" && b.classes == ["B", "NSObject"])
        #expect(b.fields["back"] == .uid(first))
        var list = KeyedArchiveBuilder()
        let own = list.reserve()
        list.define(own, classes: ["NSArray", "NSObject"], fields: ["NS.objects": .array([.uid(own)])])
        let data = try list.archive(root: .uid(own))
        #expect(throws: PropertyListError.self) { try KeyedArchive.decodePlainValue(data) }
    }

    @Test("Objects that share each other without bound end in an error")
    func sharingBomb() throws {
        var builder = KeyedArchiveBuilder()
        var inner = builder.add(string: "x")
        for _ in 0..<40 { inner = builder.add(array: Array(repeating: inner, count: 10)) }
        let data = try builder.archive(root: inner)
        #expect(throws: PropertyListError.self) { try KeyedArchive.decodePlainValue(data) }
    }

    @Test("What is no archive is refused")
    func noArchive() throws {
        for value in [PropertyListValue.integer(1), .dictionary([:]), .dictionary(["$objects": .integer(1)])]
        {
            let data = try BinaryPropertyList.write(value)
            #expect(throws: PropertyListError.self) { try KeyedArchive.decodePlainValue(data) }
        }
        let dangling = try BinaryPropertyList.write(
            .dictionary(["$objects": .array([.string("$null")]), "$top": .dictionary(["root": .uid(9)])]))
        #expect(throws: PropertyListError.self) { try KeyedArchive.decodePlainValue(dangling) }
    }

    @Test("Every change of one byte of an archive ends in a value or an error")
    func mutated() throws {
        let good = try KeyedArchive.encodePlainValue(
            .dictionary([
                .string("a"): .array([.uuid(UUID()), .decimal(12.5), .null]),
                .string("b"): .set([.date(Date())]),
            ]))
        var survivors = 0
        for index in good.indices {
            for mask in [UInt8(1), 0x10, 0x80, 0xFF] {
                var bad = good
                bad[index] ^= mask
                if (try? KeyedArchive.decodePlainValue(bad)) != nil { survivors += 1 }
            }
        }
        #expect(survivors > 0 && survivors < good.count * 4)
    }
}
