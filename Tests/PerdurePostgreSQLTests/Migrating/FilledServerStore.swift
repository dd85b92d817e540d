// SPDX-License-Identifier: Apache-2.0
// Short words for rows of an open store on a server, by the names of entities and properties.

#if PostgreSQL
import PerdurePostgreSQL
import PerdureStore
import Testing

extension PostgreSQLEngine {
    /// Inserts a row.
    @discardableResult
    func insert(_ entity: String, _ values: [String: StoredValue] = [:]) throws -> ObjectKey {
        let layout = try #require(schema.entity(named: entity))
        var slots = ContiguousArray(repeating: StoredValue.null, count: layout.properties.count)
        for (name, value) in values { slots[try #require(layout.slots[name])] = value }
        var changes = ChangeSet()
        let key = schema.key(entity: layout.number, number: try reserveKey(entity: layout.number))
        changes.insertions = [RowInsertion(key: key, values: slots)]
        guard case .committed = try commit(changes) else {
            Issue.record("unexpected conflicts")
            return key
        }
        return key
    }

    /// The values of an attribute in all rows of an entity, by key.
    func values(_ entity: String, _ name: String) throws -> [StoredValue] {
        let layout = try #require(schema.entity(named: entity))
        let slot = try #require(layout.slots[name])
        guard case .rows(let rows) = try fetch(FetchPlan(entity: layout.number)) else { return [] }
        return rows.sorted { $0.key.number < $1.key.number }.map { $0[slot] }
    }
}
#endif
