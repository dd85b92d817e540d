// SPDX-License-Identifier: Apache-2.0
// The expressions of properties for which nobody has written one. Part of MappingCompiler.swift.

import PerdurePredicates

extension MappingCompiler {
    /// An attribute without an expression reads the source's attribute of the same name or renaming identifier.
    func attribute(
        _ attribute: MappingSource.PropertyMapping, of mapping: MappingSource.EntityMapping,
        _ pair: MappedPair
    ) -> PropertyMappingDocument {
        var result = PropertyMappingDocument(name: attribute.name, valueExpression: attribute.expression)
        guard result.valueExpression == nil, mapping.sourceName != nil else { return result }
        // A source model that cannot be read may have the attribute; leaving it out would lose values unseen.
        let former = source == nil ? attribute.name : pair.formerAttribute(attribute.name)
        result.valueExpression = former.map { MappingForms.source($0) }
        return result
    }

    /// A relationship leads to what a named mapping makes, or to what has become of the source's members.
    func relationship(
        _ relationship: MappingSource.PropertyMapping, of mapping: MappingSource.EntityMapping,
        _ pair: MappedPair
    ) throws -> PropertyMappingDocument {
        var result = PropertyMappingDocument(
            name: relationship.name, valueExpression: relationship.expression)
        guard result.valueExpression == nil, mapping.sourceName != nil else { return result }
        let former = pair.formerRelationship(relationship.name)
        if let name = relationship.mappingName {
            guard names.contains(name) else {
                throw Self.fault(
                    mapping.name, relationship.name,
                    "there is no entity mapping '\(name)'; choose one of the mapping model's")
            }
            let path = try relationship.keyPath.map { try keyPath($0, relationship, mapping) }
            result.valueExpression = (path ?? former.map { MappingForms.source($0.name) })
                .map { MappingForms.destinations(ofMapping: name, $0) }
        } else if relationship.isGenerated, let former {
            result.valueExpression = generated(former.name, former.destination)
        }
        return result
    }

    /// Members that one mapping makes are named by it; where several make them, their relationship finds them.
    private func generated(_ name: String, _ destination: String?) -> ExpressionNode? {
        let makers = destination.flatMap { self.makers[$0] } ?? []
        guard let maker = makers.first else { return nil }
        let members = MappingForms.source(name)
        return makers.count == 1
            ? MappingForms.destinations(ofMapping: maker, members)
            : MappingForms.destinations(ofRelationship: name, members)
    }

    /// A key path as the editor has it: `$source`, `$source.notes`, or `notes` on the source object.
    private func keyPath(
        _ text: String, _ relationship: MappingSource.PropertyMapping, _ mapping: MappingSource.EntityMapping
    ) throws -> ExpressionNode {
        var keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let variable = text.hasPrefix("$") ? String(keys.removeFirst().dropFirst()) : "source"
        // Names are not parsed, because a property may be called like a word of the language.
        guard (keys + [variable]).allSatisfy(Self.isName), keys.count <= KeyPathReader.longest else {
            throw Self.fault(
                mapping.name, relationship.name,
                "'\(text)' is no key path; write $source or a key path on it, such as $source.notes")
        }
        let base = ExpressionNode.variable(variable)
        return keys.isEmpty ? base : .keyPath(base: base, keys: keys)
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && !text.contains { $0.isWhitespace || "()[]{}\"'$,".contains($0) }
    }
}
