// SPDX-License-Identifier: Apache-2.0
// First use: a model is checked, compiled into a schema and made immutable. The checks are in ModelCheck.swift, the compilation
// is in SchemaCompiler.swift.

import Foundation
import PerdureBase
import PerdureStore

/// A model in use.
struct FrozenModel {
    let schema: Schema
    let entitiesByName: [String: NSEntityDescription]
    /// Entity `n` is `entities[n - 1]`.
    let entities: [NSEntityDescription]
}

extension NSManagedObjectModel {
    /// Puts the model to use: checks and compiles it, numbers its entities and properties, and makes it immutable.
    ///
    /// Later calls return or throw the result of the first call. A model that fails is made immutable too. Its coordinator
    /// reports the error when a store is added.
    ///
    /// - Throws: `CoreDataException` that names entity and property.
    package func freeze() throws {
        lock.lock()
        defer { lock.unlock() }
        if let frozen {
            _ = try frozen.get()
            return
        }
        let outcome = Result { try compile() }
        frozen = outcome
        close()
        if case .success = outcome { ModelsInUse.add(self) }
        _ = try outcome.get()
    }

    /// Throws when the model is unusable for stores; called when a store is added.
    ///
    /// - Throws: The errors of `freeze` and `validateForStore`.
    package func finish() throws {
        try freeze()
        try validateForStore()
    }

    /// Checks the model as `freeze` does, without putting the model to use.
    ///
    /// - Throws: `CoreDataException` that names entity and property.
    public func validate() throws { _ = try SchemaCompiler(self).schema() }

    /// The model in compiled form: the model itself when it is in use, otherwise a private copy.
    ///
    /// - Throws: The errors of `freeze`.
    package func compiled() throws -> NSManagedObjectModel {
        guard !isFrozen, let copy = copy() as? NSManagedObjectModel else {
            try freeze()
            return self
        }
        copy.frozen = .success(try copy.compile())
        copy.close()
        return copy
    }

    /// The compiled model; stops the process when the model is not in use.
    package var schema: Schema {
        guard case .success(let frozen) = frozen else { ErrorMessages.modelNotInUse(entity: nil).stop() }
        return frozen.schema
    }

    /// The entity with a number of the schema.
    package func entity(number: Int32) -> NSEntityDescription {
        guard case .success(let frozen) = frozen else { ErrorMessages.modelNotInUse(entity: nil).stop() }
        return frozen.entities[Int(number) - 1]
    }

    /// Whether the model is closed to changes.
    package var isFrozen: Bool { seal.isClosed }

    private func compile() throws -> FrozenModel {
        try requireOpenDescriptions()
        let schema = try SchemaCompiler(self).schema()
        // The schema has the hashes, and they never change from here on.
        cachedHashes = Dictionary(
            schema.entities.map { ($0.name, Data($0.versionHash)) }, uniquingKeysWith: { first, _ in first })
        let byName = entitiesByName
        // Every layout of the schema comes from an entity of this model.
        let entities = schema.entities.map { byName[$0.name]! }
        for (layout, entity) in zip(schema.entities, entities) { assign(layout, of: schema, to: entity) }
        return FrozenModel(schema: schema, entitiesByName: byName, entities: entities)
    }

    /// Refuses descriptions that were put into two models before the first of them was put to use.
    ///
    /// The numbers of this model would replace those that the other one's stores and objects rely on.
    private func requireOpenDescriptions() throws {
        let isInUse = entities.contains { entity in
            entity.seal.isClosed || entity.properties.contains { $0.seal.isClosed }
        }
        if isInUse { throw CoreDataException.internalInconsistency(ErrorMessages.immutableModel) }
    }

    /// Numbers an entity and what it declares, and settles to whom they belong: another model or entity may list them too.
    private func assign(_ layout: EntityLayout, of schema: Schema, to entity: NSEntityDescription) {
        let all = entity.collectProperties()
        if entity.model !== self { entity.model = self }
        for property in layout.properties where property.declaringEntity == layout.number {
            guard let description = all[property.name] else { continue }
            if description.owner !== entity { description.owner = entity }
            description.slot = property.slot
            (description as? NSRelationshipDescription)?.layout = property.relationship
        }
        entity.compiledForm = CompiledEntity(schema: schema, layout: layout, properties: all)
    }

    private func close() {
        seal.close()
        for entity in entities {
            entity.seal.close()
            entity.properties.forEach { $0.close() }
            entity.indexes.forEach { $0.close() }
        }
        facts.templates.values.forEach { $0.settings.seal.close() }
    }
}
