// SPDX-License-Identifier: Apache-2.0
// Opens a store for reading: a private copy, its metadata, its model (from a file on the command line
// or from the store's model cache) and an engine on the copy.

import Foundation
import Perdure
import PerdureModelFormat
import PerdurePropertyList
import PerdureSQLite
import PerdureStore

/// A store that the tool reads.
struct InspectedStore {
    /// The path on the command line.
    let path: String
    let copy: PrivateCopy
    let metadata: [String: PropertyListValue]
    let counts: [SQLiteStoreFile.EntityCount]
    let model: Model?
    /// The reason why the tool cannot use the store's model cache.
    let modelProblem: String?

    /// The model for reading the store.
    struct Model {
        let document: ModelDocument
        let schema: Schema
        /// The origin of the model, for people.
        let origin: String
    }

    /// Opens the store that the arguments name.
    ///
    /// - Throws: `ToolError` and the errors of the layers below.
    init(_ arguments: Arguments) throws {
        let path = arguments[operand: "STORE"]
        let copy = try PrivateCopy(of: path, limit: try arguments.count("copy-limit"))
        self.path = path
        self.copy = copy
        do {
            metadata = try SQLiteStoreFile.readMetadata(at: copy.path)
            counts = try SQLiteStoreFile.entityCounts(at: copy.path)
            (model, modelProblem) = try Self.model(arguments, copy, metadata)
        } catch {
            throw Self.naming(path, error)
        }
    }

    /// The error with the path of the store, which the user knows, in place of the copy's path.
    static func naming(_ path: String, _ error: any Error) -> any Error {
        switch error {
        case StoreError.notAStore(_, let reason): StoreError.notAStore(path: path, reason: reason)
        case StoreError.cannotOpen(_, let code, let reason):
            StoreError.cannotOpen(path: path, code: code, reason: reason)
        case StoreError.invalidMetadata(_, let reason):
            StoreError.invalidMetadata(path: path, reason: reason)
        case StoreError.schemaMismatch(_, let entity, let property, let reason):
            StoreError.schemaMismatch(path: path, entity: entity, property: property, reason: reason)
        case let error as StoreError: ToolError("\(path): \(ErrorText.describe(error))")
        default: error
        }
    }

    /// The model, or the problem of the store's model cache.
    private static func model(
        _ arguments: Arguments, _ copy: PrivateCopy, _ metadata: [String: PropertyListValue]
    ) throws -> (Model?, String?) {
        let store = arguments[operand: "STORE"]
        if let file = arguments.values["model"] {
            let document = try ModelFit(store: store, metadata: metadata).version(of: file)
            return (try model(document, origin: file), nil)
        }
        do {
            guard let archive = try SQLiteStoreFile.readModelArchive(at: copy.path) else { return (nil, nil) }
            return (try model(CompiledModelReader.read(data: archive), origin: "the store's own copy"), nil)
        } catch {
            return (nil, ErrorText.describe(error))
        }
    }

    private static func model(_ document: ModelDocument, origin: String) throws -> Model {
        let model = try NSManagedObjectModel(document: document)
        try model.freeze()
        return Model(document: document, schema: model.schema, origin: origin)
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

    /// An engine on the copy.
    func engine(_ model: Model, _ change: (inout SQLiteOptions) -> Void = { _ in }) throws -> SQLiteEngine {
        var options = SQLiteOptions(path: copy.path)
        options.isReadOnly = true
        options.original = path
        change(&options)
        do {
            return try SQLiteEngine.open(options, schema: model.schema)
        } catch {
            throw Self.naming(path, error)
        }
    }

    var uuid: String {
        guard case .string(let uuid)? = metadata["NSStoreUUID"] else { return "" }
        return uuid
    }
}
