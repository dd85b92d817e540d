// SPDX-License-Identifier: Apache-2.0
// From the user info of an attribute to the rule by which it merges, with everything refused that makes no sense.

import Foundation
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
    /// - Throws: `CoreDataException` for entries that say nothing known, and for a type that the kind cannot have.
    func rule() throws -> MergeRule? {
        guard attribute is MergeableAttributeDescription || attribute.userInfo?[MergeKey.kind] != nil else {
            return nil
        }
        var rule = MergeRule(
            try entry(MergeKey.kind) ?? .value, type: attribute.attributeType.storeType)
        try requireType(rule)
        rule.criterion = try entry(MergeKey.criterion) ?? .valueDiffers
        rule.conflict = try entry(MergeKey.conflict) ?? .mine
        rule.element = try entry(MergeKey.elements) ?? .string
        rule.isDeep = try flag(MergeKey.deep)
        rule.skipsChanged = try flag(MergeKey.skipsChanged)
        rule.indexes = indexes(rule.kind)
        rule.isOptional = attribute.isOptional
        for predicate in attribute.validationPredicates { Self.addBounds(of: predicate.node, to: &rule) }
        return rule
    }

    private func entry<Value: RawRepresentable<String> & CaseIterable>(_ key: String) throws -> Value? {
        guard let given = attribute.userInfo?[key] else { return nil }
        if let text = given as? String, let value = Value(rawValue: text) { return value }
        let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
        throw MergeErrors.unknownEntry("\(given)", key, known: known, path)
    }

    private func flag(_ key: String) throws -> Bool {
        guard let given = attribute.userInfo?[key] else { return false }
        if let flag = UserInfoFlag.read(given) { return flag }
        throw MergeErrors.unknownEntry("\(given)", key, known: "YES, NO", path)
    }

    private func indexes(_ kind: MergeRule.Kind) -> [String] {
        let keys = Self.list(attribute.userInfo?[MergeKey.indexes])
        // The elements of a set are indexed all together.
        return kind == .set && !keys.isEmpty ? [""] : keys
    }

    /// The texts of a list that is written with commas.
    static func list(_ entry: Any?) -> [String] {
        (entry as? String ?? "").split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && $0 != "NO" }
    }

    private var path: String { "\(entity ?? "an entity without a name").\(attribute.name)" }

    private func requireType(_ rule: MergeRule) throws {
        if attribute is NSDerivedAttributeDescription || attribute is NSCompositeAttributeDescription {
            throw MergeErrors.unusableAttribute(path, "derived and composite attributes cannot merge")
        }
        switch (rule.kind, rule.type) {
        case (.counter, .integer16), (.counter, .integer32), (.counter, .integer64), (.counter, .double),
            (.counter, .decimal), (.set, .binary), (.dictionary, .binary), (.value, _):
            break
        case (.counter, _):
            throw MergeErrors.unusableAttribute(path, "a counter is an integer, a double or a decimal")
        default:
            throw MergeErrors.unusableAttribute(path, "a mergeable \(rule.kind.rawValue) is binary data")
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
