// SPDX-License-Identifier: Apache-2.0
// Whole fetches: columns, entity filters, order, limits, rows by key, members of relationships.

import PerdureSQLite
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Fetches")
struct FetchTextTests {
    private func translate(_ entity: String, _ change: (inout FetchPlan) -> Void = { _ in }) throws
        -> TranslatedFetch
    {
        var plan = FetchPlan(entity: Company.number(entity))
        change(&plan)
        return try Company.translator.statement(for: plan)
    }

    @Test("rows: all columns of the entity, and where each goes")
    func rows() throws {
        let fetch = try translate("Task")
        #expect(
            fetch.statement.text
                == "SELECT t0.Z_PK, t0.Z_ENT, t0.Z_OPT, t0.ZDONE, t0.ZPOINTS, t0.ZOWNER, t0.ZREVIEWER, t0.Z2_REVIEWER, "
                + "t0.ZTITLE FROM ZTASK t0")
        guard case .rows(let columns) = fetch.shape, let plan = columns.entityColumns(fileNumber: 5) else {
            Issue.record("no plan")
            return
        }
        #expect(columns.entityColumns(fileNumber: 4) == nil && columns.entityColumns(fileNumber: 99) == nil)
        let layout = Company.mapping.schema[plan.entity]
        #expect(plan.slotCount == layout.properties.count)
        #expect(
            plan.moves.map { layout.properties[$0.slot].name } == [
                "done", "owner", "points", "reviewer", "title",
            ])
        guard case .reference(column: 6, entityColumn: 7, let destination) = plan.moves[3].source else {
            Issue.record("reviewer: \(plan.moves[3].source)")
            return
        }
        #expect(Company.mapping.schema[destination].name == "Person")
    }

    @Test("FET-30 the entity filter, only where other entities share the table")
    func entityFilter() throws {
        func text(_ entity: String, _ includesSubentities: Bool) throws -> String {
            try translate(entity) {
                $0.includesSubentities = includesSubentities
                $0.shape = .count
            }.statement.text
        }
        #expect(try text("Person", true) == "SELECT COUNT(*) FROM ZPERSON t0")
        #expect(try text("Person", false) == "SELECT COUNT(*) FROM ZPERSON t0 WHERE t0.Z_ENT = 2")
        #expect(try text("Employee", true) == "SELECT COUNT(*) FROM ZPERSON t0 WHERE t0.Z_ENT = 3")
        #expect(try text("Task", false) == "SELECT COUNT(*) FROM ZTASK t0")
    }

    @Test("a subtree in the middle of a hierarchy is a range")
    func entityRange() throws {
        let mapping = try StoreMapping(
            schema: Schema([
                EntityDefinition("A"), EntityDefinition("B", superentity: "A"),
                EntityDefinition("C", superentity: "B"),
                EntityDefinition("D", superentity: "A"),
            ]))
        var plan = FetchPlan(entity: 2)
        plan.shape = .count
        #expect(
            try FetchTranslator(mapping: mapping, dialect: .sqlite).statement(for: plan).statement.text
                == "SELECT COUNT(*) FROM ZA t0 WHERE t0.Z_ENT BETWEEN 2 AND 3")
    }

    @Test("FET-21 to FET-24 sort terms; FET-29 limit and offset are bound")
    func sorting() throws {
        let fetch = try translate("Task") {
            $0.shape = .keys
            $0.sort = [
                SortTerm(["reviewer", "name"], isAscending: false, collation: .caseInsensitive),
                SortTerm(["owner", "projects", "@count"]), SortTerm(["self"]),
            ]
            $0.limit = 5
            $0.offset = 2
        }
        #expect(
            fetch.statement
                == SQLText(
                    "SELECT t0.Z_PK, t0.Z_ENT FROM ZTASK t0 LEFT OUTER JOIN ZPERSON t1 ON t0.ZREVIEWER = t1.Z_PK "
                        + "ORDER BY t1.ZNAME COLLATE PERDURE_CASEINSENSITIVE DESC, "
                        + "CASE WHEN t0.ZOWNER IS NOT NULL THEN (SELECT COUNT(*) FROM Z_3PROJECTS t2 WHERE "
                        + "t2.Z_3MEMBERS = t0.ZOWNER) ELSE NULL END, t0.Z_PK LIMIT ? OFFSET ?",
                    [.integer(5), .integer(2)]))
    }

    @Test("an offset without a limit")
    func offset() throws {
        #expect(
            try translate("Task") { ($0.offset, $0.shape) = (3, .keys) }.statement
                == SQLText("SELECT t0.Z_PK, t0.Z_ENT FROM ZTASK t0 LIMIT -1 OFFSET ?", [.integer(3)]))
    }

    @Test("FET-70 a limited count counts the limited rows")
    func count() throws {
        #expect(
            try translate("Task") { ($0.limit, $0.shape) = (3, .count) }.statement
                == SQLText("SELECT COUNT(*) FROM (SELECT 1 FROM ZTASK t0 LIMIT ?) t1", [.integer(3)]))
    }
}
