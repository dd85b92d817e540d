// SPDX-License-Identifier: Apache-2.0
// One property's value, as rows hold it: an enum of payloads of at most 16 bytes, so
// that an array of them costs 24 bytes a slot and no heap block for the common types.

import Foundation

/// The value of one slot as a store keeps it: numbers (booleans are the integers 0 and 1), text, bytes, keys.
///
/// Rows, plans and change sets hold nothing else, which is why they may cross to other threads. Perdure's `SlotValue` adds the
/// other values that an object's slot may hold.
public enum StoredValue: Sendable {
    case null
    /// Integer 16, 32, 64 and Boolean.
    case integer(Int64)
    /// Double and Float.
    case double(Double)
    /// String, and the absolute string of a URI.
    case string(String)
    /// Seconds since 2001-01-01 00:00:00 UTC.
    case date(Double)
    /// Binary data, and the archived form of a transformable value.
    case data(Data)
    case uuid(UUID)
    case decimal(DecimalBox)
    /// The destination of a to-one relationship.
    case reference(ObjectKey)
    /// The leaf values of a composite attribute, in the order of its layout.
    case composite([StoredValue])

    /// Whether there is no value.
    public var isNull: Bool {
        if case .null = self { return true }
        return false
    }
}

/// A decimal on the heap: it is larger than a slot's payload.
public final class DecimalBox: Sendable, Hashable {
    /// The decimal.
    public let value: Decimal
    /// Holds a decimal.
    public init(_ value: Decimal) { self.value = value }

    /// Whether the decimals are equal.
    public static func == (left: DecimalBox, right: DecimalBox) -> Bool { left.value == right.value }
    /// Hashes the decimal.
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension StoredValue: Equatable {
    /// Whether two values are of one kind and equal, as stores tell values apart: texts by their bytes.
    ///
    /// Predicates compare texts in their own way: there a composed and a decomposed letter are equal.
    public static func == (left: StoredValue, right: StoredValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let left), .integer(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.date(let left), .date(let right)): left == right
        case (.data(let left), .data(let right)): left == right
        case (.uuid(let left), .uuid(let right)): left == right
        case (.decimal(let left), .decimal(let right)): left == right
        case (.reference(let left), .reference(let right)): left == right
        case (.composite(let left), .composite(let right)): left == right
        default: false
        }
    }
}

extension StoredValue {
    /// Hashes the values that `==` compares.
    func hashContent(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .integer(let value): hasher.combine(value)
        case .double(let value), .date(let value): hasher.combine(value)
        // Texts that look alike have one hash, which is enough.
        case .string(let value): hasher.combine(value)
        case .data(let value): hasher.combine(value)
        case .uuid(let value): hasher.combine(value)
        case .decimal(let value): hasher.combine(value)
        case .reference(let value): hasher.combine(value)
        case .composite(let values): for value in values { value.hashContent(into: &hasher) }
        }
    }
}
