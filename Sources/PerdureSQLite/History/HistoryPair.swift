// SPDX-License-Identifier: Apache-2.0
// One entity of a history before and after a migration. HistoryMigration.swift rewrites its changes.

import Foundation
import PerdureSQL
import PerdureStore

/// An entity in both versions of a model, with its slots.
struct HistoryPair {
    let oldNumber: Int64
    let newNumber: Int64
    private let old: (entity: EntityLayout, history: HistoryLayout)
    private let new: (entity: EntityLayout, history: HistoryLayout)
    /// Old slot → new slot.
    private let slots: [Int: Int]
    /// The old slots whose deltas go.
    let withoutDeltas: Set<Int>
    /// What becomes of the values of old slots that have another type.
    private let conversions: [Int: AttributeConversion]

    init(
        _ former: EntityMapping, in oldSchema: Schema, _ entity: EntityMapping, in newSchema: Schema,
        slots: [Int: Int], withoutDeltas: Set<Int> = [], conversions: [Int: AttributeConversion] = [:]
    ) {
        oldNumber = Int64(former.fileNumber)
        newNumber = Int64(entity.fileNumber)
        old = (oldSchema[former.entity], HistoryLayout(oldSchema[former.entity], former))
        new = (newSchema[entity.entity], HistoryLayout(newSchema[entity.entity], entity))
        self.slots = slots
        self.withoutDeltas = withoutDeltas
        self.conversions = conversions
    }

    /// Whether bits or columns stand for other properties now.
    var isOther: Bool {
        old.history.slots.map { slots[$0] } != new.history.slots
            || old.history.preserved.map { slots[$0.slot] } != new.history.preserved.map(\.slot)
            || old.history.preserved.contains { conversions[$0.slot] != nil }
    }

    func columns(_ bits: Data) -> Data {
        new.history.columns(old.history.slots(bits).compactMap { slots[$0] })
    }

    /// The values in the order of the new columns; their number stays the same.
    func tombstone(_ values: [SQLBinding]) -> [SQLBinding] {
        var known: [Int: SQLBinding] = [:]
        for (preserved, value) in zip(old.history.preserved, values) {
            if let slot = slots[preserved.slot] { known[slot] = converted(value, preserved.slot) }
        }
        let kept = new.history.preserved.map { known[$0.slot] ?? .null }
        return (0..<values.count).map { $0 < kept.count ? kept[$0] : .null }
    }

    /// The value in the new type; none where it does not fit.
    private func converted(_ value: SQLBinding, _ slot: Int) -> SQLBinding {
        guard let conversion = conversions[slot] else { return value }
        let former = StoredValue(preserved: value, type: conversion.from)
        return conversion.converted(former).flatMap { SQLBinding($0) } ?? .null
    }

    /// What becomes of the names of properties that merge: nil for those whose deltas go.
    var names: [String: String?] {
        var names: [String: String?] = [:]
        for slot in old.entity.mergeSlots {
            let name = slots[slot].flatMap {
                withoutDeltas.contains(slot) ? nil : new.entity.properties[$0].name
            }
            if name != old.entity.properties[slot].name {
                names.updateValue(name, forKey: old.entity.properties[slot].name)
            }
        }
        return names
    }
}

extension HistoryPair {
    /// The entities that both mappings have under one name, with the properties of one name.
    static func namesakes(_ old: StoreMapping, _ new: StoreMapping) -> [HistoryPair] {
        new.entities.compactMap { $0 }.compactMap { entity in
            let layout = new.schema[entity.entity]
            guard let former = old.schema.entity(named: layout.name), let mapping = old[former.number] else {
                return nil
            }
            let slots = former.slots.compactMap { name, slot in layout.slots[name].map { (slot, $0) } }
            return HistoryPair(
                mapping, in: old.schema, entity, in: new.schema,
                slots: Dictionary(slots, uniquingKeysWith: { first, _ in first }))
        }
    }
}
