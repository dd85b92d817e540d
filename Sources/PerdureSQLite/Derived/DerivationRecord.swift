// SPDX-License-Identifier: Apache-2.0
// What a store of ours remembers of its derived attributes, in its metadata beside Apple's keys. Stores that Apple made
// have no such key: their triggers are theirs.

import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// The expressions that the triggers of a store compute.
///
/// In the metadata: `PerdureDerivations = { entity = { attribute = expression } }`.
struct DerivationRecord: Equatable {
    /// Entity → attribute → expression.
    private(set) var expressions: [String: [String: String]] = [:]

    /// Stands for triggers that we have not made and do not know: they stay as they are.
    static let foreign = ""

    /// What triggers made for a model compute.
    init(_ attributes: [DerivedAttribute]) {
        for attribute in attributes { self[attribute.entity, attribute.name] = attribute.text }
    }

    /// Reads the metadata; nil for a store that is not ours.
    init?(_ metadata: [String: PropertyListValue]) {
        guard case .dictionary(let entities) = metadata[Derivation.metadataKey] else { return nil }
        for case (let entity, .dictionary(let attributes)) in entities {
            for case (let attribute, .string(let text)) in attributes { self[entity, attribute] = text }
        }
    }

    subscript(entity: String, attribute: String) -> String? {
        get { expressions[entity]?[attribute] }
        set { expressions[entity, default: [:]][attribute] = newValue }
    }

    /// Whether some values are said to be right because our triggers keep them so.
    var hasOwn: Bool { self != withoutOwn }

    /// What is left when those triggers did not run.
    var withoutOwn: DerivationRecord {
        var record = self
        record.expressions = expressions.mapValues { $0.filter { $1 == Self.foreign } }
            .filter { !$1.isEmpty }
        return record
    }

    /// As it stands in the metadata.
    var value: PropertyListValue {
        .dictionary(
            expressions.filter { !$1.isEmpty }.mapValues { .dictionary($0.mapValues { .string($0) }) })
    }
}
