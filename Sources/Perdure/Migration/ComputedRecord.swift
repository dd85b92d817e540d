// SPDX-License-Identifier: Apache-2.0
// What a store remembers of the attributes that it computes, as far as versions of models ask (StoreVersion.swift).

import PerdurePropertyList
import PerdureStore

/// The attributes that a store computes, by entity and name.
struct ComputedRecord {
    private let entities: [String: PropertyListValue]?

    init(_ metadata: [String: PropertyListValue]) {
        entities = metadata[Derivation.metadataKey].map(Self.entries)
    }

    /// Whether the store remembers any.
    var isPresent: Bool { entities != nil }

    /// Whether a model's attributes have the names that the store remembers: names are no part of their hashes.
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
