// SPDX-License-Identifier: Apache-2.0
// Files made to crash, hang or exhaust a reader: each must end in an error, at once.

import Foundation
import PerdurePropertyList
import Testing

@Suite("Hostile binary property lists")
struct HostilePropertyListTests {
    typealias Bytes = PropertyListBytes

    static let refused: [(name: String, data: Data)] = [
        ("empty", Data()),
        ("magic only", Data("bplist00".utf8)),
        ("an array that holds itself", Bytes.file([[0xA1, 0]])),
        ("a cycle of two arrays", Bytes.file([[0xA1, 1], [0xA1, 0]])),
        ("a dictionary that holds itself", Bytes.file([[0xD1, 1, 0], [0x51, 0x6B]])),
        ("a set that holds itself", Bytes.file([[0xC1, 0]])),
        ("a reference to nothing", Bytes.file([[0xA1, 9]])),
        ("a dictionary with an integer as key", Bytes.file([[0xD1, 1, 2], [0x10, 5], [0x51, 0x78]])),
        ("a dictionary with an array as key", Bytes.file([[0xD1, 1, 2], [0xA0], [0x51, 0x78]])),
        ("a key that stands twice", Bytes.file([[0xD2, 1, 1, 1, 1], [0x51, 0x78]])),
        ("a top object that is not there", Bytes.file([[0x08]], top: 1)),
        ("2^40 elements", Bytes.file([[0xAF, 0x13] + Bytes.bigEndian(1 << 40, 8)])),
        ("2^63 characters", Bytes.file([[0x5F, 0x13] + Bytes.bigEndian(1 << 63, 8)])),
        ("2^64-1 bytes of data", Bytes.file([[0x4F, 0x13] + Bytes.bigEndian(.max, 8)])),
        ("2^62 pairs", Bytes.file([[0xDF, 0x13] + Bytes.bigEndian(1 << 62, 8)], referenceSize: 8)),
        ("2^40 objects", Bytes.file(body: Array("bplist00".utf8) + [8], offsets: [8], count: 1 << 40)),
        ("an offset beyond the end", Bytes.file(body: Array("bplist00".utf8) + [8], offsets: [60_000])),
        ("an offset into the magic", Bytes.file(body: Array("bplist00".utf8) + [8], offsets: [3])),
        (
            "a table beyond the end",
            Bytes.file(body: Array("bplist00".utf8) + [8], offsets: [8], tableOffset: 1 << 62)
        ),
        (
            "objects that overlap",
            Bytes.file(body: Array("bplist00".utf8) + [0x5F, 0x10, 2, 0x51, 0x78], offsets: [8, 11])
        ),
        ("an unknown kind", Bytes.file([[0x70, 1]])),
        ("a plain string that is not ASCII", Bytes.file([[0x51, 0xFF]])),
        ("a reference of 16 bytes", Bytes.file([[0x8F] + Array(repeating: 1, count: 16)])),
    ]

    @Test("Crafted files end in errors", arguments: refused.indices)
    func crafted(index: Int) {
        let (name, data) = Self.refused[index]
        #expect(throws: PropertyListError.self, "\(name)") { try BinaryPropertyList.read(data) }
    }

    @Test("A set and a reference, which crash Foundation's reader, are values")
    func setAndReference() throws {
        #expect(try BinaryPropertyList.read(Bytes.file([[0xC1, 1], [0x51, 0x78]])) == .set([.string("x")]))
        #expect(try BinaryPropertyList.read(Bytes.file([[0xA1, 1], [0x80, 5]])) == .array([.uid(5)]))
    }

    @Test("Thirty arrays that each hold the next one ten times are refused, seven are not")
    func referenceBomb() throws {
        func bomb(_ levels: Int) -> Data {
            Bytes.file(
                (0..<levels).map { [0xAA] + Array(repeating: UInt8($0 + 1), count: 10) } + [[0x51, 0x78]])
        }
        #expect(throws: PropertyListError.self) { try BinaryPropertyList.read(bomb(30)) }
        #expect(throws: PropertyListError.self) { try BinaryPropertyList.read(bomb(7)) }
        #expect(try BinaryPropertyList.read(bomb(3)).arrayValue?.count == 10)
    }

    @Test("60,000 containers inside each other are refused")
    func deepNesting() {
        let count = 60_000
        var objects = (0..<count).map { [UInt8(0xA1)] + Bytes.bigEndian(UInt64($0 + 1), 4) }
        objects.append([8])
        let data = Bytes.file(objects, referenceSize: 4)
        #expect(throws: PropertyListError.self) { try BinaryPropertyList.read(data) }
    }

    @Test("Every truncation of a good file ends in an error")
    func truncated() throws {
        let good = try BinaryPropertyList.write(
            .dictionary(["a": .array([.integer(1), .string("ü"), .data(Data([1, 2]))])]))
        for count in 0..<good.count {
            #expect(throws: PropertyListError.self) { try BinaryPropertyList.read(good.prefix(count)) }
        }
    }

    @Test("Every change of one byte of a good file ends in a value or an error")
    func mutated() throws {
        let good = try BinaryPropertyList.write(
            .dictionary([
                "a": .integer(1 << 40),
                "b": .array([.string("x"), .data(Data([1, 2, 3])), .real(3.5), .boolean(true)]),
                "c": .dictionary(["deep": .array([.dictionary(["k": .string("ü€")])])]), "d": .set([.uid(3)]),
            ]))
        var survivors = 0
        for index in good.indices {
            for value in UInt8.min...UInt8.max {
                var bad = good
                bad[index] = value
                if (try? BinaryPropertyList.read(bad)) != nil { survivors += 1 }
            }
        }
        // A changed letter is still a letter; a changed length or offset is not.
        #expect(survivors > good.count)
        #expect(survivors < good.count * 256)
    }
}
