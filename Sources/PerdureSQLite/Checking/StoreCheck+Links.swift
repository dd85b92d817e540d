// SPDX-License-Identifier: Apache-2.0
// Checks that every relationship points at an existing row of the right entity, and that members of ordered relationships
// have positions.

import PerdureSQL
import PerdureStore

extension StoreCheck {
    mutating func toOne(_ ends: ToOneColumns, _ table: TableMapping, _ mapping: StoreMapping) throws {
        guard let destination = mapping[ends.destination] else { return }
        try pointer(
            ends.key, order: ends.order, of: table, to: mapping.tables[destination.table],
            allowed: destination.subtree, what: mapping.schema[ends.destination].name)
        guard let entity = ends.entity else { return }
        let target = quotedName(mapping.tables[destination.table].name)
        try addRows(
            .warning, of: table.name,
            "SELECT s.Z_PK, s.\(quotedName(entity)), d.Z_ENT FROM \(quotedName(table.name)) s JOIN \(target) d"
                + " ON d.Z_PK = s.\(quotedName(ends.key)) WHERE s.\(quotedName(entity)) IS NOT d.Z_ENT"
        ) {
            "says in \(entity) that its destination is of entity \($0.text(1)), but it is of \($0.integer(2))"
        }
    }

    /// Checks the key of a to-many relationship without inverse; the key is in the members' table.
    mutating func memberKey(_ key: MemberKey, owner: TableMapping, _ mapping: StoreMapping) throws {
        try pointer(
            key.key, order: key.order, of: mapping.tables[key.table], to: owner, allowed: [],
            what: mapping.schema[owner.root].name)
    }

    private mutating func pointer(
        _ key: String, order: String?, of table: TableMapping, to target: TableMapping, allowed: [Int32],
        what: String
    ) throws {
        let source = quotedName(table.name)
        let column = "s." + quotedName(key)
        try addRows(
            of: table.name,
            "SELECT s.Z_PK, \(column) FROM \(source) s LEFT JOIN \(quotedName(target.name)) d ON d.Z_PK = \(column)"
                + " WHERE \(column) IS NOT NULL AND d.Z_PK IS NULL"
        ) { "points in \(key) at row \($0.text(1)) of \(target.name), which is not there" }
        if !allowed.isEmpty {
            let numbers = allowed.map { "\($0)" }.joined(separator: ", ")
            try addRows(
                of: table.name,
                "SELECT s.Z_PK, d.Z_PK FROM \(source) s JOIN \(quotedName(target.name)) d ON d.Z_PK = \(column)"
                    + " WHERE d.Z_ENT NOT IN (\(numbers))"
            ) { "points in \(key) at row \($0.integer(1)) of \(target.name), which is no \(what)" }
        }
        guard let order else { return }
        try addRows(
            .warning, of: table.name,
            "SELECT s.Z_PK FROM \(source) s WHERE \(column) IS NOT NULL AND s.\(quotedName(order)) IS NULL"
        ) { _ in "has no place in \(order)" }
    }

    /// Checks that the destination of a one-to-one relationship leads back.
    mutating func oneToOne(_ pair: OneToOne) throws {
        let (key, inverse) = (quotedName(pair.key), quotedName(pair.inverseKey))
        try addRows(
            of: pair.table,
            "SELECT s.Z_PK, s.\(key), d.\(inverse) FROM \(quotedName(pair.table)) s"
                + " JOIN \(quotedName(pair.inverseTable)) d ON d.Z_PK = s.\(key) WHERE d.\(inverse) IS NOT s.Z_PK"
        ) {
            let back = $0.isNull(2) ? "does not lead back" : "leads back to row \($0.integer(2))"
            return
                "points in \(pair.key) at row \($0.integer(1)) of \(pair.inverseTable), which \(back) in \(pair.inverseKey)"
        }
    }

    mutating func joinTable(_ join: JoinTableMapping, _ mapping: StoreMapping) throws {
        for (end, target) in mapping.ends(of: join) {
            let column = "j." + quotedName(end.key)
            try addRows(
                of: join.name,
                "SELECT NULL, \(column) FROM \(quotedName(join.name)) j LEFT JOIN \(quotedName(target.name)) d"
                    + " ON d.Z_PK = \(column) WHERE d.Z_PK IS NULL"
            ) { "a pair points in \(end.key) at row \($0.text(1)) of \(target.name), which is not there" }
        }
        for order in [join.owner.order, join.member.order].compactMap({ $0 }) {
            try addRows(
                .warning, of: join.name,
                "SELECT NULL FROM \(quotedName(join.name)) WHERE \(quotedName(order)) IS NULL"
            ) { _ in "a pair has no place in \(order)" }
        }
    }
}
