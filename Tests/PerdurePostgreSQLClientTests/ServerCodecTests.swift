// SPDX-License-Identifier: Apache-2.0
// The binary form of values: written, read back, and hostile bytes. ServerValueTests.swift compares with a server.

#if PostgreSQL
import Foundation
@testable import PerdurePostgreSQLClient
import Testing

@Suite struct ServerCodecTests {
    private func encoded(_ value: ServerValue) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try value.encode(to: &bytes, what: "value")
        return bytes
    }

    private func decoded(_ bytes: [UInt8], _ oid: UInt32) throws -> ServerValue {
        try bytes.withUnsafeBytes { try ServerValue($0, oid: oid, what: "value") }
    }

    static let samples: [ServerValue] = [
        .bool(true), .bool(false), .int2(-2), .int4(70_000), .int8(.min), .int8(1 << 53 + 1),
        .float8(-0.0),
        .float8(.infinity), .text(""), .text("Zoë 🧭"), .bytea(Data()), .bytea(Data([0, 255])),
        .uuid(UUID()), .numeric(Decimal(string: "-120034.5600001") ?? 0), .numeric(0),
        .jsonb("{\"a\": [1]}"),
        .timestamptz(-1), .array(.int8, []), .array(.text, [.text("a"), .null(.text), .text("")]),
        .array(.numeric, [.numeric(10_000), .numeric(Decimal(string: "0.0001") ?? 0)]),
        .array(.uuid, [.uuid(UUID())]), .array(.bool, [.bool(true), .null(.bool)]),
    ]

    @Test("PG-31 what is written is read back", arguments: samples)
    func readsBack(_ value: ServerValue) throws {
        #expect(try decoded(encoded(value), value.oid) == value)
    }

    @Test("PG-31 the bytes are those of the book")
    func bytes() throws {
        #expect(try encoded(.int4(1)) == [0, 0, 0, 1])
        #expect(
            try encoded(.numeric(Decimal(string: "12345.67") ?? 0)) == [
                0, 3, 0, 1, 0, 0, 0, 2, 0, 1, 9, 41, 26, 44,
            ])
        #expect(try encoded(.numeric(.nan)) == [0, 0, 0, 0, 0xC0, 0, 0, 0])
        #expect(try encoded(.jsonb("1")) == [1, 49])
        #expect(try encoded(.array(.int2, [])) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 21])
        #expect(
            try encoded(.array(.int2, [.null(.int2), .int2(7)]))
                == [
                    0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 21, 0, 0, 0, 2, 0, 0, 0, 1, 255, 255, 255, 255, 0, 0,
                    0, 2, 0, 7,
                ])
        #expect(try decoded([0, 0, 0, 0, 0xC0, 0, 0, 0], ServerType.numeric.rawValue) == .numeric(.nan))
    }

    @Test("PG-31 each type has the numbers of all servers")
    func numbers() {
        let expected: [ServerType: (UInt32, UInt32)] = [
            .bool: (16, 1000), .bytea: (17, 1001), .int8: (20, 1016), .int2: (21, 1005),
            .int4: (23, 1007),
            .text: (25, 1009), .float8: (701, 1022), .timestamptz: (1184, 1185), .numeric: (1700, 1231),
            .uuid: (2950, 2951), .jsonb: (3802, 3807), .varchar: (1043, 1015), .unknown: (0, 0),
        ]
        for type in ServerType.allCases {
            #expect(expected[type]?.0 == type.rawValue && expected[type]?.1 == type.arrayOID)
        }
    }

    @Test(
        "PG-31 bytes that are cut off, too many or changed are an error, never a trap", arguments: samples
    )
    func hostileBytes(_ value: ServerValue) throws {
        let bytes = try encoded(value)
        for count in 0..<bytes.count { _ = try? decoded(Array(bytes.prefix(count)), value.oid) }
        for index in bytes.indices {
            for byte in [0, 1, 127, 128, 255] as [UInt8] {
                var changed = bytes
                changed[index] = byte
                _ = try? decoded(changed, value.oid)
            }
        }
        if ![25, 17].contains(value.oid), value.oid != 3802 {
            #expect(throws: PostgreSQLError.self) { try decoded(bytes + [0], value.oid) }
        }
        #expect(throws: PostgreSQLError.self) { try decoded(bytes, 26) }
    }

    @Test("PG-37 a text with U+0000 is refused before anything is sent")
    func nullCharacter() throws {
        #expect(throws: PostgreSQLError.self) { try encoded(.text("a\0b")) }
        #expect(throws: PostgreSQLError.self) { try encoded(.array(.text, [.text("\0")])) }
        #expect(throws: PostgreSQLError.self) { try encoded(.array(.text, [.int2(1)])) }
    }

    @Test("PG-31 decimals of all sizes are read back, and longer ones are rounded to 38 digits")
    func decimals() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let digits = (0..<Int.random(in: 1...38, using: &random)).map { _ in
                String(Int.random(in: 0...9, using: &random))
            }
            let text =
                "\(Bool.random() ? "-" : "")\(digits.joined())e\(Int.random(in: -60...60, using: &random))"
            let value = try #require(Decimal(string: text))
            #expect(try decoded(encoded(.numeric(value)), 1700) == .numeric(value), "\(text)")
        }
        let nines: [UInt8] =
            [0, 10, 0, 9, 0, 0, 0, 0] + Array(repeating: [39, 15], count: 10).flatMap { $0 }
        #expect(try decoded(nines, 1700) == .numeric(Decimal(string: "1e40") ?? 0))
        #expect(throws: PostgreSQLError.self) { try decoded([0, 1, 0x7F, 0, 0, 0, 0, 0, 0, 1], 1700) }
        #expect(throws: PostgreSQLError.self) { try decoded([0, 0, 0, 0, 0xD0, 0, 0, 0], 1700) }
    }

    @Test("PG-31 every decimal of 39 digits and of the highest power of ten is read back exactly")
    func largeDecimals() throws {
        let texts = [
            "340282366920938463463374607431768211455", "-339999999999999999999999999999999999999",
            "340282366920938463463374607431768211455e127", "340282366920938463463374607431768211455e-128",
            "340000000000000000000000000000000000000e127", "1e127", "120e127", "1e-128",
        ]
        for text in texts {
            let value = try #require(Decimal(string: text))
            #expect(try decoded(encoded(.numeric(value)), 1700) == .numeric(value), "\(text)")
        }
        let least = -Decimal.greatestFiniteMagnitude
        #expect(try decoded(encoded(.numeric(least)), 1700) == .numeric(least))
    }

    @Test("PG-31 39 digits that do not fit are rounded to 38, and powers beyond a decimal's are refused")
    func decimalsBeyond() throws {
        // One more than the largest number of 128 bits.
        let digits: [Int16] = [340, 2823, 6692, 938, 4634, 6337, 4607, 4317, 6821, 1456]
        let tail: [UInt8] = digits.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        let beyond: [UInt8] = [0, 10, 0, 9, 0, 0, 0, 0] + tail
        let rounded = try #require(Decimal(string: "340282366920938463463374607431768211460"))
        #expect(try decoded(beyond, 1700) == .numeric(rounded))
        // 1e200
        #expect(throws: PostgreSQLError.self) { try decoded([0, 1, 0, 50, 0, 0, 0, 0, 0, 1], 1700) }
    }
}
#endif
