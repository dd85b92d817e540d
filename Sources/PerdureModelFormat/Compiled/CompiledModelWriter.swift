// SPDX-License-Identifier: Apache-2.0
// Writes compiled models (.mom) and the archive that a store keeps as its model cache. Properties are in
// CompiledModelWriter+Properties.swift, indexes and requests in +Requests.

import Foundation
import PerdurePropertyList

/// Writes the keyed archive of a model.
///
/// The place of two flags of a property (Spotlight, external record) is not known. The writer puts them under names of
/// our own, which Apple's reader skips.
package struct CompiledModelWriter {
    var builder = KeyedArchiveBuilder()
    let model: ModelDocument
    let isCache: Bool
    let entities: [String: EntityDocument]
    /// The UIDs of entities, by name.
    var entityUIDs: [String: Int] = [:]
    /// The UIDs of properties, by the entity that contains them and by name.
    var propertyUIDs: [PropertyKey: Int] = [:]
    let modelUID: Int

    struct PropertyKey: Hashable {
        var entity: String
        var property: String
    }

    /// Writes a compiled model.
    ///
    /// - Parameter model: the model.
    /// - Returns: the contents of a `.mom` file.
    /// - Throws: `ModelFormatError` when a predicate, an expression or a default cannot be archived.
    package static func write(_ model: ModelDocument) throws -> Data {
        try write(model, isCache: false)
    }

    /// Writes the archive that `Z_MODELCACHE` holds, before it is deflated.
    ///
    /// - Parameter model: the model.
    /// - Returns: the archive, in which entities have all their properties, inherited ones included.
    /// - Throws: `ModelFormatError` when a predicate, an expression or a default cannot be archived.
    package static func writeModelCache(_ model: ModelDocument) throws -> Data {
        try write(model, isCache: true)
    }

    private static func write(_ model: ModelDocument, isCache: Bool) throws -> Data {
        try model.checkDepth()
        var writer = CompiledModelWriter(model, isCache: isCache)
        do {
            try writer.defineAll()
            return try writer.builder.archive(root: .uid(writer.modelUID))
        } catch let error as PropertyListError {
            throw ModelFormatError(.unsupported, "the model cannot be archived: \(error)")
        }
    }

    /// Writes an archive of one fetch request.
    ///
    /// - Parameter request: the request.
    /// - Returns: the archive of a list that holds the request.
    /// - Throws: `ModelFormatError`, `PropertyListError` for a predicate that cannot be archived.
    package static func write(_ request: FetchRequestDocument) throws -> Data {
        var writer = CompiledModelWriter(ModelDocument(), isCache: false)
        let field = try writer.add(request)
        writer.builder.define(
            writer.modelUID, classes: ["NSArray", "NSObject"], fields: ["NS.objects": .array([field])])
        return try writer.builder.archive(root: .uid(writer.modelUID))
    }

    private init(_ model: ModelDocument, isCache: Bool) {
        self.model = model
        self.isCache = isCache
        modelUID = builder.reserve()
        entities = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
        for entity in sortedEntities {
            entityUIDs[entity.name] = builder.reserve()
            // Sorted names give equal models equal archives.
            for name in propertyNames(of: entity).inByteOrder(of: \.self) {
                propertyUIDs[PropertyKey(entity: entity.name, property: name)] = builder.reserve()
            }
        }
    }

    private var sortedEntities: [EntityDocument] {
        entities.values.inByteOrder(of: \.name)
    }

    /// The entity and its ancestors, outermost first.
    ///
    /// The chain ends at the first repeated entity, if an entity is its own ancestor.
    func lineage(of entity: EntityDocument) -> [EntityDocument] {
        var chain = [entity]
        var seen: Set<String> = [entity.name]
        while let parent = chain[chain.count - 1].superentityName.flatMap({ entities[$0] }),
            seen.insert(parent.name).inserted
        {
            chain.append(parent)
        }
        return chain.reversed()
    }

    /// The entities whose properties stand in an entity: a model cache repeats inherited properties.
    func sources(of entity: EntityDocument) -> [EntityDocument] { isCache ? lineage(of: entity) : [entity] }

    private func propertyNames(of entity: EntityDocument) -> Set<String> {
        Set(sources(of: entity).flatMap(\.propertyNames))
    }

    private mutating func defineAll() throws {
        let sorted = sortedEntities
        let children = Dictionary(grouping: sorted) { $0.superentityName ?? "" }
        for entity in sorted { try define(entity, children: children[entity.name] ?? []) }
        let fields: [String: PropertyListValue] = [
            "NSEntities": entityDictionary(sorted), "NSFetchRequestTemplates": try templates(),
            "NSVersionIdentifiers": identifiers(),
        ]
        var all = fields
        if !model.configurations.isEmpty { all["NSConfigurations"] = configurations() }
        builder.define(modelUID, classes: ["NSManagedObjectModel", "NSObject"], fields: all)
    }

    private mutating func identifiers() -> PropertyListValue {
        let fields = model.versionIdentifiers.sorted().map { builder.add(string: $0) }
        return builder.add(set: fields)
    }

    private mutating func templates() throws -> PropertyListValue {
        guard !model.fetchRequestTemplates.isEmpty else { return KeyedArchiveBuilder.null }
        let sorted = model.fetchRequestTemplates.inByteOrder(of: \.key)
        let entries = try sorted.map { (key: builder.add(string: $0.key), value: try add($0.value)) }
        return builder.add(entries: entries, mutable: true)
    }

    private mutating func configurations() -> PropertyListValue {
        let entries = model.configurations.map { configuration in
            let members = configuration.entityNames.compactMap { entityUIDs[$0] }.map(PropertyListValue.uid)
            return (key: builder.add(string: configuration.name), value: builder.add(array: members))
        }
        return builder.add(entries: entries, mutable: true)
    }
}
