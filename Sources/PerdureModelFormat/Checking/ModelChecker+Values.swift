// SPDX-License-Identifier: Apache-2.0
// Checks the values that a model source gives an attribute as text: default, limits, pattern. Part of
// ModelDocument+Problems.swift.

import Foundation

extension ModelChecker {
    /// Reports texts that are no value of the attribute's type.
    ///
    /// The reader leaves such texts among the tool attributes.
    mutating func checkTexts(of attribute: AttributeDocument, _ entity: EntityDocument) {
        let type = AttributeType.name(of: attribute.type)
        for (field, meaning) in Self.textFields(of: attribute.type) {
            guard let text = attribute.traits.toolAttributes[field], !text.isEmpty,
                !Self.isLeftBehind(text, type: attribute.type)
            else { continue }
            report(
                "its \(meaning) '\(text)' is no value of the type \(type); correct it, or remove it",
                entity.name, attribute.traits.name)
        }
    }

    /// Whether Xcode left the text behind: it keeps and ignores the default when a Boolean becomes a number, or the reverse.
    private static func isLeftBehind(_ text: String, type: Int) -> Bool {
        type == AttributeType.boolean ? Double(text) != nil : ["YES", "NO"].contains(text)
    }

    private static func textFields(of type: Int) -> [(field: String, meaning: String)] {
        let limits = [("minValueString", "minimum"), ("maxValueString", "maximum")]
        return switch type {
        case _ where AttributeType.isNumber(type): [("defaultValueString", "default value")] + limits
        case AttributeType.string:
            [("minValueString", "minimum length"), ("maxValueString", "maximum length")]
        case AttributeType.boolean, AttributeType.uuid, AttributeType.uri:
            [("defaultValueString", "default value")]
        case AttributeType.date:
            [
                ("defaultDateTimeInterval", "default value"), ("minDateTimeInterval", "minimum"),
                ("maxDateTimeInterval", "maximum"),
            ]
        default: []
        }
    }

    /// Reports a minimum above the maximum, which would refuse every value.
    mutating func checkLimits(of attribute: AttributeDocument, _ entity: EntityDocument) {
        let type = attribute.type
        let fields = ValidationLimits.fields(of: attribute.traits.validations, type: type).fields
        let names =
            type == AttributeType.date
            ? ("minDateTimeInterval", "maxDateTimeInterval") : ("minValueString", "maxValueString")
        if let minimum = fields[names.0], let maximum = fields[names.1],
            let low = Decimal(string: minimum), let high = Decimal(string: maximum), low > high
        {
            let what = type == AttributeType.string ? " length" : ""
            report(
                "its minimum\(what) \(minimum) is greater than its maximum\(what) \(maximum); change one of them",
                entity.name, attribute.traits.name)
        }
        if let pattern = fields["regularExpressionString"],
            (try? NSRegularExpression(pattern: pattern)) == nil
        {
            report(
                "its regular expression '\(pattern)' is no valid pattern; correct it, or remove it",
                entity.name, attribute.traits.name)
        }
    }

    mutating func check(_ property: FetchedPropertyDocument, of entity: EntityDocument) {
        let name = property.traits.name
        guard let request = property.fetchRequest else {
            report("the fetched property has no fetch request; give it a destination", entity.name, name)
            return
        }
        if lookup.entity(named: request.entityName) == nil {
            report(
                "it fetches the entity '\(request.entityName)', which is not in the model; choose another one",
                entity.name, name)
        }
    }
}
