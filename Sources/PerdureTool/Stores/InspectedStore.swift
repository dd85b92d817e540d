// SPDX-License-Identifier: Apache-2.0
// Opens a store for reading: its place, its metadata, its model (from a file on the command line or from the store's own copy)
// and an engine. Places/StorePlace.swift says what a place is.

import Foundation
import Perdure
import PerdureModelFormat
import PerdurePropertyList
import PerdureStore

/// A store that the tool reads.
struct InspectedStore {
    let place: any StorePlace
    let metadata: [String: PropertyListValue]
    let counts: [EntityCount]
    let model: Model?
    /// The reason why the tool cannot use the store's own copy of its model.
    let modelProblem: String?

    /// The model for reading the store.
    struct Model {
        let document: ModelDocument
        let schema: Schema
        /// The origin of the model, for people.
        let origin: String
        let description: NSManagedObjectModel
    }

    /// Opens the store that an operand names.
    ///
    /// - Throws: `ToolError` and the errors of the layers below.
    init(_ arguments: Arguments, operand: String = "STORE") throws {
        place = try StorePlaces.place(arguments[operand: operand], arguments)
        do {
            metadata = try place.metadata()
            counts = try place.counts()
            (model, modelProblem) = try Self.model(arguments, place, metadata)
        } catch {
            throw place.naming(error)
        }
    }

    /// The path or the URL of the store, for people.
    var path: String { place.shown }

    /// The model, or the problem of the store's own copy.
    private static func model(
        _ arguments: Arguments, _ place: any StorePlace, _ metadata: [String: PropertyListValue]
    ) throws -> (Model?, String?) {
        if let file = arguments.values["model"] {
            let document = try ModelFit(store: place.shown, metadata: metadata).version(of: file)
            return (try model(document, origin: file), nil)
        }
        do {
            guard let archive = try place.modelArchive() else { return (nil, nil) }
            return (try model(CompiledModelReader.read(data: archive), origin: "the store's own copy"), nil)
        } catch {
            return (nil, ErrorText.describe(error))
        }
    }

    private static func model(_ document: ModelDocument, origin: String) throws -> Model {
        let model = try NSManagedObjectModel(document: document)
        try model.freeze()
        return Model(document: document, schema: model.schema, origin: origin, description: model)
    }

    /// The model, for commands that need one.
    ///
    /// - Throws: `ToolError` with a remedy.
    func requiredModel() throws -> Model {
        if let model { return model }
        throw ToolError("\(path): \(modelAbsence)")
    }

    /// The reason why the store has no model, with a remedy.
    var modelAbsence: String {
        guard let modelProblem else { return "the store keeps no copy of its model; name one with --model" }
        return "the store's copy of its model cannot be used (\(modelProblem)); name one with --model"
    }

    /// An engine on the store.
    func engine(_ model: Model, examining: Bool = false) throws -> any CopyableEngine {
        try place.engine(model.schema, examining: examining)
    }

    var uuid: String {
        guard case .string(let uuid)? = metadata["NSStoreUUID"] else { return "" }
        return uuid
    }
}
