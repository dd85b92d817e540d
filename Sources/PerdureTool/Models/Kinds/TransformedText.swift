// SPDX-License-Identifier: Apache-2.0
// Transformers and classes of values when a model is shown.

import PerdureModelFormat

enum TransformedText: AttributeKindText {
    static func notes(_ attribute: AttributeDocument) -> [String] {
        var notes: [String] = []
        if let name = attribute.valueTransformerName { notes.append("transformer \(name)") }
        if let name = attribute.valueClassName, attribute.type == AttributeType.transformable {
            notes.append("class \(name)")
        }
        return notes
    }

    static func fields(_ attribute: AttributeDocument) -> [(key: String, value: JSONValue)] {
        [
            ("valueTransformerName", JSONValue(attribute.valueTransformerName)),
            ("valueClassName", JSONValue(attribute.valueClassName)),
        ]
    }
}
