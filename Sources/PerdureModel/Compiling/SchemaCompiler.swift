// SPDX-License-Identifier: Apache-2.0
// From descriptions to definitions, and from definitions to a schema. ModelCheck.swift checks the model first.
// SchemaCompiler+Properties.swift makes the definition of a property.

import Foundation
import PerdurePredicates
import PerdureStore

/// Compiles a model.
package struct SchemaCompiler {
    package let model: NSManagedObjectModel

    package init(_ model: NSManagedObjectModel) { self.model = model }

    /// The schema of the model.
    ///
    /// - Throws: `CoreDataException` that names entity and property.
    package func schema() throws -> Schema {
        try ModelCheck(model).run()
        do {
            return try Schema(try definitions())
        } catch StoreError.invalidSchema(let reason) {
            throw ErrorMessages.invalidModel(reason)
        }
    }

    private func definitions() throws -> [EntityDefinition] {
        let hashes = model.computeHashes()
        return try model.entities.map { try definition(of: $0, hashes: hashes) }
    }

    private func definition(of entity: NSEntityDescription, hashes: [String: Data]) throws -> EntityDefinition
    {
        // ModelCheck has refused entities without a name.
        let name = entity.name ?? ""
        var result = EntityDefinition(
            name, superentity: entity.superentity?.name, isAbstract: entity.isAbstract,
            properties: try entity.properties.compactMap { try definition(of: $0, in: entity) },
            uniquenessConstraints: entity.constraintNames,
            indexes: indexes(of: entity) + compoundIndexes(of: entity),
            versionHash: hashes[name].map { [UInt8]($0) } ?? [])
        result.formerName = entity.renamingIdentifier == name ? nil : entity.renamingIdentifier
        return result
    }

    /// The indexes; the first one counts when several have one name.
    private func indexes(of entity: NSEntityDescription) -> [IndexDefinition] {
        var seen: Set<String> = []
        let paths = MemberPaths(entity)
        return entity.indexes.filter { seen.insert($0.name).inserted }.map { definition(of: $0, paths) }
    }

    private func definition(of index: NSFetchIndexDescription, _ paths: MemberPaths) -> IndexDefinition {
        let elements = index.elements.map { element in
            let expression = element.property as? NSExpressionDescription
            return IndexDefinition.Element(
                property: expression == nil ? element.property.flatMap(paths.path) : nil,
                expression: expression?.expression?.node, isRTree: element.collationType == .rTree,
                isAscending: element.isAscending)
        }
        return IndexDefinition(
            index.name, elements: elements, partialPredicate: index.partialIndexPredicate?.node)
    }

    /// The deprecated indexes on several properties, as indexes named by their members.
    ///
    /// An entity with fetch indexes gets none: a model compiler derived its compound indexes from the fetch indexes.
    private func compoundIndexes(of entity: NSEntityDescription) -> [IndexDefinition] {
        guard entity.indexes.isEmpty else { return [] }
        var names: Set<String> = []
        return entity.compoundIndexNames.compactMap { members in
            let name = members.joined(separator: "_")
            guard !members.isEmpty, names.insert(name).inserted else { return nil }
            return IndexDefinition(name, elements: members.map { IndexDefinition.Element(property: $0) })
        }
    }
}
