// SPDX-License-Identifier: Apache-2.0
// Puts the names that an engine has for keys into URIs (ObjectIDNamespace.swift has the seam).

import Foundation
import PerdureStore

/// The names of an engine's keys.
final class EngineKeyNames: ObjectNaming {
    private let engine: any KeyNamingEngine

    /// Makes the names; nil for an engine whose numbers are the names.
    init?(_ engine: any StoreEngine) {
        guard let engine = engine as? any KeyNamingEngine, engine.namesKeys else { return nil }
        self.engine = engine
    }

    func text(of key: ObjectKey) -> String {
        guard let name = engine.name(of: key) else { return "\(key.number)" }
        return name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "\(key.number)"
    }

    func number(named text: String, entity: Int32) -> Int64? {
        text.removingPercentEncoding.flatMap { engine.number(named: $0, entity: entity) }
    }

    func didRegister(_ ids: [NSManagedObjectID]) {}
    func didUnregister(_ ids: [NSManagedObjectID]) {}
}
