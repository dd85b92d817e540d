// SPDX-License-Identifier: Apache-2.0
// Removes rows, and everything about them that is no slot of another row: their pairs in join
// tables, the keys of relationships without inverse, their external files.

import PerdureStore

/// The statements that remove a row of one entity.
struct DeletionPlan {
    let table: String
    /// With the key alone; the checked form adds the version.
    let text: String
    let checkedText: String
    let external: [String]
    /// Run after it with the row's key, where rows have attributes that merge.
    let forgetting: String?
    /// Run before, each with the row's key as its only value.
    let links: [String]

    init(_ entity: EntityMapping, mapping: StoreMapping) {
        let mapped = mapping.tables[entity.table]
        table = quotedName(mapped.name)
        text = "DELETE FROM \(table) WHERE \(mapping.system.key) = ?1"
        checkedText = text + " AND \(mapping.version(of: mapped)) = ?2"
        forgetting = mapped.merges.map(MergeTable.removal)
        external = entity.slots.enumerated().flatMap { WriteColumn.columns(of: $0, $1) }
            .filter { $0.part == .externalValue }.map(\.name)
        links = entity.slots.flatMap { Self.links($0, mapping) }
    }

    private static func links(_ columns: SlotColumns, _ mapping: StoreMapping) -> [String] {
        guard case .toMany(let members) = columns else { return [] }
        switch members {
        case .joinTable(let link):
            let join = quotedName(mapping.joinTables[link.table].name)
            let other = link.isReflexive ? " OR \(quotedName(link.member)) = ?1" : ""
            return ["DELETE FROM \(join) WHERE \(quotedName(link.own)) = ?1\(other)"]
        case .foreignKey(let key):
            // A key that is a slot of the members is changed by their own updates.
            guard key.slot == nil else { return [] }
            let cleared = ([key.key, key.entity, key.order].compactMap { $0 }).map {
                quotedName($0) + " = NULL"
            }
            return [
                "UPDATE \(quotedName(mapping.tables[key.table].name)) SET \(cleared.joined(separator: ", "))"
                    + " WHERE \(quotedName(key.key)) = ?1"
            ]
        }
    }
}

/// The statements of a plan, prepared.
struct RowDeleter {
    let plan: DeletionPlan
    fileprivate let links: [any PreparedStatement]
    fileprivate let unchecked: any PreparedStatement
    fileprivate let checked: any PreparedStatement
    fileprivate let forgetting: (any PreparedStatement)?

    init(_ plan: DeletionPlan, _ connection: any SQLConnection) throws {
        self.plan = plan
        links = try plan.links.map { try connection.statement($0) }
        unchecked = try connection.statement(plan.text)
        checked = try connection.statement(plan.checkedText)
        forgetting = try plan.forgetting.map { try connection.statement($0) }
    }

    /// Forgets what is known of a row besides.
    fileprivate func forget(_ number: Int64) throws {
        guard let forgetting else { return }
        try forgetting.bind(number, at: 1)
        try forgetting.run()
    }
}

extension WritePipeline {
    mutating func delete(_ deletions: [RowDeletion]) throws {
        var current: (entity: Int32, deleter: RowDeleter)?
        for deletion in deletions {
            let entity = deletion.key.entity
            if current?.entity != entity { current = (entity, try deleter(entity)) }
            // Set by the line above.
            try delete(deletion, current!.deleter)
        }
    }

    private mutating func delete(_ deletion: RowDeletion, _ deleter: RowDeleter) throws {
        let number = deletion.key.number
        for column in deleter.plan.external {
            try releaseExternal(column, table: deleter.plan.table, key: deletion.key)
        }
        for statement in deleter.links {
            try statement.bind(number, at: 1)
            try statement.run()
        }
        guard let expected = deletion.expectedVersion else {
            // A row that is gone already conflicts with a checked deletion only.
            try deleter.unchecked.bind(number, at: 1)
            try deleter.unchecked.run()
            return try deleter.forget(number)
        }
        try deleter.checked.bind(number, at: 1)
        try deleter.checked.bind(expected, at: 2)
        if try deleter.checked.run() == 0 { conflicts.append(.version(deletion.key)) }
        try deleter.forget(number)
    }
}
