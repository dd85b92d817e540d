// SPDX-License-Identifier: Apache-2.0
// What the history of a store remembers of batches.

import Foundation
import Perdure
import PerdureBatches
import PerdureHistory
import PerdureTestSupport
import Testing

@Suite("Batches and the history") struct BatchHistoryTests {
    /// The changes of the newest transaction: kind, entity and number.
    private func changes(_ office: Office) throws -> [[String]] {
        let found = try #require(try transactions(office).last?.changes).map {
            ["\($0.changeType.rawValue)", $0.changedObjectID.entity.name ?? ""]
        }
        let counted = Dictionary(grouping: found, by: { $0 }).map { $0 + ["\($1.count)"] }.sorted {
            $0.lexicographicallyPrecedes($1)
        }
        // Kind 0 is an insertion, 1 an update, 2 a deletion.
        let rows = try office.raw(
            "SELECT c.ZCHANGETYPE, k.Z_NAME, COUNT(*) FROM ACHANGE c JOIN Z_PRIMARYKEY k ON k.Z_ENT = c.ZENTITY "
                + "WHERE c.ZTRANSACTIONID = (SELECT MAX(Z_PK) FROM ATRANSACTION) "
                + "GROUP BY 1, 2 ORDER BY 1, 2")
        if let rows { #expect(rows == counted) }
        return counted
    }

    private func transactions(_ office: Office) throws -> [NSPersistentHistoryTransaction] {
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
        let context = office.stack.context()
        let result = try context.performAndWait { try context.execute(request) as? NSPersistentHistoryResult }
        return try #require(result?.result as? [NSPersistentHistoryTransaction])
    }

    @Test("STO-170 a batch is one transaction with a change for each row", arguments: Stack.Kind.lasting)
    func kinds(_ kind: Stack.Kind) throws {
        let office = try Office(kind, [NSPersistentHistoryTrackingKey: true])
        let context = office.context
        #expect(try transactions(office).count == 1)
        let update = NSBatchUpdateRequest(entityName: "Team")
        update.propertiesToUpdate = ["rank": 3]
        try context.performAndWait {
            context.transactionAuthor = "batch"
            try context.execute(update)
        }
        #expect(try changes(office) == [["1", "Team", "2"]])
        let insertion = NSBatchInsertRequest(
            entityName: "Desk", objects: [["name": "x"], ["name": "y"], ["name": "z"]])
        _ = try context.performAndWait { try context.execute(insertion) }
        #expect(try changes(office) == [["0", "Desk", "3"]])
        try office.delete("Team", "name == 'red'")
        #expect(
            try changes(office) == [
                ["1", "Desk", "2"], ["1", "Room", "1"], ["1", "Topic", "1"], ["2", "Badge", "2"],
                ["2", "Member", "2"], ["2", "Team", "1"],
            ])
        #expect(try transactions(office).count == 4)
        #expect(try transactions(office).map(\.author) == [nil, "batch", "batch", "batch"])
        let authors = try office.raw(
            "SELECT s.ZNAME FROM ATRANSACTION t LEFT JOIN ATRANSACTIONSTRING s ON s.Z_PK = t.ZAUTHORTS ORDER BY t.Z_PK"
        )
        if let authors { #expect(authors == [["NULL"], ["batch"], ["batch"], ["batch"]]) }
    }

    @Test(
        "STO-170 a batch that changes nothing, or is refused, leaves no transaction",
        arguments: Stack.Kind.lasting)
    func nothing(_ kind: Stack.Kind) throws {
        let office = try Office(kind, [NSPersistentHistoryTrackingKey: true])
        try office.delete("Desk", "name == 'nobody'")
        let update = NSBatchUpdateRequest(entityName: "Team")
        update.propertiesToUpdate = ["rank": NSExpression(format: "1e30 * 1")]
        #expect(throws: NSError.self) {
            _ = try office.context.performAndWait { try office.context.execute(update) }
        }
        #expect(try transactions(office).count == 1)
    }
}
