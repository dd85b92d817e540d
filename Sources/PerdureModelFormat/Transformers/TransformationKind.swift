// SPDX-License-Identifier: Apache-2.0
// Attributes whose values a value transformer converts to data. Listed in Kinds/AttributeKind.swift.

import PerdurePropertyList

/// Value transformers of attributes.
enum TransformationKind: AttributeKind {
    static func extract(
        from fields: inout SourceFields, into attribute: inout AttributeDocument,
        _ place: AttributeContext, _ reader: inout XMLModelReader
    ) {
        attribute.valueTransformerName = fields.text("valueTransformerName").flatMap { $0.isEmpty ? nil : $0 }
    }

    static func set(
        _ attribute: AttributeDocument, on element: inout SourceElement, _ writer: inout XMLModelWriter
    ) {
        element.set("valueTransformerName", attribute.valueTransformerName)
    }

    static func read(
        _ fields: [String: PropertyListValue], into attribute: inout AttributeDocument,
        _ reader: CompiledModelReader
    ) throws {
        attribute.valueTransformerName = try reader.text(fields["NSValueTransformerName"])
    }

    static func writeNames(
        _ attribute: AttributeDocument, to object: inout ArchivedAttribute,
        _ writer: inout CompiledModelWriter
    ) {
        object.fields["NSValueTransformerName"] = writer.builder.add(string: attribute.valueTransformerName)
    }

    /// Whether a model cache may leave the default out: it may be an object of the program's own class.
    static func mayOmitDefault(of attribute: AttributeDocument) -> Bool {
        attribute.type == AttributeType.transformable
    }
}
