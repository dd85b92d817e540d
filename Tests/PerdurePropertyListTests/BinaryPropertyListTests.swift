// SPDX-License-Identifier: Apache-2.0
// Binary property lists: what is written is read again, by us and by Foundation. Crafted files are in
// HostilePropertyListTests.swift.

import Foundation
import PerdurePropertyList
import Testing

@Suite("Binary property lists")
struct BinaryPropertyListTests {
    static let everything = PropertyListValue.dictionary([
        "boolean": .array([.boolean(true), .boolean(false)]),
        "integers": .array(
            [0, 1, 255, 256, 65_535, 65_536, 1 << 32, .max, -1, .min].map { .integer($0) }),
        "unsigned": .unsigned(.max),
        "reals": .array([.real(0), .real(-0.5), .real(1e300)]),
        "strings": .array([
            .string(""), .string("plain"), .string("Größe 🚲"), .string(String(repeating: "x", count: 70_000)),
        ]),
        "date": .date(Date(timeIntervalSinceReferenceDate: -123.25)),
        "data": .data(Data((0..<300).map { UInt8(truncatingIfNeeded: $0) })),
        "nested": .dictionary(["empty": .dictionary([:]), "array": .array([])]),
    ])

    @Test("Every kind of value survives writing and reading")
    func roundTrip() throws {
        var all = Self.everything.dictionaryValue ?? [:]
        all["null"] = .null
        all["set"] = .set([.integer(1), .string("a")])
        all["uids"] = .array([.uid(0), .uid(255), .uid(256), .uid(70_000)])
        let value = PropertyListValue.dictionary(all)
        #expect(try BinaryPropertyList.read(BinaryPropertyList.write(value)) == value)
    }

    @Test("Equal values give equal files, and equal leaves are stored once")
    func sharing() throws {
        let text = PropertyListValue.string(String(repeating: "shared", count: 100))
        let once = try BinaryPropertyList.write(.array([text]))
        let often = try BinaryPropertyList.write(.array(Array(repeating: text, count: 50)))
        #expect(often.count < once.count + 60)
        #expect(try BinaryPropertyList.write(Self.everything) == BinaryPropertyList.write(Self.everything))
    }

    @Test("Two spellings of the same letters are two values, which come back each with its bytes")
    func spellings() throws {
        let texts = ["\u{E9}", "e\u{301}"]
        #expect(PropertyListValue.string(texts[0]) != .string(texts[1]))
        let list = try BinaryPropertyList.read(
            BinaryPropertyList.write(.array(texts.map { .string($0) })))
        let read = list.arrayValue?.map { Array($0.stringValue?.utf8 ?? "".utf8) }
        #expect(read == texts.map { Array($0.utf8) })
    }

    @Test("Foundation reads what we write")
    func foundationReads() throws {
        let data = try BinaryPropertyList.write(Self.everything)
        let list = try #require(
            try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
        #expect(list["date"] as? Date == Date(timeIntervalSinceReferenceDate: -123.25))
        #expect((list["integers"] as? [Int])?.last == .min)
        #expect((list["strings"] as? [String])?[2] == "Größe 🚲")
        #expect((list["data"] as? Data)?.count == 300)
    }

    @Test("We read what Foundation writes, in both formats")
    func readsFoundation() throws {
        let list: [String: Any] = [
            "a": 1,
            "b": ["x", Data([1, 2, 3]), Date(timeIntervalSinceReferenceDate: 5), 3.5, true] as [Any],
            "c": ["deep": "ü€<&>"], "big": Int64.max, "negative": -5,
        ]
        let expected = PropertyListValue.dictionary([
            "a": .integer(1),
            "b": .array([
                .string("x"), .data(Data([1, 2, 3])), .date(Date(timeIntervalSinceReferenceDate: 5)),
                .real(3.5),
                .boolean(true),
            ]),
            "c": .dictionary(["deep": .string("ü€<&>")]), "big": .integer(.max), "negative": .integer(-5),
        ])
        for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
            let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
            #expect(try PropertyList.read(data) == expected)
        }
    }

    @Test("A 4-byte real and a 16-byte integer are read")
    func rareWidths() throws {
        let real = PropertyListBytes.file([
            [0x22] + PropertyListBytes.bigEndian(UInt64(Float(1.5).bitPattern), 4)
        ])
        #expect(try BinaryPropertyList.read(real) == .real(1.5))
        let minusOne = PropertyListBytes.file([[0x14] + Array(repeating: 0xFF, count: 16)])
        #expect(try BinaryPropertyList.read(minusOne) == .integer(-1))
        let huge = PropertyListBytes.file([[0x14, 1] + Array(repeating: 0, count: 15)])
        #expect(throws: PropertyListError.self) { try BinaryPropertyList.read(huge) }
    }

    @Test("Writing refuses what reading would refuse")
    func depth() {
        var value = PropertyListValue.array([])
        for _ in 0..<300 { value = .array([value]) }
        let deep = value
        #expect(throws: PropertyListError.self) { try BinaryPropertyList.write(deep) }
    }

    @Test("A slice of data whose indexes do not start at zero is read")
    func slice() throws {
        let data = Data([9, 9, 9]) + (try BinaryPropertyList.write(.string("slice")))
        #expect(try BinaryPropertyList.read(data.dropFirst(3)) == .string("slice"))
    }
}
