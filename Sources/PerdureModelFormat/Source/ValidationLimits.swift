// SPDX-License-Identifier: Apache-2.0
// The limits of a model source (minValueString …) and their compiled form, validation predicates.
// Used by the reader and the writer of sources.

import Foundation
import PerdurePredicates

/// Converts the limits of an attribute from and to validations.
///
/// Other validation predicates have no form in a source; only compiled models hold them.
enum ValidationLimits {
    /// The error codes that are the warnings of compiled limits.
    private enum Code {
        static let numberTooLarge = 1610
        static let numberTooSmall = 1620
        static let dateTooLate = 1630
        static let dateTooSoon = 1640
        static let stringTooLong = 1660
        static let stringTooShort = 1670
        static let patternMismatch = 1680
    }

    private typealias Bound = (field: String, comparison: ComparisonNode.Comparison, code: Int)

    /// Takes the limits of an attribute type out of the fields.
    static func extract(from fields: inout SourceFields, type: Int) -> [ValidationDocument] {
        var result: [ValidationDocument] = []
        for bound in bounds(of: type) {
            guard let constant = fields.extract(bound.field, as: { constant($0, type: type) }) else {
                continue
            }
            result.append(validation(subject(of: type), bound.comparison, constant, bound.code))
        }
        if type == AttributeType.string, let pattern = fields.text("regularExpressionString") {
            result.append(validation(.evaluatedObject, .matches, .string(pattern), Code.patternMismatch))
        }
        return result
    }

    /// The source's fields for the validations that are limits, and the validations that are not.
    static func fields(
        of validations: [ValidationDocument], type: Int
    ) -> (fields: [String: String], others: [ValidationDocument]) {
        var fields: [String: String] = [:]
        var others: [ValidationDocument] = []
        for validation in validations {
            if let (name, text) = field(of: validation, type: type), fields[name] == nil {
                fields[name] = text
            } else {
                others.append(validation)
            }
        }
        return (fields, others)
    }

    private static func field(of validation: ValidationDocument, type: Int) -> (String, String)? {
        guard case .comparison(let comparison) = validation.predicate,
            case .constant(let constant) = comparison.right, case .code(let code) = validation.warning
        else { return nil }
        if case .string(let pattern) = constant, type == AttributeType.string,
            validation == self.validation(.evaluatedObject, .matches, constant, Code.patternMismatch)
        {
            return ("regularExpressionString", pattern)
        }
        guard let bound = bounds(of: type).first(where: { $0.code == code }),
            validation == self.validation(subject(of: type), bound.comparison, constant, bound.code),
            let text = text(constant), self.constant(text, type: type) == constant
        else { return nil }
        return (bound.field, text)
    }

    private static func bounds(of type: Int) -> [Bound] {
        switch type {
        case AttributeType.string:
            [
                ("minValueString", .greaterThanOrEqual, Code.stringTooShort),
                ("maxValueString", .lessThanOrEqual, Code.stringTooLong),
            ]
        case AttributeType.date:
            [
                ("minDateTimeInterval", .greaterThanOrEqual, Code.dateTooSoon),
                ("maxDateTimeInterval", .lessThanOrEqual, Code.dateTooLate),
            ]
        case _ where AttributeType.isNumber(type):
            [
                ("minValueString", .greaterThanOrEqual, Code.numberTooSmall),
                ("maxValueString", .lessThanOrEqual, Code.numberTooLarge),
            ]
        default: []
        }
    }

    private static func subject(of type: Int) -> ExpressionNode {
        type == AttributeType.string ? .key("length") : .evaluatedObject
    }

    private static func constant(_ text: String, type: Int) -> ConstantValue? {
        switch type {
        case AttributeType.date: DefaultValueText.date(text).map { .date($0) }
        case AttributeType.string: Int64(text).map { .integer($0) }
        default: DefaultValueText.number(text, type: type)
        }
    }

    private static func text(_ constant: ConstantValue) -> String? {
        if case .date(let date) = constant { return DefaultValueText.interval(date) }
        return DefaultValueText.text(constant)
    }

    private static func validation(
        _ subject: ExpressionNode, _ comparison: ComparisonNode.Comparison, _ constant: ConstantValue,
        _ code: Int
    ) -> ValidationDocument {
        ValidationDocument(
            predicate: .comparison(ComparisonNode(subject, comparison, .constant(constant))),
            warning: .code(code))
    }
}
