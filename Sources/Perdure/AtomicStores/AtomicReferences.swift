// SPDX-License-Identifier: Apache-2.0
// Maps the reference objects of an atomic store to the numbers in object keys. NSAtomicStore.swift uses it.

import Foundation
import PerdureStore

/// The reference objects and numbers of one store.
struct AtomicReferences {
    private struct Name: Hashable {
        let entity: Int32
        let text: String
    }

    private var references: [ObjectKey: Any] = [:]
    private var names: [ObjectKey: Name] = [:]
    private var numbers: [Name: Int64] = [:]

    /// Computed numbers have this bit, which keeps them apart from numbers that programs count up.
    private static let computedBit: Int64 = 1 << 61

    func reference(of key: ObjectKey) -> Any? { references[key] }

    /// The number of an object; it is the same each time the store is opened.
    ///
    /// - Parameters:
    ///   - reference: a number, a text, or anything with a description of its own.
    ///   - layout: the object's entity.
    /// - Returns: a positive number.
    mutating func number(of reference: Any, _ layout: EntityLayout) -> Int64 {
        let count = Self.integer(reference)
        let name = Name(entity: layout.number, text: count.map { "#\($0)" } ?? "\(reference)")
        if let known = numbers[name] { return known }
        var number = count.flatMap { $0 > 0 && $0 < Self.computedBit ? $0 : nil } ?? Self.hash(name.text)
        // Two entities of one hierarchy may use the same number; the later one gets another number.
        while let other = names[ObjectKey(entity: layout.number, root: layout.root, number: number)],
            other != name
        {
            number = Self.hash(name.text + "\(layout.name)\(number)")
        }
        let key = ObjectKey(entity: layout.number, root: layout.root, number: number)
        references[key] = reference
        names[key] = name
        numbers[name] = number
        return number
    }

    private static func integer(_ reference: Any) -> Int64? {
        switch reference {
        case is String: nil
        case let number as Int: Int64(number)
        case let number as Int64: number
        case let number as NSNumber: number.int64Value
        default: nil
        }
    }

    /// FNV-1a; the hash must be the same in every process; Swift's own hashing is not.
    private static func hash(_ text: String) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int64(hash >> 3) | computedBit
    }
}
