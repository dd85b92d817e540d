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

    /// Compares derived values with their sources; those that only the client can judge are left out, and the clock.
    private mutating func derivedValues(_ mapping: StoreMapping) throws {
        for derived in DerivedColumn.all(in: mapping, place) where derived.function == nil {
            if case .clock = derived.route.form { continue }
            let value = DerivedExpression(derived: derived).value(of: "h")
            try addRows(
                of: derived.route.home, "\(derived.route.attribute) is not what it is derived from",
                "SELECT h.\(derived.key) FROM \(derived.home) h WHERE h.\(derived.column) IS DISTINCT FROM \(value)"
                    + "\(derived.entityCondition("h")) ORDER BY 1")
        }
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
