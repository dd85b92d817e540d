// SPDX-License-Identifier: Apache-2.0
// The lines of one attribute in a macro class. Part of MacroAttribute.swift.

import PerdureModelFormat

extension MacroAttribute {
    /// The macros and the property.
    ///
    /// - Throws: `ModelFormatError` for a type that cannot be stored.
    mutating func lines(_ name: String) throws -> [String] {
        let value = valueText()
        let type = try typeText()
        let isOptional = isOptional(value)
        var arguments = arguments(isOptional)
        var initial = ""
        if let value, isValueArgument {
            arguments.append("default: \(value)")
        } else if let value {
            initial = " = \(value)"
        }
        var lines: [String] = []
        if attribute.traits.isTransient, !isTransientSaid, !isComputed { lines.append("@Transient") }
        if !arguments.isEmpty { lines.append(MacroText.macro(macro, arguments)) }
        return lines + macrosBelow + ["var \(name): \(type)\(isOptional ? "?" : "")\(initial)"]
    }

    /// Whether the attribute is derived: it is nil until a store computes it, and the program never sets it.
    private var isComputed: Bool { attribute.isComputed }

    private func arguments(_ isOptional: Bool) -> [String] {
        let all = MacroOptions(traits: attribute.traits, names: names)
        let readOnly = attribute.traits.isReadOnly && !isComputed ? [".readOnly"] : []
        return subject + all.optionality(isOptional || isNeverNil) + options + all.common + readOnly
            + lastOptions + all.labelled + labelled + all.userInfo
    }

    /// Whether the property is optional: also without a default, if its type has no natural zero for nil.
    private func isOptional(_ value: String?) -> Bool {
        if isComputed || isNeverNil { return isComputed }
        let hasZero = AttributeType.facts(of: attribute.type)?.plainType?.zero != nil
        return attribute.traits.isOptional || value == nil && !hasZero
    }

    private var isValueArgument: Bool {
        if case .constant = value { isComputed } else { true }
    }

    /// The default value as an expression; a value without a literal becomes a limit.
    private mutating func valueText() -> String? {
        if case .argument(let text) = value { return text }
        guard let value = attribute.defaultValue else { return nil }
        let isPlain = AttributeType.facts(of: attribute.type)?.plainType != nil
        let text = isPlain ? MacroConstant.text(value, type: attribute.type, names) : nil
        if text == nil { limit("a default value that no literal stands for") }
        return text
    }

    private func typeText() throws -> String {
        if let type { return type }
        if let plain = MacroTypes.plain(attribute.type, names) { return plain }
        if attribute.type == AttributeType.undefined, attribute.traits.isTransient { return "Any" }
        throw ModelFormatError(
            .unsupported,
            "an attribute of the type \(AttributeType.name(of: attribute.type)) cannot be stored: give it another one",
            entity: entity, property: attribute.traits.name)
    }
}
