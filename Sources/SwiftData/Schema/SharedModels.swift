// SPDX-License-Identifier: Apache-2.0
// One model for all containers of the same classes, so that a new model may enter any of them without a copy. Models live as
// long as the process: objects of models without a context need their entities, and a program has few schemas.

import Foundation
import Perdure
import PerdureBase

/// The models of schemas.
enum SharedModels {
    /// What makes two schemas one model.
    private struct Key: Hashable {
        let types: Set<ObjectIdentifier>
        let version: Schema.Version
        let configurations: [String: [String]]
    }

    private struct State: @unchecked Sendable {
        // Sendable because models in use never change.
        var models: [Key: NSManagedObjectModel] = [:]
    }

    private static let state = Lock(State())

    /// The model of a schema; one of its own for a schema without classes.
    static func model(
        of schema: Schema, configurations: [(name: String, entities: [String])] = []
    ) -> NSManagedObjectModel {
        guard !schema.types.isEmpty else {
            return SchemaModel.model(of: schema, configurations: configurations)
        }
        let names = configurations.map { ($0.name, $0.entities.sorted()) }
        let key = Key(
            types: Set(schema.types.map { ObjectIdentifier($0) }), version: schema.version,
            configurations: Dictionary(names) { first, _ in first })
        if let known = state.withLock({ $0.models[key] }) { return known }
        let made = SchemaModel.model(of: schema, configurations: configurations)
        return state.withLock { state in
            if let known = state.models[key] { return known }
            state.models[key] = made
            return made
        }
    }
}
