// SPDX-License-Identifier: Apache-2.0
// Attributes that stores compute. Listed in Kinds/AttributeKind.swift. DerivationChecker.swift has the rules of the
// expression; DerivationRefusals.swift looks for rings.

import Foundation
import PerdureBase
import PerdurePredicates
import PerdurePropertyList

/// Derived attributes.
enum DerivationKind: AttributeKind {
    static func extract(
        from fields: inout SourceFields, into attribute: inout AttributeDocument,
        _ place: AttributeContext, _ reader: inout XMLModelReader
    ) throws {
        guard fields.flag("derived") else { return }
        attribute.traits.isReadOnly = true
        guard let text = fields.text("derivationExpression"), !text.isEmpty else { return }
        attribute.derivation = DerivationSpelling.compiled(try reader.expression(text, place.place))
    }

    static func set(
        _ attribute: AttributeDocument, on element: inout SourceElement, _ writer: inout XMLModelWriter
    ) {
        guard let derivation = attribute.derivation else {
            element.set("readOnly", attribute.traits.isReadOnly)
            return
        }
        // Every derived attribute is read-only; sources do not write that flag.
        element.set("derived", true)
        element.set("derivationExpression", PredicatePrinter.format(DerivationSpelling.source(derivation)))
    }

    static func read(
        _ fields: [String: PropertyListValue], into attribute: inout AttributeDocument,
        _ reader: CompiledModelReader
    ) throws {
        attribute.derivation = try reader.predicates.expression(fields["NSDerivationExpression"])
        attribute.filteringPredicate = try reader.predicates.predicate(fields["NSFilteringPredicate"])
    }

    static func write(
        _ attribute: AttributeDocument, in entity: EntityDocument?, to object: inout ArchivedAttribute,
        _ writer: inout CompiledModelWriter
    ) throws {
        guard let derivation = attribute.derivation else { return }
        let name = attribute.traits.name
        object.className = "NSDerivedAttributeDescription"
        object.fields["NSDerivationExpression"] = try writer.placing(entity?.name, name) { builder in
            try builder.add(expression: derivation)
        }
        object.fields["NSFilteringPredicate"] = try writer.placing(entity?.name, name) { builder in
            try attribute.filteringPredicate.map { try builder.add(predicate: $0) }
                ?? KeyedArchiveBuilder.null
        }
    }

    /// The hash of a derived attribute, which covers its expression and nothing else.
    static func ownHash(of attribute: AttributeDocument) -> SHA256.Digest? {
        attribute.derivation.map { SHA256.digest(of: Array(DerivationText.text(of: $0).utf8)) }
    }

    static func check(
        _ attribute: AttributeDocument, of entity: EntityDocument, _ checker: inout ModelChecker
    ) {
        guard attribute.derivation != nil, attribute.traits.isTransient else { return }
        checker.report([.transientDerivation(entity.name, attribute.traits.name)])
    }

    static func checkSources(
        of attribute: AttributeDocument, of entity: EntityDocument, _ checker: inout ModelChecker
    ) {
        // The refusals have already reported an attribute that is derived from itself.
        guard let derivation = attribute.derivation,
            !checker.isRefused(attribute.traits.name, of: entity.name)
        else { return }
        DerivationChecker(attribute, entity).check(derivation, &checker)
    }
}

extension AttributeDocument {
    /// Whether stores compute the attribute's values.
    package var isComputed: Bool { derivation != nil }

    /// Whether the program fills the attribute's column; constraints can name no other attribute.
    var isStoredByProgram: Bool { !traits.isTransient && !isComputed }
}
