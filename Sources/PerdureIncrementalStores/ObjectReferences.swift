// SPDX-License-Identifier: Apache-2.0
// The reference objects of an incremental store, the numbers in object keys that stand for them, and the texts in URIs.

import Foundation
import PerdureStore

/// The reference objects of one store.
struct ObjectReferences {
    /// A reference object as part of a URI: the digits of a number, or the percent-encoded text.
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

    /// The text of an object in its URI.
    func text(of key: ObjectKey) -> String { names[key]?.text ?? "\(key.number)" }

    /// The key of the object that a URI names.
    mutating func key(named text: String, _ layout: EntityLayout) -> ObjectKey? {
        guard !text.isEmpty else { return nil }
        if let number = Int64(text) { return key(of: NSNumber(value: number), text, layout) }
        return text.removingPercentEncoding.map { key(of: $0, text, layout) }
    }

    /// The key of an object; its number is the same each time the store is opened.
    mutating func key(of reference: Any, _ text: String, _ layout: EntityLayout) -> ObjectKey {
        let name = Name(entity: layout.number, text: text)
        if let known = numbers[name] {
            return ObjectKey(entity: layout.number, root: layout.root, number: known)
        }
        let count = Int64(text).flatMap { $0 > 0 && $0 < Self.computedBit ? $0 : nil }
        var key = ObjectKey(entity: layout.number, root: layout.root, number: count ?? Self.hash(text))
        // Two entities of one hierarchy may use the same name; the later one gets another number.
        while let other = names[key], other != name {
            let number = Self.hash(text + "\(layout.name)\(key.number)")
            key = ObjectKey(entity: layout.number, root: layout.root, number: number)
        }
        references[key] = reference
        names[key] = name
        numbers[name] = key.number
        return key
    }

    /// The text of a reference object in URIs; may call the program's description of it.
    static func text(of reference: Any) -> String {
        switch reference {
        case let text as String: encoded(text)
        case let number as Int: "\(number)"
        case let number as NSNumber where Double(number.int64Value) == number.doubleValue:
            "\(number.int64Value)"
        default: encoded("\(reference)")
        }
    }

    /// A text that differs from those of numbers.
    private static func encoded(_ text: String) -> String {
        let name =
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", "_"])) ?? text
        guard Int64(name) != nil, let first = name.utf8.first else { return name }
        return "%" + String(first, radix: 16, uppercase: true) + name.dropFirst()
    }

    /// FNV-1a; the hash must be the same in every process; Swift's own hashing is not.
    private static func hash(_ text: String) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int64(hash >> 3) | computedBit
    }
}
