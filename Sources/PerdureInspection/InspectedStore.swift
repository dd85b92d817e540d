// SPDX-License-Identifier: Apache-2.0
// A store that somebody looks at: its place, its metadata, its model and an engine. Start here. Places/StorePlace.swift says what
// a place is, Rows/ reads objects, Checking/ looks for damage.

import Foundation
import Perdure
import PerdureModelFormat
import PerdurePropertyList
import PerdureStore

/// A store that is looked at, and not changed.
package struct InspectedStore {
    package let place: any StorePlace
    package let metadata: [String: PropertyListValue]
    /// The entities, each with the number of its own rows.
    package let counts: [EntityCount]
    /// The model; nil where the store has no usable copy, and none was given.
    package let model: Model?
    /// The reason why the store's own copy of its model cannot be used.
    package let modelProblem: String?

    /// The model for reading a store.
    package struct Model {
        package let document: ModelDocument
        package let schema: Schema
        /// The origin of the model, for people.
        package let origin: String
        package let description: NSManagedObjectModel

        /// Puts a model to use.
        ///
        /// - Throws: What is wrong with the model.
        package init(_ document: ModelDocument, origin: String) throws {
            let model = try NSManagedObjectModel(document: document)
            try model.freeze()
            self.document = document
            self.origin = origin
            schema = model.schema
            description = model
        }
    }

    /// Where the model comes from.
    package enum ModelSource {
        /// The store's own copy.
        case store
        /// A model that is chosen by the store's metadata.
        case given(origin: String, ([String: PropertyListValue]) throws -> ModelDocument)
    }

    /// Reads what a store says of itself.
    ///
    /// - Throws: `InspectionError` and the errors of the layers below.
    package init(_ place: any StorePlace, model source: ModelSource = .store) throws {
        self.place = place
        do {
            metadata = try place.metadata()
            counts = try place.counts()
            (model, modelProblem) = try Self.model(source, place, metadata)
        } catch {
            throw place.naming(error)
        }
    }

    /// The path or the URL of the store, for people.
    package var path: String { place.shown }

    /// The model, or the problem of the store's own copy.
    private static func model(
        _ source: ModelSource, _ place: any StorePlace, _ metadata: [String: PropertyListValue]
    ) throws -> (Model?, String?) {
        if case .given(let origin, let choose) = source {
            return (try Model(choose(metadata), origin: origin), nil)
        }
        do {
            guard let archive = try place.modelArchive() else { return (nil, nil) }
            return (try Model(CompiledModelReader.read(data: archive), origin: "the store's own copy"), nil)
        } catch {
            return (nil, ErrorText.describe(error))
        }
    }

    /// The model, for those that need one.
    ///
    /// - Throws: `InspectionError` with a remedy.
    package func requiredModel() throws -> Model {
        if let model { return model }
        throw InspectionError("\(path): \(modelAbsence)")
    }

    /// The reason why the store has no model, with a remedy.
    package var modelAbsence: String {
        guard let modelProblem else { return "the store keeps no copy of its model; name one with --model" }
        return "the store's copy of its model cannot be used (\(modelProblem)); name one with --model"
    }

    /// An engine on the store, which the caller closes.
    package func engine(_ model: Model, _ reading: EngineReading = EngineReading()) throws
        -> any CopyableEngine
    {
        try place.engine(model.schema, reading)
    }

    /// The entity of a name.
    ///
    /// - Throws: `InspectionError` that lists the entities, and for an entity that the store leaves out.
    package func entity(named name: String, in model: Model) throws -> EntityLayout {
        guard let entity = model.schema.entity(named: name) else {
            throw UnknownName.entity(name, of: model.schema, in: path)
        }
        let tree = entity.number...entity.lastDescendant
        guard entities(of: model).contains(where: { tree.contains($0.number) }) else {
            throw InspectionError("\(path): the store is one of a configuration without the entity '\(name)'")
        }
        return entity
    }

    /// The entities whose objects the store has: those of its configuration, or all.
    package func entities(of model: Model) -> [EntityLayout] {
        let all = model.schema.entities
        guard let held = model.schema.entities(of: metadata) else { return all }
        return all.filter { held.contains($0.number) }
    }

    package var uuid: String {
        guard case .string(let uuid)? = metadata["NSStoreUUID"] else { return "" }
        return uuid
    }
}
