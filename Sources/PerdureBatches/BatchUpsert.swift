// SPDX-License-Identifier: Apache-2.0
// Resolves violations of uniqueness constraints by new rows: the existing row takes over the new row's values, or the
// new row is left out. Part of BatchInsertRun.swift.

import Foundation
import Perdure
import PerdureModel
import PerdureStore

/// The rows of a batch insertion that are still to be written.
struct BatchUpsert {
    let entity: NSEntityDescription
    /// The new rows; nil at the index of a row that is no longer inserted.
    private var rows: [BatchRow?]
    private let keys: ReservedKeys
    /// Existing rows, with the indices of the new rows whose values they take over.
    private var updates: [ObjectKey: (version: Int64, places: [Int])] = [:]
    private var order: [ObjectKey] = []
    /// All new rows, inserted or not.
    private var given: [BatchRow]

    /// The values of a row without given values.
    let defaults: ContiguousArray<StoredValue>

    /// How often rows are written when constraints refuse some of them; each attempt has fewer insertions.
    static let rounds = 10

    /// Makes an upsert of some rows, with a reserved key for each.
    init(
        _ entity: NSEntityDescription, _ rows: [BatchRow], _ defaults: ContiguousArray<StoredValue>,
        _ keys: ReservedKeys
    ) {
        self.defaults = defaults
        self.entity = entity
        self.rows = rows
        given = rows
        self.keys = keys
    }

    /// The change set to write.
    var changes: ChangeSet {
        var changes = ChangeSet()
        for (place, row) in rows.enumerated() {
            if let row { changes.insertions.append(RowInsertion(key: key(place), values: row.values)) }
        }
        for key in order {
            guard let update = updates[key] else { continue }
            changes.updates.append(self.update(key, update.version, merged(update.places)))
        }
        return changes
    }

    private func key(_ place: Int) -> ObjectKey {
        ObjectKey(entity: entity.number, root: entity.layout.root, number: keys[place])
    }

    /// The index of a new row; nil for the key of an existing row, which may be any number.
    private func index(of key: ObjectKey) -> Int? {
        keys.index(of: key.number)
    }

    /// The given values of some rows together; a later row's value replaces an earlier one's.
    private func merged(_ places: [Int]) -> BatchRow {
        var merged = BatchRow(values: defaults, given: [])
        for place in places { copyValues(given[place], to: &merged) }
        return merged
    }

    /// Removes refused rows from the insertions, and lets existing rows take over their values.
    ///
    /// - Throws: 133021 when the policy resolves nothing, when a row that takes over values violates a constraint
    ///   itself, or when the existing row belongs to a parent or sibling of the entity.
    mutating func resolve(_ conflicts: [CommitConflict], _ policy: NSMergePolicy) throws {
        var twins: [[String]: [UniqueValues: Int]] = [:]
        let before = rows
        var resolved: Set<Int> = []
        for conflict in conflicts {
            switch conflict {
            // Another writer has changed the row between two attempts: the next attempt finds its new version.
            case .version(let key, _): revertUpdate(key)
            // Insertions delete nothing.
            case .danglingMember: break
            case .constraint(_, let attributes, let key, let existing):
                guard let favour = policy.favour, let place = index(of: key) else {
                    throw BatchErrors.constraint(attributes, entity)
                }
                // A server names both the stored row and the earlier one of the batch that are in the way.
                guard resolved.insert(place).inserted else { continue }
                guard let refused = rows[place] else { throw BatchErrors.constraint(attributes, entity) }
                rows[place] = nil
                if favour == .store { continue }
                if let existing {
                    // The unique index is on the table of all entities of the root; only subentities have the same
                    // slots.
                    guard entity.layout.contains(entity: existing.key.entity) else {
                        throw BatchErrors.constraint(attributes, entity)
                    }
                    updateExisting(place, over: existing)
                } else {
                    let known = twins[attributes] ?? places(by: attributes, in: before)
                    twins[attributes] = known
                    try copyValues(refused, at: place, to: known[values(of: refused, attributes)], attributes)
                }
            }
        }
    }

    /// Lets an earlier row of the same insertion take over the values of a later one.
    private mutating func copyValues(
        _ refused: BatchRow, at place: Int, to twin: Int?, _ attributes: [String]
    )
        throws
    {
        guard let twin, twin != place else { throw BatchErrors.constraint(attributes, entity) }
        // The earlier row may have been refused itself. The next attempt then finds the row that is in the way.
        guard rows[twin] != nil else { return rows[place] = refused }
        var taken = given[twin]
        copyValues(refused, to: &taken)
        given[twin] = taken
        rows[twin] = taken
    }

    private mutating func updateExisting(_ place: Int, over existing: Row) {
        if updates[existing.key] == nil { order.append(existing.key) }
        updates[existing.key, default: (existing.version, [])].places.append(place)
    }

    private mutating func revertUpdate(_ key: ObjectKey) {
        for place in updates.removeValue(forKey: key)?.places ?? [] { rows[place] = given[place] }
        order.removeAll { $0 == key }
    }

    /// The indices of the rows that an attempt was to insert, by their values of some attributes.
    private func places(by attributes: [String], in rows: [BatchRow?]) -> [UniqueValues: Int] {
        var places: [UniqueValues: Int] = [:]
        for (place, row) in rows.enumerated() {
            guard let row else { continue }
            let values = values(of: row, attributes)
            // Of equal rows the first one was written.
            if places[values] == nil { places[values] = place }
        }
        return places
    }

    /// What a constraint's index compares: two spellings of the same letters are two values.
    private func values(of row: BatchRow, _ attributes: [String]) -> UniqueValues {
        UniqueValues(values: attributes.map { value(of: row, at: $0.split(separator: ".").map(String.init)) })
    }

    /// The value of an attribute, or of an element of a composite.
    private func value(of row: BatchRow, at path: [String]) -> StoredValue {
        guard let slot = path.first.flatMap({ entity.layout.slots[$0] }) else { return .null }
        let value = row.values[slot]
        guard let leaf = entity.layout.properties[slot].attribute?.onlyLeafIndex(of: Array(path.dropFirst())),
            let leaves = value.leaves, leaves.indices.contains(leaf)
        else { return value }
        return leaves[leaf]
    }
}

extension NSMergePolicy {
    /// The side whose values stay when two rows would have the same unique values.
    enum Favour { case object, store }

    /// The policy's side; nil for policies that resolve nothing by themselves.
    fileprivate var favour: Favour? {
        switch mergeType {
        case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType: .object
        case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: .store
        default: nil
        }
    }
}
