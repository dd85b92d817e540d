// SPDX-License-Identifier: Apache-2.0
// What the model demands of a value that is there: the range of its type, and the predicates. Attributes and the elements of
// composites share it.

import Foundation
import PerdurePredicates
import PerdureStore

/// A value in validation, with what errors say of it.
struct ValidatedValue {
    let value: Any
    /// The attribute, or the path of an element: "composite.element".
    let key: String
    /// The name for users.
    let name: String
    let description: NSPropertyDescription
}

extension PropertyValidation {
    /// Checks that a value is within the range of its type.
    ///
    /// - Throws: 1610 or 1620 for a number, 1690 for a text that is no URI.
    func validateRange(of checked: ValidatedValue, _ value: SlotValue, _ type: StoredAttributeType) throws {
        switch (value, type) {
        case (.stored(.integer(let number)), .integer16):
            try validate(number, Int64(Int16.min)...Int64(Int16.max), checked)
        case (.stored(.integer(let number)), .integer32):
            try validate(number, Int64(Int32.min)...Int64(Int32.max), checked)
        case (.stored(.double(let number)), .integer16), (.stored(.double(let number)), .integer32),
            (.stored(.double(let number)), .integer64):
            // Only numbers beyond 64 bits are doubles there.
            throw outOfRange(checked, isTooLarge: number > 0)
        case (.stored(.string(let text)), .uri) where URL(string: text) == nil:
            throw error(1690, checked, "\(checked.name) is not a valid URI.")
        default: break
        }
    }

    private func validate(_ number: Int64, _ range: ClosedRange<Int64>, _ checked: ValidatedValue) throws {
        if !range.contains(number) { throw outOfRange(checked, isTooLarge: number > range.upperBound) }
    }

    private func outOfRange(_ checked: ValidatedValue, isTooLarge: Bool) -> NSError {
        isTooLarge
            ? error(1610, checked, "\(checked.name) is too large for its type.")
            : error(1620, checked, "\(checked.name) is too small for its type.")
    }

    /// Checks the validation predicates of the value's description.
    func validatePredicates(of checked: ValidatedValue) throws {
        let description = checked.description
        var errors: [any Error] = []
        for (predicate, warning) in zip(description.validationPredicates, description.validationWarnings) {
            let holds = try PredicateEvaluator().evaluate(predicate.node, with: checked.value)
            if !holds { errors.append(failure(of: predicate, warning, checked)) }
        }
        if !errors.isEmpty { try ValidationErrors.throwAll(errors, of: object) }
    }

    private func failure(of predicate: NSPredicate, _ warning: Any, _ checked: ValidatedValue) -> NSError {
        let code = (warning as? NSNumber)?.intValue ?? Int("\(warning)") ?? 1550
        let text = (warning as? String).flatMap { Int($0) == nil ? $0 : nil }
        let shown = text.map { ModelTexts(object.entity).error($0) }
        return error(code, checked, shown ?? ValidationErrors.text(code, checked.name), predicate)
    }

    private func error(
        _ code: Int, _ checked: ValidatedValue, _ text: String, _ predicate: NSPredicate? = nil
    ) -> NSError {
        ValidationErrors.error(
            code, of: object, key: checked.key, value: checked.value, text: text, predicate: predicate)
    }
}
