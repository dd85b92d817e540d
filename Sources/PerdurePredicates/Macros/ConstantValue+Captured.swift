// SPDX-License-Identifier: Apache-2.0
// Constants of a #Predicate: values as Swift has them. Term+Unsigned.swift orders numbers without a sign.

import Foundation

extension ConstantValue {
    /// The constant of a value as Swift has it: a character is a string of one, a number without a sign the integer that rows
    /// have for it.
    init(captured value: Any?) {
        guard let value else {
            self = .null
            return
        }
        self = Self.common(value) ?? Self.unsigned(value) ?? Self.captured(value) ?? ConstantValue(value)
    }

    /// The integer with the same bits as a number of 64 bits without a sign; nil for any other value.
    static func unsigned(_ value: Any) -> ConstantValue? {
        let type = type(of: value)
        if type == UInt64.self { return (value as? UInt64).map { .integer(Int64(bitPattern: $0)) } }
        if type == UInt.self { return (value as? UInt).map { .integer(Int64(bitPattern: UInt64($0))) } }
        return nil
    }

    private static func captured(_ value: Any) -> ConstantValue? {
        // Casts of Foundation's objects would change their kind.
        if type(of: value) is AnyClass { return nil }
        switch value {
        case let character as Character: return .string(String(character))
        case let text as Substring: return .string(String(text))
        case let value as any WrappedValue: return ConstantValue(captured: value.wrapped)
        case let elements as [Any]: return .array(elements.map { ConstantValue(captured: $0) })
        case let elements as Set<AnyHashable>:
            return .set(Set(elements.map { ConstantValue(captured: $0.base) }))
        case let value as any RawRepresentable: return captured(raw: value)
        default: return nil
        }
    }

    private static func captured(raw value: some RawRepresentable) -> ConstantValue {
        ConstantValue(captured: value.rawValue)
    }
}
