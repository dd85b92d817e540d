// SPDX-License-Identifier: Apache-2.0
// Binary property lists and keyed archives that stop, hang or exhaust Foundation's readers, byte by byte.

import Foundation
import PerdurePropertyList

/// Crafted files by name.
enum CraftedArchives {
    /// No reader of ours takes one of these.
    static let lists: [(name: String, data: Data)] = [
        ("an array that holds itself", file([[0xA1, 0]])),
        ("a cycle of two arrays", file([[0xA1, 1], [0xA1, 0]])),
        ("a dictionary that holds itself", file([[0xD1, 1, 0], [0x51, 0x6B]])),
        ("2^40 elements", file([[0xAF, 0x13] + bigEndian(1 << 40, 8)])),
        ("30 levels of ten references", bomb(30)), ("7 levels of ten references", bomb(7)),
        ("60,000 levels", deep(60_000)), ("an array as key", file([[0xD1, 1, 2], [0xA0], [0x51, 0x78]])),
        ("an integer as key", file([[0xD1, 1, 2], [0x10, 5], [0x51, 0x78]])),
        ("a date that is no number", file([[0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]])),
        ("only the magic", Data("bplist00".utf8)), ("zeros", Data(count: 300)),
    ]

    /// These are well-formed lists, and neither models nor metadata.
    static let strangers: [(name: String, data: Data)] = [
        ("a set", file([[0xC1, 1], [0x51, 0x78]])), ("a reference", file([[0xA1, 1], [0x80, 5]])),
        ("a lone number", file([[0x10, 5]])), ("an archive without objects", archive(objects: [])),
        ("a forbidden class", forbiddenClass), ("objects that hold each other", archiveCycle),
        (
            "a class that is its own class",
            archive(objects: [.string("$null"), .dictionary(["$class": .uid(1)])])
        ),
        ("an archived date that is no number", archivedDate(.nan)),
        ("a root that is not there", archive(objects: [.string("$null")], root: 4_000_000_000)),
    ]

    /// Well-formed and large: what they hold is no model.
    static let large: [(name: String, data: Data)] = [
        ("a million references to one number", repeated(1_000_000, [0x10, 5])),
        ("a million references to one text", repeated(1_000_000, [0x53, 0x61, 0x62, 0x63])),
        (
            "four megabytes of data",
            file([[0x4F, 0x12] + bigEndian(4 << 20, 4) + Array(repeating: 7, count: 4 << 20)])
        ),
        ("half a million numbers", manyNumbers(500_000)),
    ]

    static var all: [(name: String, data: Data)] { lists + strangers }

    /// A class that no allow-list has: Foundation's reader ends the process.
    static let forbiddenClass = archive(objects: [
        .string("$null"), .dictionary(["$class": .uid(2), "command": .string("rm")]),
        .dictionary([
            "$classname": .string("Evil"), "$classes": .array([.string("Evil"), .string("NSObject")]),
        ]),
    ])

    private static func archivedDate(_ seconds: Double) -> Data {
        archive(objects: [
            .string("$null"), .dictionary(["$class": .uid(2), "NS.time": .real(seconds)]),
            .dictionary([
                "$classname": .string("NSDate"),
                "$classes": .array([.string("NSDate"), .string("NSObject")]),
            ]),
        ])
    }

    private static let archiveCycle = archive(objects: [
        .string("$null"), .dictionary(["$class": .uid(2), "NS.objects": .array([.uid(1), .uid(1)])]),
        .dictionary([
            "$classname": .string("NSArray"), "$classes": .array([.string("NSArray"), .string("NSObject")]),
        ]),
    ])

    private static func archive(objects: [PropertyListValue], root: Int = 1) -> Data {
        let value = PropertyListValue.dictionary([
            "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
            "$top": .dictionary(["root": .uid(root)]), "$objects": .array(objects),
        ])
        // Never empty: all of its values have a form.
        return (try? BinaryPropertyList.write(value)) ?? Data()
    }

    private static func bomb(_ levels: Int) -> Data {
        file((0..<levels).map { [0xAA] + Array(repeating: UInt8($0 + 1), count: 10) } + [[0x51, 0x78]])
    }

    private static func repeated(_ count: Int, _ object: [UInt8]) -> Data {
        file([[0xAF, 0x12] + bigEndian(UInt64(count), 4) + Array(repeating: 1, count: count), object])
    }

    private static func manyNumbers(_ count: Int) -> Data {
        let references = (1...count).flatMap { bigEndian(UInt64($0), 4) }
        let numbers = (0..<count).map { [0x10, UInt8(truncatingIfNeeded: $0)] as [UInt8] }
        return file([[0xAF, 0x12] + bigEndian(UInt64(count), 4) + references] + numbers, referenceSize: 4)
    }

    private static func deep(_ levels: Int) -> Data {
        file((0..<levels).map { [0xA1] + bigEndian(UInt64($0 + 1), 4) } + [[8]], referenceSize: 4)
    }

    private static func file(_ objects: [[UInt8]], referenceSize: UInt8 = 1) -> Data {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += bigEndian(UInt64(bytes.count), 4)
            bytes += object
        }
        let table = UInt64(bytes.count)
        bytes += offsets + [0, 0, 0, 0, 0, 0, 4, referenceSize]
        return Data(bytes + bigEndian(UInt64(objects.count), 8) + bigEndian(0, 8) + bigEndian(table, 8))
    }

    private static func bigEndian(_ value: UInt64, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
}
