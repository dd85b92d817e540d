// SPDX-License-Identifier: Apache-2.0
// The numbers of entities in a file. Apple's migrations leave the former name of a renamed entity in Z_PRIMARYKEY (MIG-48a).
// So a number is looked up by name, then by the former name. Last, an entity takes the only number that is left. Part of
// FileNames.swift.

import PerdureSQL
import PerdureStore

/// Finds the numbers of a store's entities.
struct FileNumbers {
    /// Schema number - 1 → number in the file; 0 for entities that the store does not hold.
    private(set) var numbers: [Int32]
    private let schema: Schema
    private var free: [ExistingEntity]
    /// The numbers of `free` that already belong to an entity.
    private var taken: Set<Int32> = []

    /// The largest accepted number: numbers are array indexes, and a file with larger numbers is damaged.
    private static let largest: Int32 = 100_000

    /// Looks up the numbers; without a file it counts from 1.
    ///
    /// - Throws: `StoreError.schemaMismatch` with the entity that the file lacks.
    init(_ included: [Int32], _ schema: Schema, _ existing: ExistingSchema?) throws {
        self.schema = schema
        numbers = [Int32](repeating: 0, count: schema.entities.count)
        free = (existing?.entities ?? []).filter { $0.number > 0 && $0.number <= Self.largest }
        guard let existing else {
            for (index, entity) in included.enumerated() { numbers[Int(entity) - 1] = Int32(index + 1) }
            return
        }
        var missing = assign(included) { $0.name }
        missing = assign(missing) { $0.formerName }
        missing = assignLeftOver(missing)
        guard let entity = missing.first else { return }
        throw StoreError.schemaMismatch(
            path: existing.path, entity: schema[entity].name, property: nil,
            reason: "Z_PRIMARYKEY has no number for the entity")
    }

    /// Gives numbers by name.
    ///
    /// - Returns: the entities without a number.
    private mutating func assign(_ entities: [Int32], by name: (EntityLayout) -> String?) -> [Int32] {
        free.removeAll { taken.contains($0.number) }
        let rows = Dictionary(free.map { ($0.name, $0.number) }, uniquingKeysWith: { $1 })
        return entities.filter { entity in
            guard let number = name(schema[entity]).flatMap({ rows[$0] }), !taken.contains(number) else {
                return true
            }
            assign(number, for: entity)
            return false
        }
    }

    private mutating func assign(_ number: Int32, for entity: Int32) {
        numbers[Int(entity) - 1] = number
        taken.insert(number)
    }

    /// Gives an entity the only remaining number below its parent, if the entity is the only one without a number there.
    private mutating func assignLeftOver(_ entities: [Int32]) -> [Int32] {
        var missing: [Int32] = []
        dropCurrentNames()
        let rows = Dictionary(grouping: free, by: \.superentity)
        let siblings = Dictionary(grouping: entities) { schema[$0].superentity }.mapValues(\.count)
        // Parents come before their subentities.
        for entity in entities {
            let parent = schema[entity].superentity
            let number = parent.map { numbers[Int($0) - 1] } ?? 0
            let rows = siblings[parent] == 1 ? (rows[number] ?? []).filter { !taken.contains($0.number) } : []
            guard rows.count == 1, parent == nil || number != 0 else {
                missing.append(entity)
                continue
            }
            assign(rows[0].number, for: entity)
        }
        return missing
    }

    /// Removes rows with names of today's entities: such a name is no other entity's former name, so a second row with it is
    /// damage.
    private mutating func dropCurrentNames() {
        free.removeAll { taken.contains($0.number) }
        guard !free.isEmpty else { return }
        let names = Set(schema.entities.map(\.name))
        free.removeAll { names.contains($0.name) }
    }
}
