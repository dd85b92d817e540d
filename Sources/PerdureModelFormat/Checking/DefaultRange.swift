// SPDX-License-Identifier: Apache-2.0
// Whether default values fit the types of their attributes. Builds (ModelChecker) and checks of stores use this file.

import PerdurePredicates

extension ModelDocument {
    /// The attributes whose default value is out of the range of their type.
    ///
    /// A model file can hold such a value; a store would cut it or refuse it.
    package func defaultProblems() -> [ModelFormatError] {
        var checker = ModelChecker(checking: self)
        for entity in entities {
            for attribute in entity.attributes {
                checker.checkDefault(of: attribute, path: attribute.traits.name, entity)
            }
        }
        return checker.problems
    }
}

extension ModelChecker {
    /// Reports a default value outside the range of its type, in the attribute or in one of its elements.
    mutating func checkDefault(of attribute: AttributeDocument, path: String, _ entity: EntityDocument) {
        for element in attribute.elements {
            checkDefault(of: element, path: "\(path).\(element.traits.name)", entity)
        }
        guard let value = attribute.defaultValue,
            let range = DefaultRange.exceeded(by: value, type: attribute.type)
        else { return }
        report(
            "its default value \(PredicatePrinter.format(.constant(value))) is out of the range of the type "
                + "\(AttributeType.name(of: attribute.type)) (\(range)); choose another value, or a wider type",
            entity.name, path)
    }
}

/// The ranges of the numeric types.
private enum DefaultRange {
    /// The range in words when a value lies outside it; nil for values inside, and for types without a range.
    static func exceeded(by value: ConstantValue, type: Int) -> String? {
        switch type {
        case AttributeType.integer16: outside(value, Int64(Int16.min)...Int64(Int16.max))
        case AttributeType.integer32: outside(value, Int64(Int32.min)...Int64(Int32.max))
        case AttributeType.integer64: outside(value, Int64.min...Int64.max)
        case AttributeType.float: outside(value)
        default: nil
        }
    }

    private static func outside(_ value: ConstantValue, _ range: ClosedRange<Int64>) -> String? {
        let isInside =
            switch value {
            case .integer(let number): range.contains(number)
            // A number that does not fit 64 bits arrives as a double.
            case .double(let number): Int64(exactly: number.rounded(.towardZero)).map(range.contains) ?? false
            default: true
            }
        return isInside ? nil : "\(range.lowerBound) to \(range.upperBound)"
    }

    private static func outside(_ value: ConstantValue) -> String? {
        guard case .double(let number) = value, number.isFinite, !Float(number).isFinite else { return nil }
        let largest = Float.greatestFiniteMagnitude
        return "\(-largest) to \(largest)"
    }
}
