// SPDX-License-Identifier: Apache-2.0
// The elements of composite attributes when a model is shown.

import PerdureModelFormat

enum CompositeText: AttributeKindText {
    static func notes(_ attribute: AttributeDocument) -> [String] {
        guard !attribute.elements.isEmpty else { return [] }
        let elements = attribute.elements.map { "\($0.traits.name) \(AttributeType.name(of: $0.type))" }
        return ["elements \(elements.joined(separator: ", "))"]
    }

    static func fields(_ attribute: AttributeDocument) -> [(key: String, value: JSONValue)] {
        [("elements", .array(attribute.elements.map(ModelJSON.value)))]
    }
}
