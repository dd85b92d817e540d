// SPDX-License-Identifier: Apache-2.0
// The same rows on a server and in memory: what one finds, the other must find.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePredicates
import PerdureStore
import PerdureStoreConformance
import Testing

/// A store on a server and one in memory with the same rows.
struct TwinStores {
    let server: PostgreSQLEngine
    let memory: InMemoryEngine
    private let stores = TestStores()

    static let row = EntityDefinition(
        "Row",
        properties: [
            property("name", .string), property("note", .string), property("whole", .integer64),
            property("small", .integer16), property("real", .double), property("exact", .decimal),
            property("flag", .boolean), property("day", .date), property("mark", .uuid),
            property("bytes", .binary),
        ])

    private static func property(_ name: String, _ type: StoredAttributeType) -> PropertyDefinition {
        PropertyDefinition(name, isTransient: false, .attribute(AttributeDefinition(type)))
    }

    init(_ rows: [[String: StoredValue]], change: (inout PostgreSQLOptions) -> Void = { _ in }) throws {
        let schema = try Schema([Self.row])
        memory = InMemoryEngine(schema: schema)
        server = try stores.open(schema, change)
        let maker = EngineUnderTest(server)
        var changes = ChangeSet()
        changes.insertions = try rows.map { try maker.insertion("Row", $0) }
        try maker.commit(changes)
        try EngineUnderTest(memory).commit(changes)
    }

    /// Asks both stores by both rules for nil; gives the names of what the server found by Foundation's.
    @discardableResult
    func agree(_ format: String, _ arguments: [ConstantValue] = [], sort: [SortTerm] = []) throws -> [String]
    {
        var plan = FetchPlan(entity: server.schema.entity(named: "Row")?.number ?? 0)
        plan.predicate = try PredicateParser.parse(format, arguments: arguments)
        plan.sort = sort
        var names: [String] = []
        for rules in [NullSemantics.sql, .foundation] {
            plan.nullSemantics = rules
            let (found, expected) = (try rows(server, plan), try rows(memory, plan))
            #expect(
                found.map(\.key.number) == expected.map(\.key.number),
                "\(format) \(arguments) \(sort) \(rules)")
            names = try found.map { row in
                if case .string(let name) = row[try EngineUnderTest(server).slot("Row", "name")] {
                    name
                } else {
                    ""
                }
            }
        }
        return names
    }

    private func rows(_ engine: any StoreEngine, _ plan: FetchPlan) throws -> [Row] {
        guard case .rows(let rows) = try engine.fetch(plan) else { return [] }
        return plan.sort.isEmpty ? rows.sorted { $0.key.number < $1.key.number } : rows
    }

    /// Asks both stores for tuples.
    @discardableResult
    func agree(_ shape: TupleShape, sort: [SortTerm] = []) throws -> [[StoredValue]] {
        var plan = FetchPlan(entity: server.schema.entity(named: "Row")?.number ?? 0)
        plan.shape = .tuples(shape)
        plan.sort = sort
        guard case .tuples(let found) = try server.fetch(plan),
            case .tuples(let expected) = try memory.fetch(plan)
        else { return [] }
        #expect(found == expected, "\(shape) \(sort)")
        return found
    }

    /// Asks the server alone.
    func refused(_ format: String) throws -> (any Error)? {
        var plan = FetchPlan(entity: server.schema.entity(named: "Row")?.number ?? 0)
        plan.predicate = try PredicateParser.parse(format)
        do { _ = try server.fetch(plan) } catch { return error }
        return nil
    }
}
#endif
