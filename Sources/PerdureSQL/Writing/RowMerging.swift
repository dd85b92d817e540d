// SPDX-License-Identifier: Apache-2.0
// Updates of attributes that merge: the newest rows are read in the transaction that writes, with one statement for all of
// a table, and the changes applied to them. The write lock is held from before the reading, so nobody comes in between,
// and every store computes alike. MergeTable.swift tells such writes from others.

import PerdureStore

extension WritePipeline {
    /// The updates with values in the place of changes; those that cannot be written are noted as conflicts.
    mutating func merging(_ updates: [RowUpdate]) throws -> [RowUpdate] {
        guard mapping.merges else { return updates }
        let keys = updates.compactMap { $0.deltas.isEmpty ? nil : $0.key }
        if keys.isEmpty { return updates }
        let reader = RowReader(mapping: mapping, plans: rows, connection: connection)
        let newest = Dictionary(
            try reader.rows(for: keys).map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        return try updates.compactMap { update in
            update.deltas.isEmpty ? update : try resolved(update, on: newest[update.key])
        }
    }

    private mutating func resolved(_ update: RowUpdate, on current: Row?) throws -> RowUpdate? {
        // What is to be written over a row that is another one by now needs no value.
        if let current,
            !update.movesVersion || (update.expectedVersion ?? current.version) == current.version,
            let resolved = try update.resolved(on: current, mapping.schema[current.key.entity])
        {
            return resolved
        }
        conflicts.append(.version(update.key))
        return nil
    }

    /// Notes that a row has been written, where the caller cannot foretell what it is now.
    mutating func note(_ update: RowUpdate, _ plan: WritePlan) {
        if !update.deltas.isEmpty {
            noteMerge(update, isComputed: plan.isComputed)
        } else if plan.isReread {
            reread.insert(update.key)
        }
    }

    /// Notes that a row has been merged with others' changes: who saves cannot know what it is now.
    ///
    /// The row was read in this transaction, so that it is known here, unless the store computes more of it.
    private mutating func noteMerge(_ update: RowUpdate, isComputed: Bool) {
        if isComputed { reread.insert(update.key) } else { settled[update.key] = update.row }
        support.didMerge(update)
        guard !update.movesVersion, let entity = mapping[update.key.entity] else { return }
        merged[entity.table, default: []].append(update.key.number)
    }

    /// Counts the writes that move no version.
    mutating func countMerges() throws {
        for (index, numbers) in merged {
            let table = mapping.tables[index]
            guard let count = table.versions.count(numbers, of: table.name, mapping.system) else { continue }
            try connection.run(SQLPrinter.print(count, dialect: plans.dialect))
        }
        merged.removeAll()
    }

    /// A row that is written again begins anew, whoever deleted the former one.
    func forgetMerges(of key: ObjectKey) throws {
        guard let delete = try mapping.table(of: key.entity).versions.removal else { return }
        let removal = SQLPrinter.print(delete, dialect: plans.dialect)
        let statement = try connection.statement(removal.text)
        try statement.bind(key.number, at: 1)
        try statement.run()
    }
}
