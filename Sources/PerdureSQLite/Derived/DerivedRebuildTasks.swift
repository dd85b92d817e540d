// SPDX-License-Identifier: Apache-2.0
// Finds the triggers and values of a store that differ from the model. DerivedRebuild.swift does the work.

import PerdureSQL
import PerdureStore

/// The work for the derived attributes of a store.
struct DerivedRebuildTasks {
    /// Attributes that get new triggers.
    var made: [DerivedAttribute] = []
    /// Attributes that get new values.
    var computed: [DerivedAttribute] = []
    /// Clocks with values of another expression.
    ///
    /// They are cleared first, because an existing time would stay.
    var emptied: [DerivedAttribute] = []
    /// Attributes that are plain now and lose their triggers.
    var former: [(entity: Int32, attribute: String)] = []
    /// The new record; nil when the record stays as it is.
    var record: DerivationRecord?

    var isEmpty: Bool { made.isEmpty && computed.isEmpty && former.isEmpty }
}

extension DerivedRebuildTasks {
    /// The work for a store of Apple's when its user asks: all values, and triggers for attributes without any.
    init(asked attributes: [DerivedAttribute], texts: [String: String]) {
        computed = attributes
        made = attributes.filter { DerivedTriggerNames($0).find(in: texts).isEmpty }
    }

    /// The work since the store was last written.
    ///
    /// - Parameters:
    ///   - attributes: the derived attributes of the model.
    ///   - old: the store's record.
    ///   - mapping: the store's tables.
    ///   - texts: the triggers of the file, by name.
    ///   - all: whether values that seem right are computed too.
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

    /// Attributes that were derived and are plain now.
    ///
    /// Attributes that the model does not have belong to another model.
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
