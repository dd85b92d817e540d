// SPDX-License-Identifier: Apache-2.0
// Finds out which triggers and values of a store are not the model's. DerivedRebuild.swift does what is found.

import PerdureSQL
import PerdureStore

/// What is to be done with the derived attributes of a store.
struct DerivedWork {
    /// Get new triggers.
    var made: [DerivedAttribute] = []
    /// Get new values.
    var computed: [DerivedAttribute] = []
    /// Clocks that had values of another expression: a time that is there would stay.
    var emptied: [DerivedAttribute] = []
    /// Are plain now, and lose their triggers.
    var former: [(entity: Int32, attribute: String)] = []
    /// What the store remembers then; nil for what it remembers now.
    var record: DerivationRecord?

    var isEmpty: Bool { made.isEmpty && computed.isEmpty && former.isEmpty }
}

extension DerivedWork {
    /// What a store of Apple's gets when its user asks: all values, and triggers where there are none at all.
    init(asked attributes: [DerivedAttribute], texts: [String: String]) {
        computed = attributes
        made = attributes.filter { DerivedTriggerNames($0).find(in: texts).isEmpty }
    }

    /// What has changed since the store was written last.
    ///
    /// - Parameters:
    ///   - attributes: those of the model.
    ///   - old: what the store remembers.
    ///   - mapping: the store's tables.
    ///   - texts: the triggers of the file, by name.
    ///   - all: whether values are computed that seem right.
    init(
        _ attributes: [DerivedAttribute], since old: DerivationRecord, _ mapping: StoreMapping,
        texts: [String: String], all: Bool
    ) {
        var record = old
        for attribute in attributes {
            let known = old[attribute.entity, attribute.name]
            let isForeign = known == DerivationRecord.foreign
            let isMade = known == attribute.text && attribute.triggers.allSatisfy { texts[$0.name] == $0.sql }
            if all || !(isForeign || isMade) { computed.append(attribute) }
            guard !isForeign, !isMade else { continue }
            made.append(attribute)
            if let known, known != attribute.text, attribute.isClock { emptied.append(attribute) }
            record[attribute.entity, attribute.name] = attribute.text
        }
        for (entity, name) in Self.plain(in: old, mapping) {
            former.append((entity.number, name))
            record[entity.name, name] = nil
        }
        self.record = record
    }

    /// Attributes that were derived and are plain; those that the model does not have at all are another model's.
    private static func plain(in record: DerivationRecord, _ mapping: StoreMapping) -> [(
        EntityLayout, String
    )] {
        record.expressions.keys.sorted().flatMap { name -> [(EntityLayout, String)] in
            guard let entity = mapping.schema.entity(named: name), mapping[entity.number] != nil else {
                return []
            }
            return (record.expressions[name] ?? [:]).keys.sorted().compactMap { attribute in
                guard let found = entity.property(named: attribute), found.attribute != nil, !found.isComputed
                else { return nil }
                return (entity, attribute)
            }
        }
    }
}
