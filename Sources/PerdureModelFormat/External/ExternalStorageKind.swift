// SPDX-License-Identifier: Apache-2.0
// Attributes whose large values may lie in external files. Listed in Kinds/AttributeKind.swift.

import PerdurePropertyList

/// External storage of binary data.
enum ExternalStorageKind: AttributeKind {
    /// The name in model sources.
    private static let field = "allowsExternalBinaryDataStorage"
    /// The bit of an attribute's `NSFlagsKey`.
    private static let flag: Int64 = 4

    static func extract(
        from fields: inout SourceFields, into attribute: inout AttributeDocument,
        _ place: AttributeContext, _ reader: inout XMLModelReader
    ) {
        attribute.allowsExternalBinaryDataStorage = fields.flag(field)
    }

    static func set(
        _ attribute: AttributeDocument, on element: inout SourceElement, _ writer: inout XMLModelWriter
    ) {
        element.set(field, attribute.allowsExternalBinaryDataStorage)
    }

    static func read(
        _ fields: [String: PropertyListValue], into attribute: inout AttributeDocument,
        _ reader: CompiledModelReader
    ) {
        attribute.allowsExternalBinaryDataStorage = (fields["NSFlagsKey"]?.integerValue ?? 0) & flag != 0
    }

    static func write(
        _ attribute: AttributeDocument, in entity: EntityDocument?, to object: inout ArchivedAttribute,
        _ writer: inout CompiledModelWriter
    ) {
        if attribute.allowsExternalBinaryDataStorage { object.flags |= flag }
    }

    static func plainHashBytes(of attribute: AttributeDocument) -> [UInt8] {
        attribute.allowsExternalBinaryDataStorage ? [1] : []
    }
}
