// SPDX-License-Identifier: Apache-2.0
// What becomes of new rows that a uniqueness constraint stands against: a row that is there takes over their values, or they
// are left out. Part of BatchInsertRun.swift.

import Foundation
import PerdureStore

/// The rows of a batch insertion, as far as they are to be written.
struct BatchUpsert {
    let entity: NSEntityDescription
    /// nil in the place of a row that is not inserted any more.
    private var rows: [BatchRow?]
    private let keys: ReservedKeys
    /// Rows that are there, with the places of those whose values they take over.
    private var updates: [ObjectKey: (version: Int64, places: [Int])] = [:]
    private var order: [ObjectKey] = []
    /// All rows, whatever becomes of them.
    private var given: [BatchRow]

    /// What a row has for which nothing is given.
    let defaults: ContiguousArray<StoredValue>

    /// Takes the rows, and the keys for as many.
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

    /// What to write.
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

    /// The place of a new row; nil for the key of a row that is there, which may be any number.
    private func place(of key: ObjectKey) -> Int? {
        keys.index(of: key.number)
    }

    /// The values that are given for some rows; those of later ones count.
    private func merged(_ places: [Int]) -> BatchRow {
        var merged = BatchRow(values: defaults, given: [])
        for place in places { give(given[place], to: &merged) }
        return merged
    }

    /// Takes rows that were refused out of the insertions.
    ///
    /// - Throws: 133021 when the policy settles nothing, when what takes over values violates a constraint itself, or when
    ///   the row that is there is of a parent or sibling of the entity.
    mutating func settle(_ conflicts: [CommitConflict], _ policy: NSMergePolicy) throws {
        var twins: [[String]: [String: Int]] = [:]
        for conflict in conflicts {
            switch conflict {
            // Somebody else has changed a row between two attempts: the next one finds what it is now.
            case .version(let key, _): takeBack(key)
            // Nothing is deleted by insertions.
            case .straggler: break
            case .constraint(_, let attributes, let key, let existing):
                guard let favour = policy.favour, let place = place(of: key), let refused = rows[place] else {
                    throw BatchErrors.constraint(attributes, entity)
                }
                rows[place] = nil
                if favour == .store { continue }
                if let existing {
                    // The index is on the table of all entities of the root; only subentities have the same slots.
                    guard entity.layout.contains(entity: existing.key.entity) else {
                        throw BatchErrors.constraint(attributes, entity)
                    }
                    take(place, over: existing)
                } else {
                    let known = twins[attributes] ?? places(by: attributes)
                    twins[attributes] = known
                    try give(refused, at: place, to: known[text(refused, attributes)], attributes)
                }
            }
        }
    }

    /// Lets a row of the same insertion take over the values of a later one.
    private mutating func give(_ refused: BatchRow, at place: Int, to twin: Int?, _ attributes: [String])
        throws
    {
        guard let twin, twin != place else { throw BatchErrors.constraint(attributes, entity) }
        // It may have been refused itself: the next attempt tells what stands in the way then.
        guard rows[twin] != nil else { return rows[place] = refused }
        var taken = given[twin]
        give(refused, to: &taken)
        given[twin] = taken
        rows[twin] = taken
    }

    private mutating func take(_ place: Int, over existing: Row) {
        if updates[existing.key] == nil { order.append(existing.key) }
        updates[existing.key, default: (existing.version, [])].places.append(place)
    }

    private mutating func takeBack(_ key: ObjectKey) {
        for place in updates.removeValue(forKey: key)?.places ?? [] { rows[place] = given[place] }
        order.removeAll { $0 == key }
    }

    /// The rows that are still to be inserted, by their values of some attributes.
    private func places(by attributes: [String]) -> [String: Int] {
        var places: [String: Int] = [:]
        for (place, row) in rows.enumerated() {
            guard let row else { continue }
            let text = text(row, attributes)
            // The first of equal rows is the one that was written.
            if places[text] == nil { places[text] = place }
        }
        return places
    }

    /// Equal for equal values: slots have no hash.
    private func text(_ row: BatchRow, _ attributes: [String]) -> String {
        attributes.map { path in
            let name = path.split(separator: ".").first.map(String.init) ?? path
            return entity.layout.slots[name].map { row.values[$0].text } ?? ""
        }.joined(separator: "\u{1F}")
    }
}

extension StoredValue {
    /// Different for different values of one attribute.
    fileprivate var text: String {
        switch self {
        case .data(let data): data.base64EncodedString()
        case .decimal(let box): "\(box.value)"
        default: leaves.map { $0.map(\.text).joined(separator: "\u{1E}") } ?? "\(self)"
        }
    }
}

extension NSMergePolicy {
    /// Whose values stay when two rows would have the same unique ones.
    enum Favour { case object, store }

    /// nil for policies that settle nothing by themselves.
    fileprivate var favour: Favour? {
        switch mergeType {
        case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType: .object
        case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: .store
        default: nil
        }
    }
}
