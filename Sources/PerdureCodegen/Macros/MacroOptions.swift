// SPDX-License-Identifier: Apache-2.0
// The macro arguments that all kinds of property have. Part of MacroPropertyWriter.swift.

import Foundation
import PerdureModelFormat
import PerdurePredicates

/// Writes the options and the labelled arguments of a property.
struct MacroOptions {
    let traits: PropertyTraits
    let names: MacroNames

    /// The option for optionality; empty where the Swift type and the model agree on nil.
    func optionality(_ isSwiftOptional: Bool) -> [String] {
        isSwiftOptional == traits.isOptional ? [] : [traits.isOptional ? ".optional" : ".required"]
    }

    /// Options that all kinds of property can have.
    var common: [String] {
        var options: [String] = []
        if traits.isIndexed { options.append(".indexed") }
        if traits.isIndexedBySpotlight { options.append(".spotlight") }
        if traits.isStoredInExternalRecord { options.append(".externalRecord") }
        return options + traits.validations.map(validation)
    }

    /// The labelled arguments, which follow the options.
    var labelled: [String] {
        var arguments: [String] = []
        if let name = traits.renamingIdentifier {
            arguments.append("originalName: \(SwiftName.literal(name))")
        }
        if let modifier = traits.versionHashModifier {
            arguments.append("hashModifier: \(SwiftName.literal(modifier))")
        }
        return arguments
    }

    var userInfo: [String] {
        traits.userInfo.isEmpty ? [] : ["userInfo: \(MacroText.dictionary(traits.userInfo))"]
    }

    private func validation(_ validation: ValidationDocument) -> String {
        if let limit = limit(validation) { return limit }
        let format = SwiftName.literal(PredicatePrinter.format(validation.predicate))
        return switch validation.warning {
        case .text(let text): ".validation(\(format), \(SwiftName.literal(text)))"
        case .code(let code): ".validation(\(format), code: \(code))"
        }
    }

    /// The option that makes exactly this validation; nil when no option does.
    private func limit(_ validation: ValidationDocument) -> String? {
        guard case .comparison(let comparison) = validation.predicate,
            case .constant(let constant) = comparison.right, case .code(let code) = validation.warning,
            validation.predicate
                == .comparison(ComparisonNode(comparison.left, comparison.comparison, .constant(constant)))
        else { return nil }
        let isValue = comparison.left == .evaluatedObject
        let isLength = comparison.left == .key("length")
        let isDate = if case .date = constant { true } else { false }
        switch (comparison.comparison, code) {
        case (.greaterThanOrEqual, isDate ? 1640 : 1620) where isValue: return bound(".minimum", constant)
        case (.lessThanOrEqual, isDate ? 1630 : 1610) where isValue: return bound(".maximum", constant)
        case (.greaterThanOrEqual, 1670) where isLength: return length(".minimumLength", constant)
        case (.lessThanOrEqual, 1660) where isLength: return length(".maximumLength", constant)
        case (.matches, 1680) where isValue:
            guard case .string(let pattern) = constant else { return nil }
            return ".pattern(\(SwiftName.literal(pattern)))"
        default: return nil
        }
    }

    private func bound(_ name: String, _ constant: ConstantValue) -> String? {
        switch constant {
        case .integer, .double, .decimal, .date: MacroConstant.text(constant, names).map { "\(name)(\($0))" }
        default: nil
        }
    }

    private func length(_ name: String, _ constant: ConstantValue) -> String? {
        guard case .integer(let length) = constant else { return nil }
        return "\(name)(\(length))"
    }
}
