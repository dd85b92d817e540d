// SPDX-License-Identifier: Apache-2.0
// A relationship whose pairs are collected before the tables change, and written anew afterwards. The pairs lie in a temporary
// table meanwhile; its constraints keep one destination for a to-one relationship, whoever comes first.

import PerdureStore

/// Collects and writes the pairs of one relationship and its inverse.
package struct LinkRebuild {
    let entities: MigratedEntities
    let place: RelationshipPlace
    let inverse: RelationshipPlace?
    /// Makes the table's name unique within the migration.
    let number: Int

    private var new: StoreMapping { entities.new }
    private var words: any MigrationWords { entities.words }
    private var table: String { words.pairs(number) }
    private var relationship: RelationshipLayout { new.relationship(place) }

    /// The statements that collect the pairs; none when the source has no pairs to give.
    package func collecting() -> [MigrationStatement] {
        let own = LinkSource(entities: entities, place: place).selects()
        let others = inverse.flatMap { mirrored($0) } ?? []
        guard !own.isEmpty || !others.isEmpty else { return [] }
        var statements = [MigrationStatement(definition)]
        if !own.isEmpty { statements.append(insertion(own, "OWNER, MEMBER, OWNERPLACE, MEMBERPLACE")) }
        if !others.isEmpty {
            statements.append(insertion(others, "MEMBER, OWNER, MEMBERPLACE, OWNERPLACE"))
            statements.append(places(of: others))
        }
        return statements + symmetry + places
    }

    /// The pairs of the inverse, where they lay elsewhere; nil where both ends had one storage.
    private func mirrored(_ inverse: RelationshipPlace) -> [String]? {
        guard inverse != place else { return nil }
        let isApart = entities.pairs(below: place.entity).contains { pair in
            let origin = entities.relationship(pair, place.slot)
            return origin?.inverse == .mirrored || origin?.inverse == .united
        }
        let isAlone = entities.pairs(below: place.entity).isEmpty
        guard isApart || isAlone else { return nil }
        return LinkSource(entities: entities, place: inverse).selects()
    }

    /// Owners have one member, members one owner, or pairs are free.
    private var definition: String {
        var rules: [String] = []
        if !relationship.isToMany { rules.append("UNIQUE (OWNER)") }
        if isExclusive { rules.append("UNIQUE (MEMBER)") }
        return words.pairsDefinition(number, rules: rules + ["UNIQUE (OWNER, MEMBER)"])
    }

    /// Whether a member has one owner: the inverse is a to-one, or there is none and the member keeps the owner's key.
    private var isExclusive: Bool {
        guard relationship.inverseSlot != nil, let inverse else { return relationship.isToMany }
        return !new.relationship(inverse).isToMany
    }

    private func insertion(_ selects: [String], _ columns: String) -> MigrationStatement {
        let all = selects.joined(separator: " UNION ALL ")
        return MigrationStatement(
            words.insertionOfNew(into: table, columns, "\(all) ORDER BY 1, 2"),
            count: "SELECT COUNT(*) FROM (\(all))")
    }

    /// Gives pairs that both ends had the places of the other end.
    private func places(of others: [String]) -> MigrationStatement {
        MigrationStatement(
            "UPDATE \(table) SET OWNERPLACE = o.D FROM (\(others.joined(separator: " UNION ALL "))) o"
                + " WHERE OWNER = o.B AND MEMBER = o.A AND o.D IS NOT NULL")
    }

    /// A to-one relationship that becomes its own inverse keeps the pairs that lead back.
    private var symmetry: [MigrationStatement] {
        guard inverse == place, !relationship.isToMany else { return [] }
        return [
            MigrationStatement(
                "DELETE FROM \(table) AS p WHERE NOT EXISTS"
                    + " (SELECT 1 FROM \(table) q WHERE q.OWNER = p.MEMBER AND q.MEMBER = p.OWNER)")
        ]
    }

    /// Spaces the places of ordered ends as new order keys are; those without a place come last, by key.
    private var places: [MigrationStatement] {
        var statements: [MigrationStatement] = []
        if relationship.isOrdered { statements.append(spacing("MEMBERPLACE", within: "OWNER", by: "MEMBER")) }
        if let inverse, new.relationship(inverse).isOrdered {
            statements.append(spacing("OWNERPLACE", within: "MEMBER", by: "OWNER"))
        }
        return statements
    }

    private func spacing(_ column: String, within group: String, by key: String) -> MigrationStatement {
        MigrationStatement(
            "UPDATE \(table) SET \(column) = n.PLACE FROM (SELECT \(words.pairNumber) AS PAIR, \(OrderKeys.rowPlace)"
                + " OVER (PARTITION BY \(group) ORDER BY \(column) IS NULL, \(column), \(key)) AS PLACE FROM \(table)) n"
                + " WHERE \(table).\(words.pairNumber) = n.PAIR")
    }

    // MARK: - Writing

    /// The statements that write the pairs into the new tables.
    package func writing() -> [MigrationStatement] {
        let ends = inverse.flatMap { $0 == place ? nil : $0 }.map { [place, $0] } ?? [place]
        var statements: [MigrationStatement] = []
        for end in ends {
            switch new.columns(end) {
            case .toOne(let columns): statements.append(keys(columns, of: end))
            case .toMany(.foreignKey(let key)) where key.slot == nil: statements.append(memberKeys(key))
            case .toMany(.joinTable(let link)) where end == place: statements.append(rows(link))
            default: break
            }
        }
        return statements + [MigrationStatement("DROP TABLE \(table)")]
    }

    private func keys(_ columns: ToOneColumns, of end: RelationshipPlace) -> MigrationStatement {
        let (owner, member, order) =
            end == place ? ("OWNER", "MEMBER", "OWNERPLACE") : ("MEMBER", "OWNER", "MEMBERPLACE")
        var assignments = ["\(quotedName(columns.key)) = p.\(member)"]
        if let column = columns.order { assignments.append("\(quotedName(column)) = p.\(order)") }
        return update(new.tables[new[end.entity]?.table ?? 0], assignments, owner)
    }

    private func memberKeys(_ key: MemberKey) -> MigrationStatement {
        var assignments = ["\(quotedName(key.key)) = p.OWNER"]
        if let column = key.order { assignments.append("\(quotedName(column)) = p.MEMBERPLACE") }
        return update(new.tables[key.table], assignments, "MEMBER")
    }

    private func update(_ target: TableMapping, _ assignments: [String], _ row: String) -> MigrationStatement
    {
        let name = words.table(target.name)
        return MigrationStatement(
            "UPDATE \(name) SET \(assignments.joined(separator: ", ")) FROM \(table) p"
                + " WHERE p.\(row) = \(name).\(new.system.key)")
    }

    private func rows(_ link: JoinLink) -> MigrationStatement {
        let target = new.joinTables[link.table]
        var columns = [(link.own, "OWNER"), (link.member, "MEMBER")]
        if let order = link.order { columns.append((order, "MEMBERPLACE")) }
        let otherOrder = target.owner.key == link.own ? target.owner.order : target.member.order
        if let otherOrder, otherOrder != link.order { columns.append((otherOrder, "OWNERPLACE")) }
        // Without positions one row stands for both directions of a relationship that is its own inverse.
        let condition =
            link.isReflexive && link.order == nil
            ? " WHERE OWNER <= MEMBER OR NOT EXISTS"
                + " (SELECT 1 FROM \(table) q WHERE q.OWNER = p.MEMBER AND q.MEMBER = p.OWNER)" : ""
        return MigrationStatement(
            "INSERT INTO \(words.table(target.name)) (\(columns.map { quotedName($0.0) }.joined(separator: ", ")))"
                + " SELECT \(columns.map(\.1).joined(separator: ", ")) FROM \(table) p\(condition)")
    }
}

extension OrderKeys {
    /// The key of the n-th member, as the beginning of a window function.
    static let rowPlace = "\(first - step) + \(step) * row_number()"
}
