// SPDX-License-Identifier: Apache-2.0
// The values of rows as JSON. Texts, whole numbers, truth values and fractions look like themselves; all others stand in an
// object that says what they are: {"date": "700000000.125"}.

import Foundation
import PerdureStore

extension JSONValue {
    /// The form of an attribute's value.
    init(_ value: StoredValue, of type: StoredAttributeType) {
        switch (type, value) {
        case (.boolean, .integer(0)): self = .bool(false)
        case (.boolean, .integer(1)): self = .bool(true)
        case (.double, .integer(let value)), (.float, .integer(let value)):
            self = .tagged("integer", .integer(value))
        case (.double, .double(let value)) where value.isPlain,
            (.float, .double(let value)) where value.isPlain:
            self = .number(value)
        default: self.init(value)
        }
    }

    /// The form of a value whose type nobody knows, such as a composite's leaf.
    private init(_ value: StoredValue) {
        switch value {
        case .null: self = .null
        case .integer(let value): self = .integer(value)
        case .string(let value): self = .string(value)
        // As texts, because a number has no infinity, and loses the sign of 0.
        case .double(let value): self = .tagged("double", .string("\(value)"))
        case .date(let value): self = .tagged("date", .string("\(value)"))
        case .data(let value): self = .tagged("data", .string(value.base64EncodedString()))
        case .uuid(let value): self = .tagged("uuid", .string(value.uuidString))
        case .decimal(let box): self = .tagged("decimal", .string("\(box.value)"))
        case .reference(let key): self = .integer(key.number)
        case .composite(let leaves): self = .tagged("composite", .array(leaves.map { JSONValue($0) }))
        }
    }

    /// The value of an attribute; nil for a form that no value of its type has.
    func stored(as type: StoredAttributeType) -> StoredValue? {
        let value: StoredValue? =
            switch (self, type) {
            case (.bool(let flag), .boolean): .integer(flag ? 1 : 0)
            case (.integer(let number), .double), (.integer(let number), .float): .double(Double(number))
            case (.number(let number), .double), (.number(let number), .float): .double(number)
            default: plain
            }
        return value.flatMap { Self.fits($0, type) ? $0 : nil }
    }

    private var plain: StoredValue? {
        switch self {
        case .null: .null
        case .integer(let value): .integer(value)
        case .string(let value): .string(value)
        case .object: tag.flatMap { Self.untagged($0.name, $0.value) }
        case .bool, .number, .array: nil
        }
    }

    private static func untagged(_ name: String, _ value: JSONValue) -> StoredValue? {
        switch (name, value) {
        case ("integer", .integer(let value)): .integer(value)
        case ("double", .string(let text)): Double(text).map { .double($0) }
        case ("date", .string(let text)): Double(text).map { .date($0) }
        case ("data", .string(let text)): Data(base64Encoded: text).map { .data($0) }
        case ("uuid", .string(let text)): UUID(uuidString: text).map { .uuid($0) }
        case ("decimal", .string("NaN")): .decimal(DecimalBox(.nan))
        case ("decimal", .string(let text)): Decimal(string: text).map { .decimal(DecimalBox($0)) }
        case ("composite", .array(let leaves)):
            leaves.allSatisfy { $0.plain != nil } ? .composite(leaves.compactMap(\.plain)) : nil
        default: nil
        }
    }

    /// Whether attributes of a type may hold a value: nobody checks files that people edit.
    private static func fits(_ value: StoredValue, _ type: StoredAttributeType) -> Bool {
        switch (value, type) {
        case (.null, _), (_, .undefined), (_, .transformable), (_, .objectID): true
        case (.integer, _), (.double, _), (.decimal, _): isNumber(type)
        case (.string, .string), (.string, .uri), (.date, .date), (.data, .binary), (.uuid, .uuid): true
        case (.composite, .composite): true
        default: false
        }
    }

    private static func isNumber(_ type: StoredAttributeType) -> Bool {
        switch type {
        case .integer16, .integer32, .integer64, .boolean, .double, .float, .decimal: true
        default: false
        }
    }
}

extension Double {
    /// Whether a JSON number shows it exactly.
    fileprivate var isPlain: Bool { isFinite && !(self == 0 && sign == .minus) }
}
