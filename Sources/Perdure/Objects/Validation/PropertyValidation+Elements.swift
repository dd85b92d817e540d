// SPDX-License-Identifier: Apache-2.0
// Validation of the elements of composites. An element's key in errors is its path: "composite.element".

import Foundation
import PerdureFoundationGaps
import PerdureStore

extension PropertyValidation {
    /// Checks the elements of a composite's value, at any depth; the value of another attribute passes.
    ///
    /// - Throws: 1570 for a mandatory element without a value; else all errors of the elements that have one.
    func validateElements(
        of value: Any, _ slotValue: SlotValue, _ property: SlotProperty, _ coding: AttributeCoding
    ) throws {
        guard let composite = property.description as? NSCompositeAttributeDescription,
            let values = (value as? [String: Any]) ?? coding.value(slotValue) as? [String: Any]
        else { return }
        if let element = coding.missingElement(in: values) {
            throw ValidationErrors.error(
                1570, of: object, key: element, value: value, text: "\(element) is a required value.")
        }
        try ValidationErrors.throwAll(
            elementErrors(values, composite, coding, path: property.name), of: object)
    }

    private func elementErrors(
        _ values: [String: Any], _ composite: NSCompositeAttributeDescription, _ coding: AttributeCoding,
        path: String
    ) -> [any Error] {
        zip(composite.elements, coding.elements).flatMap { element, coding -> [any Error] in
            guard let value = AnyValue.unwrapped(values[coding.name]), !Self.isMissing(value)
            else { return [] }
            let key = "\(path).\(coding.name)"
            let own = errors(
                of: ValidatedValue(value: value, key: key, name: key, description: element), coding)
            guard let nested = element as? NSCompositeAttributeDescription,
                let values = value as? [String: Any]
            else { return own }
            return own + elementErrors(values, nested, coding, path: key)
        }
    }

    private func errors(of checked: ValidatedValue, _ coding: AttributeCoding) -> [any Error] {
        var errors: [any Error] = []
        do {
            if coding.needsRangeCheck {
                try validateRange(of: checked, coding.slotValue(checked.value), coding.type)
            }
        } catch { errors.append(error) }
        do { try validatePredicates(of: checked) } catch { errors.append(error) }
        return errors
    }
}

extension NSPropertyDescription {
    /// Whether an element of a composite, at any depth, has a range or predicates.
    var hasElementRules: Bool {
        guard let composite = self as? NSCompositeAttributeDescription else { return false }
        return composite.elements.contains {
            !$0.validationPredicates.isEmpty || AttributeCoding($0).needsRangeCheck || $0.hasElementRules
        }
    }
}
