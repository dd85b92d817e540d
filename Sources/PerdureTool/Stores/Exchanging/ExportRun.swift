// SPDX-License-Identifier: Apache-2.0
// Reads the objects of a store in pages, with the members of each page at once. ExportTarget.swift writes them.

import PerdureStore

/// One export.
struct ExportRun {
    private let source: any PagedReader
    private let schema: Schema
    private let entities: Set<Int32>
    private let unreadable: UnreadableValues
    private var progress: Progress?
    /// The number of objects so far.
    private(set) var count = 0

    init(
        _ engine: any CopyableEngine, _ entities: [EntityLayout], total: Int, _ unreadable: UnreadableValues,
        isQuiet: Bool
    ) {
        self.unreadable = unreadable
        schema = engine.schema
        // Others may write a store on a server meanwhile.
        source = ((try? engine.readView()) as? any PagedReader) ?? engine
        self.entities = Set(entities.map(\.number))
        progress = isQuiet ? nil : Progress("Exporting", total: Int64(total))
    }

    mutating func write(to target: any ExportTarget) throws {
        defer { progress?.end() }
        for root in schema.entities where root.superentity == nil && holdsChosen(root) {
            try unreadable.goingOn {
                var pages = RowPages(root.number, isComplete: !unreadable.keepsGoing)
                while let rows = try unreadable.next({ try pages.next(source) }, widening: { pages.widen() })
                {
                    try write(rows, to: target)
                }
            }
        }
    }

    private mutating func write(_ rows: [Row], to target: any ExportTarget) throws {
        let chosen = rows.filter { entities.contains($0.key.entity) }
        let members = try members(of: chosen)
        for row in chosen { try target.write(row, members[row.key] ?? [:]) }
        count += chosen.count
        progress?.show(Int64(count))
    }

    private func holdsChosen(_ root: EntityLayout) -> Bool {
        entities.contains { root.contains(entity: $0) }
    }

    /// The members of the relationships that an export writes, by owner and slot.
    private func members(of rows: [Row]) throws -> [ObjectKey: [Int: [ObjectKey]]] {
        var found: [ObjectKey: [Int: [ObjectKey]]] = [:]
        for (entity, owners) in Dictionary(grouping: rows, by: \.key.entity) {
            let keys = Dictionary(owners.map { ($0.key.number, $0.key) }) { first, _ in first }
            let slots = ExportedValue.properties(of: schema[entity])
                .filter { $0.relationship?.isToMany == true }.map(\.slot)
            for slot in slots {
                // The members' own values are read where they are written.
                let read = try source.memberKeys(
                    of: MemberOwners(slot: slot, entity: entity, numbers: owners.map(\.key.number)))
                for (member, owner) in zip(read.keys, read.owners) {
                    guard let key = keys[owner] else { continue }
                    found[key, default: [:]][slot, default: []].append(member)
                }
            }
        }
        return found
    }
}
