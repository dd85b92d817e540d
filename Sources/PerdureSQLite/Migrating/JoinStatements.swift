// SPDX-License-Identifier: Apache-2.0
// The statements for join tables: some stay under other names, others are made or go.

import PerdureSQL
import PerdureStore

/// What becomes of the join tables.
struct JoinStatements {
    fileprivate struct Kept {
        let old: JoinTableMapping
        let new: JoinTableMapping
    }

    private let kept: [Kept]
    /// The join tables that are made.
    let made: [JoinTableMapping]
    /// The old join tables that go.
    let dropped: [String]
    private let existing: ExistingSchema

    init(_ links: LinkPlan, _ entities: MigratedEntities, _ existing: ExistingSchema) {
        let (old, new) = (entities.old.joinTables, entities.new.joinTables)
        self.existing = existing
        kept = links.joins.map { Kept(old: old[$0.old.table], new: new[$0.new.table]) }
        made = links.madeJoins.map { new[$0] }
        let names = Set(kept.map(\.old.name))
        dropped = old.map(\.name).filter { !names.contains($0) }
    }

    /// Old name → new name of the tables that stay.
    var moved: [String: String] {
        Dictionary(kept.map { ($0.old.name, $0.new.name) }, uniquingKeysWith: { first, _ in first })
    }

    var creations: [MigrationStatement] {
        made.map { MigrationStatement(SchemaDefinition.definition(of: $0).sql) }
    }

    /// Renames keys and columns of positions, after the tables have their new names.
    ///
    /// - Parameter removing: Whether columns that nothing needs go too.
    /// - Returns: The statements in their order.
    func columns(removing: Bool) -> [MigrationStatement] { kept.flatMap { columns($0, removing) } }

    /// The columns that nothing needs any more.
    var removals: [DeferredRemoval] { kept.flatMap(removals) }

    /// The columns of an old join table that get another name or go.
    func movedColumns(of table: String) -> Set<String> {
        guard let join = kept.first(where: { $0.old.name == table }) else { return [] }
        let change = Change(join, existing)
        return Set(change.room.renames.map(\.from)).union(change.gone)
    }

    /// The columns of an old join table that go.
    func droppedColumns(of table: String) -> Set<String> {
        kept.first { $0.old.name == table }.map { Set(Change($0, existing).gone) } ?? []
    }

    private func removals(_ join: Kept) -> [DeferredRemoval] {
        let change = Change(join, existing)
        return change.gone.map {
            DeferredRemoval(table: join.new.name, column: change.room.current[$0] ?? $0, fileColumns: [])
        }
    }

    private func columns(_ join: Kept, _ removing: Bool) -> [MigrationStatement] {
        let change = Change(join, existing)
        let table = SQLIdentifier.quoted(join.new.name)
        return change.room.renames.map { TableStatements.rename($0, in: join.new.name) }
            + (removing ? removals(join).map(\.statement) : [])
            + change.made.map {
                MigrationStatement("ALTER TABLE \(table) ADD COLUMN \(SQLIdentifier.quoted($0)) INTEGER")
            }
    }
}

/// The columns of a join table that stays.
private struct Change {
    let room: NameRoom
    private(set) var made: [String] = []
    private(set) var gone: [String] = []

    init(_ join: JoinStatements.Kept, _ existing: ExistingSchema) {
        let ends = [(join.old.owner, join.new.owner), (join.old.member, join.new.member)]
        var moved: [String: String] = [:]
        for (old, new) in ends {
            moved[old.key] = new.key
            switch (old.order, new.order) {
            case (let old?, let new?): moved[old] = new
            case (nil, let new?): made.append(new)
            case (let old?, nil): gone.append(old)
            case (nil, nil): break
            }
        }
        room = NameRoom(
            existing.tables[join.old.name] ?? [], moving: moved, making: made, prefix: "Z_FORMERCOLUMN_")
    }
}
