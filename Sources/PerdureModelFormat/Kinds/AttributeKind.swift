// SPDX-License-Identifier: Apache-2.0
// A kind of attribute adds its own reading, writing, hashing and checking to that of all attributes. Readers, writers,
// VersionHash and ModelChecker walk the list of kinds and know no kind by name. The kinds are in Composites/,
// Derivations/, External/ and Transformers/.

import Foundation
import PerdureBase
import PerdurePropertyList

/// A kind of attribute of model files.
protocol AttributeKind: Sendable {
    /// Takes the kind's fields of a model source out of `fields`.
    static func extract(
        from fields: inout SourceFields, into attribute: inout AttributeDocument,
        _ place: AttributeContext, _ reader: inout XMLModelReader) throws

    /// Sets the kind's fields of a model source.
    static func set(
        _ attribute: AttributeDocument, on element: inout SourceElement, _ writer: inout XMLModelWriter)

    /// Reads the kind's fields of a compiled model.
    static func read(
        _ fields: [String: PropertyListValue], into attribute: inout AttributeDocument,
        _ reader: CompiledModelReader) throws

    /// Adds the names that precede the default value in a compiled model.
    static func writeNames(
        _ attribute: AttributeDocument, to object: inout ArchivedAttribute,
        _ writer: inout CompiledModelWriter)

    /// Whether a model cache may leave out a default value that cannot be archived.
    static func mayOmitDefault(of attribute: AttributeDocument) -> Bool

    /// Writes the kind's fields into a compiled model, after the default value.
    static func write(
        _ attribute: AttributeDocument, in entity: EntityDocument?, to object: inout ArchivedAttribute,
        _ writer: inout CompiledModelWriter) throws

    /// The hash that replaces the plain hash; nil where the plain hash counts.
    static func ownHash(of attribute: AttributeDocument) -> SHA256.Digest?

    /// The bytes that the plain hash covers besides name, type and flags.
    static func plainHashBytes(of attribute: AttributeDocument) -> [UInt8]

    /// Reports contradictions within an attribute, before the checker checks its values.
    static func check(
        _ attribute: AttributeDocument, of entity: EntityDocument, _ checker: inout ModelChecker)

    /// Reports contradictions of an attribute with the rest of the model, after the checker has checked its values.
    static func checkSources(
        of attribute: AttributeDocument, of entity: EntityDocument, _ checker: inout ModelChecker)
}

/// Where an attribute stands in a model source.
struct AttributeContext {
    let place: XMLModelReader.Place
    /// The composite types that enclose the attribute, outermost first.
    let outer: [String]
}

/// An attribute on its way into a compiled model.
struct ArchivedAttribute {
    /// The attribute's class in the archive; nil for the class of plain attributes.
    var className: String?
    var fields: [String: PropertyListValue]
    /// The bits of the attribute's `NSFlagsKey`.
    var flags: Int64 = 0
}

/// All kinds, in the order of their fields in files.
enum AttributeKinds {
    static let all: [any AttributeKind.Type] = [
        TransformationKind.self, ExternalStorageKind.self, DerivationKind.self, CompositeKind.self,
    ]
}

// Most kinds implement few of the requirements; the others do nothing by default.
extension AttributeKind {
    static func writeNames(
        _ attribute: AttributeDocument, to object: inout ArchivedAttribute,
        _ writer: inout CompiledModelWriter
    ) {}
    static func mayOmitDefault(of attribute: AttributeDocument) -> Bool { false }
    static func write(
        _ attribute: AttributeDocument, in entity: EntityDocument?, to object: inout ArchivedAttribute,
        _ writer: inout CompiledModelWriter
    ) throws {}
    static func ownHash(of attribute: AttributeDocument) -> SHA256.Digest? { nil }
    static func plainHashBytes(of attribute: AttributeDocument) -> [UInt8] { [] }
    static func check(
        _ attribute: AttributeDocument, of entity: EntityDocument, _ checker: inout ModelChecker
    ) {}
    static func checkSources(
        of attribute: AttributeDocument, of entity: EntityDocument, _ checker: inout ModelChecker
    ) {}
}
