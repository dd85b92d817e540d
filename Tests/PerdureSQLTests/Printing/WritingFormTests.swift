// SPDX-License-Identifier: Apache-2.0
// The texts of statements that write, as SQLite gets them.

import PerdureSQL
import PerdureSQLite
import Testing

@Suite("Statements that write")
struct WritingFormTests {
    private let isRow = SQLExpression.binary(.own("id"), .equal, .parameter(1))

    @Test("an update of the only table names its columns alone")
    func update() {
        let statement = SQLUpdate("box", [.init("name", .parameter(4)), .clearing("size")], where: isRow)
        #expect(
            SQLPrinter.print(statement, dialect: .sqlite)
                == SQLText("UPDATE \"box\" SET \"name\" = ?4, \"size\" = NULL WHERE \"id\" = ?1"))
    }

    @Test("an update by an alias names the table's columns by it where they are read")
    func updateByAlias() {
        let statement = SQLUpdate("box", alias: 3, [.init("size", .column(3, "width"))])
        #expect(SQLPrinter.print(statement, dialect: .sqlite).text == "UPDATE box AS t3 SET size = t3.width")
    }

    @Test("a deletion has a condition or takes all")
    func delete() {
        #expect(
            SQLPrinter.print(SQLDelete(from: "box", where: isRow), dialect: .sqlite).text
                == "DELETE FROM \"box\" WHERE \"id\" = ?1")
        #expect(SQLPrinter.print(SQLDelete(from: "box"), dialect: .sqlite).text == "DELETE FROM \"box\"")
    }

    @Test("an insertion of values binds them by number")
    func insert() {
        let statement = SQLInsert(into: "box", ["id", "a\"b"], .values([.parameter(1), .parameter(2)]))
        #expect(
            SQLPrinter.print(statement, dialect: .sqlite).text
                == "INSERT INTO \"box\" (\"id\", \"a\"\"b\") VALUES (?1, ?2)")
    }

    @Test("an insertion may leave alone what is there")
    func keep() {
        var pair = SQLSelect([.parameter(1), .parameter(2)], from: .nothing)
        var reversed = SQLSelect([.literal(1)], from: .only("pair"))
        reversed.filter = .binary(.own("a"), .equal, .parameter(2))
        pair.filter = .not(.exists(reversed))
        let statement = SQLUpsert(SQLInsert(into: "pair", ["a", "b"], .select(pair)), .keep)
        #expect(
            SQLPrinter.print(statement, dialect: .sqlite).text
                == "INSERT OR IGNORE INTO \"pair\" (\"a\", \"b\") SELECT ?1, ?2 "
                + "WHERE NOT EXISTS (SELECT 1 FROM \"pair\" WHERE \"a\" = ?2)")
    }

    @Test("an insertion may change what is there")
    func change() {
        let statement = SQLUpsert(
            SQLInsert(into: "box", ["id", "size"], .values([.parameter(1), .value(.integer(5))])),
            .update(key: ["id"], [.init("size", .binary(.own("size"), .add, .proposed("size")))]))
        #expect(
            SQLPrinter.print(statement, dialect: .sqlite)
                == SQLText(
                    "INSERT INTO \"box\" (\"id\", \"size\") VALUES (?1, ?) "
                        + "ON CONFLICT (\"id\") DO UPDATE SET \"size\" = \"size\" + excluded.\"size\"",
                    [.integer(5)]))
    }
}
