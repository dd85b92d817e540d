// SPDX-License-Identifier: Apache-2.0
// The statements for join tables in a migration: some stay under other names, others are made or go.

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// What becomes of the join tables.
struct MigratedJoins {
    private struct Kept {
        let old: JoinTableMapping
        let new: JoinTableMapping
    }

    private let kept: [Kept]
    /// The join tables that are made.
    let made: [JoinTableMapping]
    /// The old join tables that go, by name.
    let dropped: [String]
    private let words: any MigrationWords

    init(_ links: LinkPlan, _ entities: MigratedEntities) {
        let (old, new) = (entities.old.joinTables, entities.new.joinTables)
        words = entities.words
        kept = links.joins.map { Kept(old: old[$0.old.table], new: new[$0.new.table]) }
        made = links.madeJoins.map { new[$0] }
        let names = Set(kept.map(\.old.name))
        dropped = old.map(\.name).filter { !names.contains($0) }
    }

    /// Old name → new name of the tables that stay.
    var moved: [String: String] {
        Dictionary(kept.map { ($0.old.name, $0.new.name) }, uniquingKeysWith: { first, _ in first })
    }

    /// The tables that stay as they are.
    var untouched: Set<String> {
        Set(
            kept.filter {
                $0.old.name == $0.new.name && $0.old.owner == $0.new.owner && $0.old.member == $0.new.member
            }
            .map(\.new.name))
    }

    /// Renames and makes columns, after the tables have their new names.
    var columns: [MigrationStatement] {
        kept.flatMap { join in
            let change = change(join)
            let start = "ALTER TABLE \(words.table(join.new.name))"
            let changes =
                change.room.renames.map {
                    "\(start) RENAME COLUMN \(quotedName($0.from)) TO \(quotedName($0.to))"
                } + change.made.map { "\(start) ADD COLUMN \(quotedName($0)) bigint" }
            return changes.map { MigrationStatement($0) }
        }
    }

    /// The columns that nothing needs any more.
    var removals: [DeferredRemoval] {
        kept.flatMap { join in
            let change = change(join)
            return change.gone.map {
                DeferredRemoval(table: join.new.name, column: change.room.current[$0] ?? $0)
            }
        }
    }

    private func change(_ join: Kept) -> (room: NameRoom, made: [String], gone: [String]) {
        var moved: [String: String] = [:]
        var (made, gone): ([String], [String]) = ([], [])
        for (old, new) in [(join.old.owner, join.new.owner), (join.old.member, join.new.member)] {
            moved[old.key] = new.key
            switch (old.order, new.order) {
            case (let old?, let new?): moved[old] = new
            case (nil, let new?): made.append(new)
            case (let old?, nil): gone.append(old)
            case (nil, nil): break
            }
        }
        let names = [join.old.owner, join.old.member].flatMap { [$0.key, $0.order].compactMap { $0 } }
        let room = NameRoom(names, moving: moved, making: made, prefix: MigratedTables.formerColumn)
        return (room, made, gone)
    }
}
#endif
