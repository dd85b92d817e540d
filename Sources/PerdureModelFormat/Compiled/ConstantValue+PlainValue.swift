// SPDX-License-Identifier: Apache-2.0
// Converts the constants of predicates and defaults to the plain values of a keyed archive, and back.

import Foundation
import PerdurePredicates
import PerdurePropertyList

extension ConstantValue {
    /// The constant for a value of an archive.
    ///
    /// An ordered set becomes an array. The keys of a dictionary become their descriptions; in practice they are strings.
    init(_ value: PlainValue) {
        switch value {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .unsigned(let value): self = .double(Double(value))
        case .real(let value): self = .double(value)
        case .decimal(let value): self = .decimal(value)
        case .string(let value): self = .string(value)
        case .data(let value): self = .data(value)
        case .date(let value): self = .date(value)
        case .uuid(let value): self = .uuid(value)
        case .url(let value): self = .url(value)
        case .array(let values), .orderedSet(let values): self = .array(values.map(ConstantValue.init))
        case .set(let values): self = .set(Set(values.map(ConstantValue.init)))
        case .dictionary(let values):
            let pairs = values.map { (Self.key($0.key), ConstantValue($0.value)) }
            self = .dictionary(Dictionary(pairs) { first, _ in first })
        }
    }

    private static func key(_ value: PlainValue) -> String {
        if case .string(let text) = value { return text }
        return "\(value)"
    }

    /// The value as an archive can hold it; nil for objects and references.
    package var plainValue: PlainValue? {
        switch self {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .double(let value): .real(value)
        case .decimal(let value): .decimal(value)
        case .string(let value): .string(value)
        case .date(let value): .date(value)
        case .data(let value): .data(value)
        case .uuid(let value): .uuid(value)
        case .url(let value): .url(value)
        case .array(let values): Self.plain(values).map { .array($0) }
        case .set(let values): Self.plain(Array(values)).map { .set(Set($0)) }
        case .dictionary(let values):
            Self.plain(Array(values.values)).map { plain in
                .dictionary(Dictionary(zip(values.keys.map { .string($0) }, plain)) { first, _ in first })
            }
        case .reference: nil
        case .object: self == .null ? .null : nil
        }
    }

    private static func plain(_ values: [ConstantValue]) -> [PlainValue]? {
        let plain = values.compactMap(\.plainValue)
        return plain.count == values.count ? plain : nil
    }

    /// The constant as a value of an attribute's type, where that type has the same number.
    func converted(to type: Int) -> ConstantValue {
        switch (self, type) {
        case (.integer(let value), AttributeType.boolean): .boolean(value != 0)
        case (.boolean(let value), _) where AttributeType.isInteger(type): .integer(value ? 1 : 0)
        case (.integer(let value), _) where AttributeType.isFloating(type): .double(Double(value))
        case (.boolean(let value), _) where AttributeType.isFloating(type): .double(value ? 1 : 0)
        case (.double(let value), _) where AttributeType.isInteger(type):
            Int64(exactly: value).map { .integer($0) } ?? self
        case (.integer(let value), AttributeType.decimal): .decimal(Decimal(value))
        // Foundation stops the process on a decimal of infinity.
        case (.double(let value), AttributeType.decimal): .decimal(value.isFinite ? Decimal(value) : .nan)
        default: self
        }
    }
}
