// SPDX-License-Identifier: Apache-2.0
// What each type of attribute keeps through a save and a fetch, on every kind of store.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Values of attributes")
struct AttributeValueTests {
    private func desk(_ kind: Stack.Kind) throws -> Desk {
        try Desk(
            kind,
            NSManagedObjectModel(
                EntitySketch(
                    "Value", .attribute("text", isOptional: false, default: ""),
                    .attribute("moment", .dateAttributeType), .attribute("amount", .decimalAttributeType),
                    .attribute("ratio", .doubleAttributeType), .attribute("small", .floatAttributeType),
                    .attribute("key", .UUIDAttributeType), .attribute("link", .URIAttributeType),
                    .attribute("shade", .stringAttributeType, isTransient: true)),
                EntitySketch("Measure", .attribute("weight", .doubleAttributeType, isOptional: false))))
    }

    /// The value of a property after a save, in a reader.
    private func kept(_ value: Any, _ key: String, _ kind: Stack.Kind) throws -> Any? {
        let desk = try desk(kind)
        desk.context.insert("Value", [key: value])
        try desk.context.save()
        return try desk.saved("Value").value(forKey: key)
    }

    @Test(
        "MOD-110 every text is kept as it is, and the empty one is not nil", arguments: Stack.Kind.allCases)
    func texts(kind: Stack.Kind) throws {
        let texts = ["", " a ", "e\u{301}\u{1F469}\u{200D}\u{1F680}", "a\u{0}b", "\u{FFFF}'\"\\%_\n"]
        for text in texts where kind.keepsNullCharacters || !text.contains("\u{0}") {
            let read = try #require(try kept(text, "text", kind) as? String)
            #expect(Array(read.unicodeScalars) == Array(text.unicodeScalars))
        }
    }

    @Test(
        "MOD-111 a date comes back equal, to the last bit of its seconds", arguments: Stack.Kind.allCases)
    func dates(kind: Stack.Kind) throws {
        let seconds = [0, 0.1 + 0.2, -1e9 + 0.000_001, 1_234_567_890.123_456_7, Double.leastNonzeroMagnitude]
        for date in seconds.map(Date.init(timeIntervalSinceReferenceDate:)) + [.distantPast, .distantFuture] {
            let read = try #require(try kept(date, "moment", kind) as? Date)
            #expect(read.timeIntervalSinceReferenceDate == date.timeIntervalSinceReferenceDate)
        }
    }

    @Test(
        "MOD-112 decimals: all digits in memory, 15 digits and 64-bit integers in every store",
        arguments: Stack.Kind.allCases)
    func decimals(kind: Stack.Kind) throws {
        for text in ["0.1", "-123456789012.345", "9223372036854775807", "0"] {
            let number = NSDecimalNumber(string: text)
            #expect(try kept(number, "amount", kind) as? NSDecimalNumber == number)
        }
        let long = NSDecimalNumber(string: "12345678901234567890123456789012345678")
        let desk = try desk(kind)
        let object = desk.context.insert("Value", ["amount": long])
        #expect(object.value(forKey: "amount") as? NSDecimalNumber == long)
        try desk.context.save()
        #expect(object.value(forKey: "amount") as? NSDecimalNumber == long)
        let read = try #require(try desk.saved("Value").value(forKey: "amount") as? NSDecimalNumber)
        if kind == .inMemory { #expect(read == long) }
        #expect(abs(read.doubleValue / long.doubleValue - 1) < 1e-15)
    }

    @Test(
        "MOD-112 the greatest and the smallest decimals can be read again", arguments: Stack.Kind.allCases)
    func greatestDecimals(kind: Stack.Kind) throws {
        for number in [Decimal.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude] {
            let read = try #require(
                try kept(NSDecimalNumber(decimal: number), "amount", kind) as? NSDecimalNumber)
            #expect(abs(read.doubleValue / NSDecimalNumber(decimal: number).doubleValue - 1) < 1e-15)
        }
    }

    @Test("MOD-113 Float keeps 32 bits, Double 64", arguments: Stack.Kind.allCases)
    func floatingPoint(kind: Stack.Kind) throws {
        for number in [Double.pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -0.1, .infinity] {
            #expect(try kept(number, "ratio", kind) as? Double == number)
        }
        for number in [Float.pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1] {
            #expect(try kept(number, "small", kind) as? Float == number)
        }
        #expect((try kept(16_777_217.0, "small", kind) as? NSNumber)?.doubleValue == 16_777_216)
    }

    @Test(
        "MOD-113 what is no number is stored as nil, and is no value where one is required",
        arguments: Stack.Kind.allCases)
    func notANumber(kind: Stack.Kind) throws {
        #expect(try kept(Double.nan, "ratio", kind) == nil)
        #expect(try kept(Float.nan, "small", kind) == nil)
        let desk = try desk(kind)
        desk.context.insert("Measure", ["weight": Double.nan])
        #expect(desk.saveError()?.code == 1570)
    }

    @Test(
        "MOD-114 UUID and URI come back equal, the URI with its text unchanged",
        arguments: Stack.Kind.allCases)
    func identifiers(kind: Stack.Kind) throws {
        let uuid = UUID()
        #expect(try kept(uuid, "key", kind) as? UUID == uuid)
        for text in ["https://example.org/a%20b?x=1&y=%C3%A9#z", "x-other:opaque", "relative/path"] {
            let url = try #require(URL(string: text))
            #expect((try kept(url, "link", kind) as? URL)?.absoluteString == text)
        }
    }

    @Test(
        "MOD-92 STO-57 a transient is tracked and kept in memory, and has no column",
        arguments: Stack.Kind.allCases)
    func transients(kind: Stack.Kind) throws {
        let desk = try desk(kind)
        let object = desk.context.insert("Value", ["text": "a"])
        try desk.context.save()
        object.setValue("dark", forKey: "shade")
        #expect(object.hasChanges && desk.context.updatedObjects == [object])
        try desk.context.save()
        #expect(object.value(forKey: "shade") as? String == "dark")
        #expect(try desk.saved("Value").value(forKey: "shade") == nil)
        if let url = desk.stack.url {
            let columns = try RawDatabase(url).rows("PRAGMA table_info(ZVALUE)").map { $0[1] }
            #expect(
                columns.sorted() == [
                    "ZAMOUNT", "ZKEY", "ZLINK", "ZMOMENT", "ZRATIO", "ZSMALL", "ZTEXT", "Z_ENT", "Z_OPT",
                    "Z_PK",
                ])
        }
    }

    @Test("MOD-93 a missing value may stay missing in memory; only the save refuses it")
    func optionality() throws {
        let desk = try desk(.inMemory)
        let object = desk.context.insert("Value", ["text": "a"])
        object.setValue(nil, forKey: "text")
        #expect(object.value(forKey: "text") == nil)
        desk.context.processPendingChanges()
        let error = try #require(desk.saveError())
        #expect(error.code == 1570 && error.userInfo[NSValidationKeyErrorKey] as? String == "text")
        object.setValue("b", forKey: "text")
        #expect(desk.saveError() == nil)
    }

    @Test(
        "MOD-95 PRG-47 predicates on length and content of a text validate it",
        arguments: [
            ("my title", []), ("ti", ["length", "content"]), ("no name", ["content"]),
            (String(repeating: "title", count: 11), ["length"]),
        ] as [(String, [String])])
    func validationPredicates(text: String, complaints: [String]) throws {
        let title = ModelSamples.attribute("title")
        title.setValidationPredicates(
            [
                NSPredicate(format: "length >= 3 AND length <= 50"),
                NSPredicate(format: "SELF CONTAINS 'title'"),
            ], withValidationWarnings: ["length", "content"])
        let desk = try Desk(.inMemory, ModelSamples.model(ModelSamples.entity("Card", [title])))
        desk.context.insert("Card", ["title": text])
        let error = desk.saveError()
        let details = error?.userInfo[NSDetailedErrorsKey] as? [NSError]
        #expect((details ?? error.map { [$0] } ?? []).map(\.localizedDescription) == complaints)
        #expect((details?.count ?? 0) == (complaints.count > 1 ? complaints.count : 0))
    }

    @Test(
        "OBJ-137 numbers as warnings become the error's code",
        arguments: [(1, 1620), (11, 1610), (5, nil)])
    func validationCodes(number: Int, code: Int?) throws {
        let count = ModelSamples.attribute("count", .integer16)
        count.setValidationPredicates(
            [NSPredicate(format: "SELF >= 2"), NSPredicate(format: "SELF <= 10")],
            withValidationWarnings: [1620, 1610])
        let desk = try Desk(.inMemory, ModelSamples.model(ModelSamples.entity("Card", [count])))
        desk.context.insert("Card", ["count": number])
        #expect(desk.saveError()?.code == code)
    }
}
