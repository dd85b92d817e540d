// SPDX-License-Identifier: Apache-2.0
// Checks rows: their entities, versions, references, positions and derived values. Part of ServerStoreChecker.swift.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

extension ServerCheck {
    /// Checks all rows of all tables.
    mutating func rows(_ mapping: StoreMapping) throws {
        for table in mapping.tables { try bookkeeping(table, mapping) }
        for entity in mapping.entities.compactMap({ $0 }) {
            let layout = mapping.schema[entity.entity]
            for property in layout.properties[layout.inheritedCount...] {
                try references(entity, property, mapping)
            }
        }
        try derivedValues(mapping)
        try derivedTexts(mapping)
        for behind in try KeySequence.behind(mapping, session, place) {
            add(
                StoreProblem(
                    .error, object: behind.table,
                    "the sequence of keys is at \(behind.next), and there is a row \(behind.greatest): new objects would get "
                        + "keys that rows have"))
        }
        try names()
    }

    private mutating func bookkeeping(_ table: TableMapping, _ mapping: StoreMapping) throws {
        let (name, key) = (place.table(table.name), ServerName.quoted(mapping.system.key))
        try addRows(
            of: table.name, "the version is below 1",
            "SELECT \(key) FROM \(name) WHERE \(ServerName.quoted(mapping.system.version)) < 1 ORDER BY 1")
        try addRows(
            of: table.name, "the key is below 1", "SELECT \(key) FROM \(name) WHERE \(key) < 1 ORDER BY 1")
        guard let entity = mapping.system.entity else { return }
        let numbers = table.entities.compactMap { mapping[$0] }
            .filter { !mapping.schema[$0.entity].isAbstract }.map { String($0.fileNumber) }
        try addRows(
            of: table.name, "the row is of no entity of the table",
            "SELECT \(key) FROM \(name) WHERE NOT (\(ServerName.quoted(entity)) = "
                + "ANY (ARRAY[\(numbers.joined(separator: ", "))]::integer[])) ORDER BY 1")
    }

    private mutating func references(
        _ entity: EntityMapping, _ property: PropertyLayout, _ mapping: StoreMapping
    ) throws {
        let table = mapping.tables[entity.table].name
        switch entity.slots[property.slot] {
        case .toOne(let ends):
            guard let destination = mapping[ends.destination] else { return }
            try dangling(
                table, ends.key, mapping.tables[destination.table].name, property.name, mapping,
                key: mapping.system.key)
        case .toMany(.joinTable(let link)) where property.relationship?.listsLinks == true:
            guard let destination = mapping[link.destination] else { return }
            let join = mapping.joinTables[link.table].name
            try dangling(join, link.own, table, property.name, mapping, key: link.own)
            try dangling(
                join, link.member, mapping.tables[destination.table].name, property.name, mapping,
                key: link.own)
        case .toMany(.foreignKey(let member)):
            if member.slot == nil {
                try dangling(
                    mapping.tables[member.table].name, member.key, table, property.name, mapping,
                    key: mapping.system.key)
            }
            try unordered(member, property.name, mapping)
        default: break
        }
    }

    private mutating func dangling(
        _ table: String, _ column: String, _ destination: String, _ property: String, _ mapping: StoreMapping,
        key: String
    ) throws {
        let (column, own) = (ServerName.quoted(column), ServerName.quoted(mapping.system.key))
        try addRows(
            of: table, "\(property) leads to a row that does not exist",
            "SELECT t.\(ServerName.quoted(key)) FROM \(place.table(table)) t WHERE t.\(column) IS NOT NULL "
                + "AND NOT EXISTS (SELECT FROM \(place.table(destination)) d WHERE d.\(own) = t.\(column)) ORDER BY 1"
        )
    }

    private mutating func unordered(_ member: MemberKey, _ property: String, _ mapping: StoreMapping) throws {
        guard let order = member.order else { return }
        let (key, position) = (ServerName.quoted(member.key), ServerName.quoted(order))
        let table = mapping.tables[member.table].name
        let own = ServerName.quoted(mapping.system.key)
        try addRows(
            .warning, of: table, "\(property) has no position for the row, or one that another member has",
            "SELECT t.\(own) FROM (SELECT \(own), \(position), count(*) OVER (PARTITION BY \(key), \(position)) AS n "
                + "FROM \(place.table(table)) WHERE \(key) IS NOT NULL) t WHERE t.\(position) IS NULL OR t.n > 1 ORDER BY 1"
        )
    }

    /// Compares derived values with their sources, but for the clock.
    mutating func derivedValues(_ mapping: StoreMapping) throws {
        for derived in DerivedColumn.all(in: mapping, place) where derived.function == nil {
            if case .clock = derived.route.form { continue }
            let value = DerivedExpression(derived: derived).value(of: "h")
            try addRows(
                of: derived.route.home, "\(derived.route.attribute) is not what it is derived from",
                "SELECT h.\(derived.key) FROM \(derived.home) h WHERE (\(Self.difference(derived, value)))"
                    + "\(derived.entityCondition("h")) ORDER BY 1")
        }
    }

    /// The condition that a column is another value; sums of fractions depend on the order in which they were added.
    private static func difference(_ derived: DerivedColumn, _ value: String) -> String {
        let column = "h.\(derived.column)"
        let isOther = "\(column) IS DISTINCT FROM \(value)"
        guard case .aggregate = derived.route.form, derived.route.column.columnType == .double else {
            return isOther
        }
        let size = "greatest(abs(\(column)), abs(\(value)))"
        return "\(isOther) AND (\(column) IS NULL OR \(value) IS NULL OR "
            + "abs(\(column) * 0.5 - (\(value)) * 0.5) > 1e-9 * \(size))"
    }

    /// Compares texts that functions make, which only the client can judge; memory holds one page.
    mutating func derivedTexts(_ mapping: StoreMapping) throws {
        for derived in DerivedColumn.all(in: mapping, place) {
            guard let function = derived.function else { continue }
            let source = DerivedExpression(derived: derived).source(of: "h")
            let query =
                "SELECT h.\(derived.key), \(source), h.\(derived.column) FROM \(derived.home) h "
                + "WHERE h.\(derived.key) > $1\(derived.entityCondition("h")) ORDER BY 1 LIMIT 2000"
            var last = Int64.min
            var wrong: [Int64] = []
            while wrong.count < Self.limit {
                let page = try session.run(ServerRequest(query, [.int8(last)]))
                for row in 0..<page.rowCount {
                    last = try page.value(row, 0)?.integer ?? last
                    let expected = try text(page, row, 1).map(function.applied)
                    if try text(page, row, 2) != expected { wrong.append(last) }
                }
                if page.rowCount < 2_000 { break }
            }
            for number in wrong.prefix(Self.limit) {
                add(
                    StoreProblem(
                        .error, object: derived.route.home, row: number,
                        "\(derived.route.attribute) is not what it is derived from"))
            }
        }
    }

    private func text(_ result: ServerResult, _ row: Int, _ column: Int) throws -> String? {
        guard case .text(let text)? = try result.value(row, column) else { return nil }
        return text
    }

    /// Former names must lead to objects, unless these were deleted since; an entity that is gone is worth a word.
    private mutating func names() throws {
        guard try FormerNames(options.namespace).isThere(session) else { return }
        let found = try session.run(
            ServerRequest(
                "SELECT DISTINCT f.entity FROM \(place.table(FormerNames.table)) f WHERE NOT EXISTS "
                    + "(SELECT FROM \(place.table("perdure_entities")) e WHERE e.name = f.entity) ORDER BY 1")
        )
        for row in 0..<found.rowCount {
            guard case .text(let entity)? = try found.value(row, 0) else { continue }
            add(
                StoreProblem(
                    .warning, object: FormerNames.table,
                    "names of the entity \(entity), which the store does not have"))
        }
    }
}
#endif
