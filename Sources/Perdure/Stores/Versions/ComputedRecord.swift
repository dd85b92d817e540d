// SPDX-License-Identifier: Apache-2.0
// The names of the derived attributes that a store keeps in its metadata. StoreVersion.swift compares them with a model.

import PerdurePropertyList
import PerdureStore

/// The attributes that a store computes, by entity and name.
struct ComputedRecord {
    private let entities: [String: PropertyListValue]?

    init(_ metadata: [String: PropertyListValue]) {
        entities = metadata[Derivation.metadataKey].map(Self.entries)
    }

    /// Whether the store keeps such a record.
    var isPresent: Bool { entities != nil }

    /// Whether a model's derived attributes have the recorded names, which are not part of version hashes.
    func agrees(with model: NSManagedObjectModel, in names: Set<String>) -> Bool {
        names.allSatisfy { name in
            let computed = (model.entitiesByName[name]?.properties ?? []).filter {
                ($0 as? NSAttributeDescription)?.isComputed ?? false
            }
            let known = entities?[name].map(Self.entries) ?? [:]
            return Set(computed.map(\.name)) == Set(known.keys)
        }
    }

    private static func entries(_ value: PropertyListValue) -> [String: PropertyListValue] {
        if case .dictionary(let entries) = value { return entries }
        return [:]
    }
}
