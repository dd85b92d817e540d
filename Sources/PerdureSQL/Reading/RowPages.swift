// SPDX-License-Identifier: Apache-2.0
// Reads whole hierarchies and large fetches in pages, each by one statement that the primary key's index answers. Part of
// SQLEngine.swift.

import PerdureStore

extension SQLEngine {
    /// The rows of a hierarchy behind a number, in ascending order of their numbers.
    package func rows(of root: Int32, after number: Int64, limit: Int) throws -> [Row] {
        guard let table = mapping[root]?.table else { return [] }
        let key = SQLExpression.own(mapping.system.key)
        var select = TableRowQueries.select(mapping.tables[table], mapping.system)
        select.filter = .binary(key, .greater, .value(.integer(number)))
        select.order = [SQLOrder(key)]
        select.limit = Int64(limit)
        let query = SQLPrinter.print(select, dialect: translator.dialect)
        return try readers.read { connection in
            let statement = try connection.statement(query.text)
            try statement.bind(query.bindings)
            var rows: [Row] = []
            rows.reserveCapacity(limit)
            try statement.readRows(queries[table].rows, into: &rows)
            return rows
        }
    }

    /// The results of a fetch whose objects have numbers above one, in ascending order; the plan's limit is that of the page.
    package func page(of plan: FetchPlan, after number: Int64) throws -> FetchOutcome {
        var plan = plan
        plan.sort = [SortTerm(["objectID"])]
        return try fetch(plan, fetches.page(plan, after: number))
    }

    /// The keys of the members of one to-many relationship for many owners, in one read.
    package func memberKeys(of owners: MemberOwners) throws -> MemberKeys {
        guard !owners.numbers.isEmpty, mapping.holdsMembers(of: owners) else { return MemberKeys() }
        let (query, destination) = try translator.memberKeys(of: owners)
        return try readers.read { connection in
            let statement = try connection.statement(query.text)
            defer { statement.reset() }
            try statement.bind(query.bindings)
            let columns = KeyColumns(of: destination, mapping, at: 1)
            var members = MemberKeys()
            while try statement.step() {
                members.owners.append(statement.integer(0))
                members.keys.append(columns.key(statement))
            }
            return members
        }
    }
}

extension StoreMapping {
    /// Whether the store has the members of a relationship: those in the store of another configuration are not here.
    func holdsMembers(of owners: MemberOwners) -> Bool {
        let properties = schema[owners.entity].properties
        guard properties.indices.contains(owners.slot),
            let destination = properties[owners.slot].relationship?.destination
        else { return true }
        return self[destination] != nil
    }
}
