// SPDX-License-Identifier: Apache-2.0
// Stores whose values add up to more than 64 bits, opened with a model that derives the sum, and checked.

import Foundation
import Perdure
import PerdureSQLite
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Derived attributes: sums that do not fit") struct LongSumTests {
    private static func model(_ expression: String?) -> NSManagedObjectModel {
        DerivedVersions.make(list: [
            expression.map { .derived("total", .integer64AttributeType, $0) }
                ?? .attribute("total", .integer64AttributeType)
        ])
    }

    /// List A has the items 1 and 2.
    private static let overflowing = "UPDATE ZITEM SET ZPOINTS = 9223372036854775807 WHERE Z_PK < 3"

    @Test("DER-14 DER-46 opening a store whose sum does not fit names the attribute and changes nothing")
    func refill() throws {
        let file = try DerivedFile(Self.model(nil))
        try file.change(Self.overflowing)
        let before = try file.content()
        let error = #expect(throws: (any Error).self) { try file.open(Self.model("items.points.@sum")) }
        let text = error.map { String(reflecting: $0) } ?? ""
        #expect(text.contains("total") && text.contains("List") && text.contains("does not fit"), "\(text)")
        #expect(try file.content() == before)
        try file.change("UPDATE ZITEM SET ZPOINTS = -5 WHERE Z_PK = 2")
        try file.open(Self.model("items.points.@sum"))
        #expect(try file.values("ZTOTAL", of: "ZLIST") == ["9223372036854775802", "1", "0"])
    }

    @Test("DER-14 DER-61 the check reports a sum that does not fit, and goes on")
    func check() throws {
        let model = Self.model("items.points.@sum")
        let file = try DerivedFile(model)
        try file.change(
            "DROP TRIGGER Z_DA_ZITEM_List_total_PARAMETER_UPDATE_INCREMENT",
            "DROP TRIGGER Z_DA_ZITEM_List_total_PARAMETER_UPDATE_DECREMENT", Self.overflowing,
            "UPDATE ZLIST SET ZTOTAL = 9 WHERE Z_PK = 3")
        try model.finish()
        let found = try SQLiteStoreChecker.check(path: file.url.path, schema: model.schema)
            .map(\.description)
        #expect(found.count == 3)
        #expect(
            found.first?.hasPrefix(
                "error: ZLIST: List.total, which is items.points.@sum, does not fit into 64 bits in 1 row, the first of "
                    + "them row 1; ") == true, "\(found)")
        #expect(
            found.dropFirst().first?.contains("1 row has another value of List.total") == true, "\(found)")
        #expect(found.last?.contains("Z_DA_ZITEM_List_total_PARAMETER_UPDATE_") == true, "\(found)")
    }
}
