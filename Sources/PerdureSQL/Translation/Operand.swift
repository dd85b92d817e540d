// SPDX-License-Identifier: Apache-2.0
// The sides of comparisons, and constants in the form of stored values. ExpressionTranslator.swift makes operands;
// PredicateTranslator+Comparisons.swift compares them.

import Foundation
import PerdurePredicates
import PerdureStore

/// One side of a comparison.
enum Operand {
    case typed(SQLExpression, ValueType)
    case constant(ConstantValue)
    case list([ExpressionNode])
    case members(MemberSet)
    /// A set or dictionary that merges, or an entry of one.
    case merged(MergedOperand)

    var isText: Bool {
        switch self {
        case .typed(_, let type): type.isText
        case .constant(.string), .constant(.url): true
        default: false
        }
    }

    /// Whether the operand is a decimal number.
    ///
    /// A whole decimal is stored as an integer.
    var isDecimal: Bool {
        switch self {
        case .typed(_, .attribute(.decimal)), .constant(.decimal): true
        default: false
        }
    }

    /// Whether the operand is a whole number by its type.
    var isInteger: Bool {
        switch self {
        case .typed(_, .attribute(.integer16)), .typed(_, .attribute(.integer32)),
            .typed(_, .attribute(.integer64)), .constant(.integer):
            true
        default: false
        }
    }

    var isNullConstant: Bool {
        if case .constant(.null) = self { return true }
        return false
    }

    var type: ValueType {
        if case .typed(_, let type) = self { return type }
        return .computed
    }
}

extension Operand {
    /// The kind of the operand's value; nil for nil, for entities, and when only the database knows the kind.
    var kind: ValueKind? {
        switch self {
        case .typed(_, let type): type.kind
        case .constant(let constant): constant.kind
        case .merged(let merged): merged.kind
        case .list, .members: nil
        }
    }

    /// Whether this is a text column and the other operand a constant number with a text: they are compared as texts.
    private func isText(besideNumber other: Operand) -> Bool {
        guard case .typed(_, let type) = self, case .constant(let constant) = other else { return false }
        return type.isText && constant.numberText != nil
    }

    /// Whether two operands can be the same.
    ///
    /// Values of different kinds are never equal. Objects of different hierarchies are not equal either, because each
    /// hierarchy has its own key numbers. There are two exceptions: a UUID may be written as a text, and a number beside a
    /// text is compared as its text. NaN equals nothing.
    func mayEqual(_ other: Operand) -> Bool {
        if case .reference(let root) = type, case .reference(let otherRoot) = other.type {
            return root == otherRoot
        }
        if isNaN(beside: other) || other.isNaN(beside: self) { return false }
        guard let kind, let otherKind = other.kind, kind != otherKind else { return true }
        if isText(besideNumber: other) || other.isText(besideNumber: self) { return true }
        return [kind, otherKind].allSatisfy { $0 == .uuid || $0 == .text }
    }
}

extension ConstantValue {
    fileprivate var kind: ValueKind? {
        switch self {
        case .boolean, .integer, .double, .decimal: .number
        case .string, .url: .text
        case .date: .date
        case .data: .data
        case .uuid: .uuid
        case .reference: .reference
        case .null, .array, .set, .dictionary, .object: nil
        }
    }
}

extension Operand {
    var merged: MergedOperand? {
        if case .merged(let merged) = self { return merged }
        return nil
    }

    /// The operand as the value of a member under ANY or ALL.
    var ofMember: Operand {
        guard case .merged(var merged) = self else { return self }
        merged.isOfMember = true
        return .merged(merged)
    }

    var isMembers: Bool {
        if case .members = self { return true }
        return false
    }
}

/// Binds constants.
struct ConstantBinding {
    let mapping: StoreMapping

    /// The stored form of a constant; nil when no stored value can equal it (an object of another hierarchy).
    func value(_ constant: ConstantValue, for type: ValueType) throws -> SQLBinding? {
        // A key equals only an object: a plain number must not match a key.
        if case .reference(let root) = type, constant != .null {
            guard case .reference(let reference) = constant, reference.root == root else { return nil }
            return .integer(reference.number)
        }
        if type.isText, let text = constant.numberText { return .text(text) }
        switch constant {
        case .null: return .null
        case .boolean(let value): return .integer(value ? 1 : 0)
        case .integer(let value): return integer(value, for: type)
        case .double(let value): return .real(value)
        case .decimal(let value): return mapping.keepsDecimals ? .decimal(value) : Self.value(value)
        case .date(let value): return .real(value.timeIntervalSinceReferenceDate)
        case .data(let value): return .blob(value)
        case .url(let value): return .text(value.absoluteString)
        case .string(let value): return text(value, for: type)
        case .uuid(let value): return uuid(value, for: type)
        case .reference(let reference): return .integer(reference.number)
        case .array, .set, .dictionary:
            throw StoreError.unsupported("a collection cannot be compared with a single value")
        case .object:
            throw StoreError.unsupported(
                "an object that the store does not know cannot be used as a constant of a fetch")
        }
    }

    /// An entity's number is the schema's; the file has its own.
    private func integer(_ value: Int64, for type: ValueType) -> SQLBinding? {
        guard case .entity = type else { return .integer(value) }
        guard value > 0, value <= Int64(mapping.entities.count), let entity = mapping[Int32(value)] else {
            return nil
        }
        return .integer(Int64(entity.fileNumber))
    }

    /// The form of a decimal in its column: an integer if the value is whole, otherwise a double.
    static func value(_ decimal: Decimal) -> SQLBinding {
        let text = decimal.description
        if let integer = Int64(text) { return .integer(integer) }
        return .real(decimal.nearestDouble)
    }

    /// The 16 bytes of a UUID column.
    static func bytes(_ uuid: UUID) -> Data { withUnsafeBytes(of: uuid.uuid) { Data($0) } }

    private func text(_ text: String, for type: ValueType) -> SQLBinding? {
        switch type {
        case .attribute(.uuid): return UUID(uuidString: text).map { .blob(Self.bytes($0)) }
        case .entity:
            guard let number = mapping.schema.entity(named: text)?.number, let entity = mapping[number] else {
                return nil
            }
            return .integer(Int64(entity.fileNumber))
        default: return .text(text)
        }
    }

    private func uuid(_ uuid: UUID, for type: ValueType) -> SQLBinding {
        type.isText ? .text(uuid.uuidString) : .blob(Self.bytes(uuid))
    }
}
