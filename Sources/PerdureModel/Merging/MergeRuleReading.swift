// SPDX-License-Identifier: Apache-2.0
// Reads an attribute's merge rule from its user info; refuses entries that make no sense.

import Foundation
import PerdureModelFormat
import PerdurePredicates
import PerdureStore

/// Reads the rule of one attribute.
struct MergeRuleReading {
    let attribute: NSAttributeDescription
    let entity: String?

    init(_ attribute: NSAttributeDescription, entity: String?) {
        self.attribute = attribute
        self.entity = entity
    }

    /// The rule; nil for an attribute that does not merge.
    ///
    /// - Throws: `CoreDataException` for unknown entries, and for a type that does not fit the kind.
    func rule() throws -> MergeRule? {
        // Most attributes have no user info. This code runs for each attribute when a store opens.
        guard attribute is MergeableAttributeDescription || attribute.userInfo?.isEmpty == false else {
            return nil
        }
        let entries = MergeEntries { attribute.userInfo?[$0] }
        guard attribute is MergeableAttributeDescription || entries.isPresent else { return nil }
        do {
            var rule = MergeRule(try entries.kind() ?? .value, type: attribute.attributeType.storeType)
            try requireType(rule)
            apply(try entries.document(rule.kind), into: &rule)
            return rule
        } catch let error as MergeEntryError {
            throw MergeRuleErrors.unknownEntry(
                error.given, error.key, known: error.known.joined(separator: ", "), path)
        }
    }

    private func apply(_ document: MergeDocument, into rule: inout MergeRule) {
        rule.criterion = document.criterion
        rule.conflict = document.conflict
        rule.element = document.elements
        rule.isDeep = document.isDeep
        rule.skipsChanged = document.skipsChanged
        // The elements of a set are indexed all together.
        rule.indexes = rule.kind == .set && !document.indexes.isEmpty ? [""] : document.indexes
        rule.isOptional = attribute.isOptional
        for predicate in attribute.validationPredicates { Self.addBounds(of: predicate.node, to: &rule) }
    }

    private var path: String { "\(entity ?? "an entity without a name").\(attribute.name)" }

    private func requireType(_ rule: MergeRule) throws {
        if !attribute.canMerge {
            throw MergeRuleErrors.unusableAttribute(path, "derived and composite attributes cannot merge")
        }
        switch (rule.kind, rule.type) {
        case (.counter, .integer16), (.counter, .integer32), (.counter, .integer64), (.counter, .double),
            (.counter, .decimal), (.set, .binary), (.dictionary, .binary), (.value, _):
            break
        case (.counter, _):
            throw MergeRuleErrors.unusableAttribute(path, "a counter is an integer, a double or a decimal")
        default:
            throw MergeRuleErrors.unusableAttribute(path, "a mergeable \(rule.kind.rawValue) is binary data")
        }
    }

    // MARK: Bounds

    /// Takes `SELF >= n` and `SELF <= n` for the bounds of a counter.
    private static func addBounds(of node: PredicateNode, to rule: inout MergeRule) {
        switch node {
        case .and(let parts): for part in parts { addBounds(of: part, to: &rule) }
        case .comparison(let comparison) where comparison.left == .evaluatedObject:
            let isMinimum = comparison.comparison == .greaterThanOrEqual
            guard case .constant(let constant) = comparison.right,
                let bound = bound(constant, rule, rounding: isMinimum ? .up : .down)
            else { return }
            if comparison.comparison == .lessThanOrEqual { rule.maximum = bound }
            if comparison.comparison == .greaterThanOrEqual { rule.minimum = bound }
        default: break
        }
    }

    private static func bound(
        _ constant: ConstantValue, _ rule: MergeRule, rounding: FloatingPointRoundingRule
    ) -> StoredValue? {
        guard let number = constant.anyValue as? NSNumber else { return nil }
        switch rule.identity {
        case .integer:
            // Between 0 and 1 there is no integer: 0.5 as a minimum is 1.
            let rounded = number.doubleValue.rounded(rounding)
            let isWhole = rounded == number.doubleValue
            return .integer(isWhole ? number.int64Value : Int64(exactly: rounded) ?? number.int64Value)
        case .real: return .double(number.doubleValue)
        case .decimal: return .decimal(DecimalBox(number.decimalValue))
        default: return nil
        }
    }
}

/// The names of the entries, for the texts of errors.
package typealias MergeKey = PerdureModelFormat.MergeKey
