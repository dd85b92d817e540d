// SPDX-License-Identifier: Apache-2.0
// The rows of the matrix for writers that pass contexts by: statements of another connection to the file, which knows
// the functions that triggers call.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@testable import PerdureSQLite

@Suite("Update matrix of derived attributes: statements") struct BatchRowTests {
    /// Runs a statement and gives the values that are other ones afterwards; gone objects have none.
    private func changes(_ stage: TodoStage, _ statement: String) throws -> Set<String> {
        let before = try stage.values()
        let start = Date()
        let path = try #require(stage.stack.url).path
        let connection = try SQLiteConnection(path: path, mode: .readWrite, timeout: 5) {
            try $0.registerAppleFunctions()
            try $0.registerStringFunctions()
        }
        connection.allowTriggers(writingSpatialIndexes: false)
        try connection.execute(statement)
        let end = Date()
        let after = try stage.values()
        #expect(after.filter { !$0.key.hasSuffix(".touched") } == (try stage.expected()))
        let different = after.keys.filter { before[$0] != after[$0] }
        for key in different where key.hasSuffix(".touched") {
            let touched = try #require(after[key] as? Date)
            #expect(start <= touched && touched <= end)
        }
        return Set(different)
    }

    private func number(_ object: NSManagedObject) -> String {
        String(object.objectID.uriRepresentation().lastPathComponent.dropFirst())
    }

    @Test("DER-60 DER-22 batch update item.points")
    func update() throws {
        let stage = try TodoStage(.sqlite)
        let home = number(stage["home"])
        let changed = try changes(
            stage, "UPDATE ZITEM SET ZPOINTS = ZPOINTS + 10, Z_OPT = Z_OPT + 1 WHERE ZTODOLIST = \(home)")
        #expect(changed == ["home.total", "lamp.touched", "chair.touched"])
    }

    @Test("DER-60 DER-22 batch delete items")
    func delete() throws {
        let stage = try TodoStage(.sqlite)
        let changed = try changes(stage, "DELETE FROM ZITEM WHERE ZTODOLIST = \(number(stage["home"]))")
        #expect(changed == ["home.count", "home.total"])
        #expect(try stage.values()["lamp.listName"] == nil)
    }

    @Test("DER-60 DER-22 batch insert items")
    func insert() throws {
        let stage = try TodoStage(.sqlite)
        let columns =
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZPOINTS, ZTODOLIST) SELECT 99, Z_ENT, 1, 'NÉW', 10"
        let new: Set<String> = ["new.listName", "new.searchTitle", "new.touched"]
        let related = try changes(
            stage, "\(columns), \(number(stage["home"])) FROM ZITEM WHERE Z_PK = \(number(stage["lamp"]))")
        #expect(related == new.union(["home.count", "home.total"]))
        let other = try TodoStage(.sqlite)
        let unrelated = try changes(
            other, "\(columns), NULL FROM ZITEM WHERE Z_PK = \(number(other["lamp"]))")
        #expect(unrelated == new)
    }
}
