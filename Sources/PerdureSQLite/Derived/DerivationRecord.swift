// SPDX-License-Identifier: Apache-2.0
// The record of derived attributes in a store that we wrote; it lies in the metadata beside Apple's keys. Stores of Apple's
// framework lack this key, because their triggers are Apple's.

import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// The expressions that the triggers of a store compute.
///
/// In the metadata: `PerdureDerivations = { entity = { attribute = expression } }`.
struct DerivationRecord: Equatable {
    /// Entity → attribute → expression.
    private(set) var expressions: [String: [String: String]] = [:]

    /// The expression that stands for unknown triggers of another program: they stay as they are.
    static let foreign = ""

    /// The record of the triggers that are made for a model.
    init(_ attributes: [DerivedAttribute]) {
        for attribute in attributes { self[attribute.entity, attribute.name] = attribute.text }
    }

    /// Reads the metadata; nil for a store that we did not write.
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

    /// Whether the record says that our triggers keep some values right.
    var hasOwn: Bool { self != withoutOwn }

    /// The record without our triggers, for the time that they did not run.
    var withoutOwn: DerivationRecord {
        var record = self
        record.expressions = expressions.mapValues { $0.filter { $1 == Self.foreign } }
            .filter { !$1.isEmpty }
        return record
    }

    /// The record in the form of the metadata.
    var value: PropertyListValue {
        .dictionary(
            expressions.filter { !$1.isEmpty }.mapValues { .dictionary($0.mapValues { .string($0) }) })
    }
}
