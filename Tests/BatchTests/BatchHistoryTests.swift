// SPDX-License-Identifier: Apache-2.0
// What the history of a store remembers of batches.

import Foundation
import Perdure
import PerdureBatches
import PerdureTestSupport
import Testing

@Suite("Batches and the history") struct BatchHistoryTests {
    private func changes(_ office: Office) throws -> [[String]] {
        // Kind 0 is an insertion, 1 an update, 2 a deletion.
        try office.raw(
            "SELECT c.ZCHANGETYPE, k.Z_NAME, COUNT(*) FROM ACHANGE c JOIN Z_PRIMARYKEY k ON k.Z_ENT = c.ZENTITY "
                + "WHERE c.ZTRANSACTIONID = (SELECT MAX(Z_PK) FROM ATRANSACTION) "
                + "GROUP BY 1, 2 ORDER BY 1, 2")
    }

    private func transactions(_ office: Office) throws -> Int? {
        Int(try office.raw("SELECT COUNT(*) FROM ATRANSACTION")[0][0])
    }

    @Test("STO-170 a batch is one transaction with a change for each row")
    func kinds() throws {
        let office = try Office([NSPersistentHistoryTrackingKey: true])
        let context = office.context
        #expect(try transactions(office) == 1)
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
        #expect(try transactions(office) == 4)
        let authors = try office.raw(
            "SELECT s.ZNAME FROM ATRANSACTION t LEFT JOIN ATRANSACTIONSTRING s ON s.Z_PK = t.ZAUTHORTS ORDER BY t.Z_PK"
        )
        #expect(authors == [["NULL"], ["batch"], ["batch"], ["batch"]])
    }

    @Test("STO-170 a batch that changes nothing, or is refused, leaves no transaction")
    func nothing() throws {
        let office = try Office([NSPersistentHistoryTrackingKey: true])
        try office.delete("Desk", "name == 'nobody'")
        let update = NSBatchUpdateRequest(entityName: "Team")
        update.propertiesToUpdate = ["rank": NSExpression(format: "1e30 * 1")]
        #expect(throws: NSError.self) {
            _ = try office.context.performAndWait { try office.context.execute(update) }
        }
        #expect(try transactions(office) == 1)
    }
}
