// SPDX-License-Identifier: Apache-2.0
// What a kind of attribute adds to what all attributes have: how it is read, written, hashed and checked. Readers, writers,
// VersionHash and ModelChecker walk the list and know no kind by name; the kinds are in Composites/, Derivations/,
// External/ and Transformers/.

import Foundation
import PerdurePropertyList

/// A kind of attribute of model files.
protocol AttributeKind: Sendable {
    /// Takes what the kind says in a model source out of the fields.
    static func take(
        from fields: inout SourceFields, into attribute: inout AttributeDocument,
        _ place: SourcePlace, _ reader: inout XMLModelReader) throws

    /// Sets what the kind says in a model source.
    static func set(
        _ attribute: AttributeDocument, on element: inout SourceElement, _ writer: inout XMLModelWriter)

    /// Reads what the kind says in a compiled model.
    static func read(
        _ fields: [String: PropertyListValue], into attribute: inout AttributeDocument,
        _ reader: CompiledModelReader) throws

    /// Adds the names that stand in front of the default value in a compiled model.
    static func writeNames(
        _ attribute: AttributeDocument, to object: inout ArchivedAttribute,
        _ writer: inout CompiledModelWriter)

    /// Whether a store's copy of the model may do without a default value that cannot be archived.
    static func mayOmitDefault(of attribute: AttributeDocument) -> Bool

    /// Writes what the kind says into a compiled model, behind the default value.
    static func write(
        _ attribute: AttributeDocument, in entity: EntityDocument?, to object: inout ArchivedAttribute,
        _ writer: inout CompiledModelWriter) throws

    /// The hash that stands in place of the plain one; nil where the plain one counts.
    static func ownHash(of attribute: AttributeDocument) -> Data?

    /// What the plain hash counts besides name, type and flags.
    static func plainHashBytes(of attribute: AttributeDocument) -> [UInt8]

    /// Reports what an attribute says against itself, before its values are checked.
    static func check(
        _ attribute: AttributeDocument, of entity: EntityDocument, _ checker: inout ModelChecker)

    /// Reports what an attribute says against the rest of the model, after its values have been checked.
    static func checkSources(
        of attribute: AttributeDocument, of entity: EntityDocument, _ checker: inout ModelChecker)
}

/// Where an attribute stands in a model source.
struct SourcePlace {
    let place: XMLModelReader.Place
    /// The types that the attribute stands in, outermost first.
    let outer: [String]
}

/// An attribute on its way into a compiled model.
struct ArchivedAttribute {
    /// The class that the archive names, where it is not that of all attributes.
    var className: String?
    var fields: [String: PropertyListValue]
    /// The bits of its `NSFlagsKey`.
    var flags: Int64 = 0
}

/// All kinds, in the order in which files have them.
enum AttributeKinds {
    static let all: [any AttributeKind.Type] = [
        Transformation.self, ExternalStorage.self, Derivation.self, Composite.self,
    ]
}

// Most kinds say nothing at most places.
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
    static func ownHash(of attribute: AttributeDocument) -> Data? { nil }
    static func plainHashBytes(of attribute: AttributeDocument) -> [UInt8] { [] }
    static func check(
        _ attribute: AttributeDocument, of entity: EntityDocument, _ checker: inout ModelChecker
    ) {}
    static func checkSources(
        of attribute: AttributeDocument, of entity: EntityDocument, _ checker: inout ModelChecker
    ) {}
}
