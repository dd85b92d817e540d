// SPDX-License-Identifier: Apache-2.0
// Counts and checksums of a store's objects, of each property for itself, so that a difference can be named. Both stores are read in
// the order of their numbers. DigestedValue.swift has the bytes of values.

import PerdureBase
import PerdureStore

/// What two equal stores have in common.
struct StoreDigest {
    private let schema: Schema
    private var entities: [Int32: EntityDigest] = [:]

    private struct EntityDigest {
        var count = 0
        var rows = SHA256()
        var properties: [Int: SHA256] = [:]
    }

    init(_ schema: Schema) { self.schema = schema }

    /// The number of all objects.
    var count: Int { entities.values.reduce(0) { $0 + $1.count } }

    /// Adds the values of a row; those that stores compute are left out.
    mutating func add(_ row: Row) {
        let layout = schema[row.key.entity]
        var digest = entities[layout.number] ?? EntityDigest()
        entities[layout.number] = nil
        digest.count += 1
        digest.rows.update(DigestedValue.bytes(row.key.number) + DigestedValue.bytes(row.version))
        for property in layout.properties where property.isStoredInRow && !property.isComputed {
            digest.properties[property.slot, default: SHA256()].update(
                DigestedValue.bytes(row[property.slot], property))
        }
        entities[layout.number] = digest
    }

    // MARK: Members

    /// Whether a hierarchy has relationships that no row holds.
    func hasMembers(_ root: Int32) -> Bool {
        schema.entities.contains { $0.root == root && !Self.relationships($0).isEmpty }
    }

    private static func relationships(_ layout: EntityLayout) -> [(slot: Int, layout: RelationshipLayout)] {
        layout.properties.compactMap { property in
            guard !property.isTransient, let relationship = property.relationship, relationship.isToMany,
                relationship.isOrdered || (relationship.hasPairs && relationship.listsLinks)
            else { return nil }
            return (property.slot, relationship)
        }
    }

    /// Reads and adds the members of those relationships, with one read for each relationship of a page.
    mutating func addMembers(
        of rows: [Row], _ source: any StoreReader,
        _ body: (ObjectKey, Int, RelationshipLayout, [ObjectKey]) -> Void = { _, _, _, _ in }
    ) throws {
        for (entity, owners) in Dictionary(grouping: rows, by: \.key.entity).sorted(by: { $0.key < $1.key }) {
            for (slot, relationship) in Self.relationships(schema[entity]) {
                let found = try source.members(
                    of: MemberOwners(slot: slot, entity: entity, numbers: owners.map(\.key.number)))
                var members: [Int64: [ObjectKey]] = [:]
                for (row, owner) in zip(found.rows, found.owners) {
                    members[owner, default: []].append(row.key)
                }
                for owner in owners.map(\.key) {
                    guard let own = members[owner.number] else { continue }
                    add(own, of: owner, slot, isOrdered: relationship.isOrdered)
                    body(owner, slot, relationship, own)
                }
            }
        }
    }

    private mutating func add(_ members: [ObjectKey], of owner: ObjectKey, _ slot: Int, isOrdered: Bool) {
        let numbers = isOrdered ? members.map(\.number) : members.map(\.number).sorted()
        entities[owner.entity, default: EntityDigest()].properties[slot, default: SHA256()].update(
            ([owner.number, Int64(numbers.count)] + numbers).flatMap { DigestedValue.bytes($0) })
    }

    // MARK: Comparing

    /// Reads a whole store.
    mutating func read(_ source: any PagedReader, _ progress: (Int) -> Void) throws {
        for root in schema.entities.filter({ $0.superentity == nil }).map(\.number) {
            var pages = RowPages(root)
            while let rows = try pages.next(source) {
                for row in rows { add(row) }
                if hasMembers(root) { try addMembers(of: rows, source) }
                progress(rows.count)
            }
        }
    }

    /// Compares with what was read back.
    ///
    /// - Throws: `ToolError` that names the first difference.
    func requireEqual(_ other: StoreDigest, in place: String) throws {
        for layout in schema.entities {
            var (own, found) = (
                entities[layout.number] ?? EntityDigest(), other.entities[layout.number] ?? EntityDigest()
            )
            guard own.count == found.count else {
                throw difference(layout.name, "\(own.count) objects were written, \(found.count) are there")
            }
            guard own.rows.finalize() == found.rows.finalize() else {
                throw difference(layout.name, "numbers or versions of objects differ")
            }
            for property in layout.properties {
                var (left, right) = (
                    own.properties[property.slot] ?? SHA256(), found.properties[property.slot] ?? SHA256()
                )
                guard left.finalize() != right.finalize() else { continue }
                throw difference("\(layout.name).\(property.name)", "values differ from those of the source")
            }
        }
    }

    private func difference(_ subject: String, _ reason: String) -> ToolError {
        ToolError("\(subject): \(reason); the copy was removed again", .cannotWrite)
    }
}
