// SPDX-License-Identifier: Apache-2.0
// Attributes that are made of attributes. Listed in Kinds/AttributeKind.swift. CompositeChecker.swift checks the types of
// a model; CompositeRefusals.swift looks for rings.

import Foundation
import PerdureBase
import PerdurePropertyList

/// Composite attributes.
enum CompositeKind: AttributeKind {
    static func extract(
        from fields: inout SourceFields, into attribute: inout AttributeDocument,
        _ place: AttributeContext, _ reader: inout XMLModelReader
    ) throws {
        guard attribute.type == AttributeType.composite, let name = fields.text("composite") else { return }
        attribute.compositeName = name
        attribute.elements = try reader.elements(ofComposite: name, inside: place.outer)
    }

    static func set(
        _ attribute: AttributeDocument, on element: inout SourceElement, _ writer: inout XMLModelWriter
    ) {
        guard attribute.type == AttributeType.composite else { return }
        element.set("composite", writer.compositeName(of: attribute))
    }

    static func read(
        _ fields: [String: PropertyListValue], into attribute: inout AttributeDocument,
        _ reader: CompiledModelReader
    ) throws {
        // Files of early versions of Perdure have the second key; Apple's key was not known then.
        let elements = fields["NSCompositeElements"] ?? fields["NSElements"]
        for element in try reader.archive.elements(elements) ?? [] {
            guard case .instance(let member) = try reader.archive.resolve(element) else { continue }
            attribute.elements.append(try reader.nested(attribute.traits.name) { try $0.attribute(member) })
        }
    }

    static func write(
        _ attribute: AttributeDocument, in entity: EntityDocument?, to object: inout ArchivedAttribute,
        _ writer: inout CompiledModelWriter
    ) throws {
        // A derived attribute is no composite, even with the type of one.
        guard attribute.type == AttributeType.composite, !attribute.isComputed else { return }
        object.className = "NSCompositeAttributeDescription"
        var uids: [PropertyListValue] = []
        for element in attribute.elements {
            let uid = writer.builder.reserve()
            try writer.define(element, uid: uid, in: entity, isIndexed: false)
            uids.append(.uid(uid))
        }
        object.fields["NSCompositeElements"] = writer.builder.add(array: uids, mutable: true)
    }

    /// The hash of a composite, which covers its elements and nothing else.
    static func ownHash(of attribute: AttributeDocument) -> SHA256.Digest? {
        guard attribute.type == AttributeType.composite else { return nil }
        let elements = attribute.elements.filter { !$0.traits.isTransient }
            .inByteOrder(of: \.traits.name)
        var message: [UInt8] = []
        for element in elements { EntityHasher.hash(of: element).append(to: &message) }
        return SHA256.digest(of: message)
    }

    static func check(
        _ attribute: AttributeDocument, of entity: EntityDocument, _ checker: inout ModelChecker
    ) {
        guard attribute.type == AttributeType.composite, let type = attribute.compositeName,
            !checker.composites.names.contains(type)
        else { return }
        checker.report(
            "its composite type '\(type)' is not in the model; add it, or choose another one",
            entity.name, attribute.traits.name)
    }
}
