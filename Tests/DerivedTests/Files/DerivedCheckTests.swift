// SPDX-License-Identifier: Apache-2.0
// What `perdure store check` says about derived attributes.

import Foundation
import Perdure
import PerdureSQLite
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Derived attributes: store check") struct DerivedCheckTests {
    private func problems(_ file: DerivedFile, version: Int = 2) throws -> [String] {
        let model = DerivedVersions.version(version)
        try model.freeze()
        return try SQLiteStoreChecker.check(path: file.url.path, schema: model.schema).map(\.description)
    }

    @Test("DER-61 values that are not what the expression gives are counted, and the line says what to do")
    func values() throws {
        let file = try DerivedFile(version: 2)
        #expect(try problems(file).isEmpty)
        try file.change(
            "UPDATE ZLIST SET ZCOUNT = 9 WHERE ZNAME <> 'A'", "UPDATE ZITEM SET ZLABEL = NULL WHERE Z_PK = 2")
        let found = try problems(file)
        #expect(
            found == [
                "error: ZITEM: 1 row has another value of Item.label than list.name gives, the first of them row 2; to "
                    + "compute all anew, set recomputesDerivedAttributes of the store's description and open the store "
                    + "once",
                "error: ZLIST: 2 rows have another value of List.count than items.@count gives, the first of them row 2; "
                    + "to compute all anew, set recomputesDerivedAttributes of the store's description and open the "
                    + "store once",
            ])
        let description = NSPersistentStoreDescription(url: file.url)
        description.recomputesDerivedAttributes = true
        try file.open(version: 2, description.options)
        #expect(try problems(file).isEmpty)
    }

    @Test("DER-26 a time is not checked")
    func clock() throws {
        let model = DerivedVersions.make(list: [.derived("seen", .dateAttributeType, "now()")])
        let file = try DerivedFile(model)
        try file.change("DROP TRIGGER Z_DA_ZLIST_List_seen_UPDATE", "UPDATE ZLIST SET ZSEEN = 1")
        try model.finish()
        let found = try SQLiteStoreChecker.check(path: file.url.path, schema: model.schema).map(\.message)
        #expect(
            found.count == 1
                && found[0].contains("Z_DA_ZLIST_List_seen_UPDATE, which keeps List.seen up to date"))
    }

    @Test("decision 23 triggers that are missing or different are named, and mended by opening")
    func triggers() throws {
        let file = try DerivedFile(version: 2)
        try file.change("DROP TRIGGER Z_DA_ZITEM_List_count_PARAMETER_DELETE")
        let found = try problems(file)
        #expect(found.count == 1)
        #expect(
            found.first?.hasPrefix(
                "error: ZLIST: Z_DA_ZITEM_List_count_PARAMETER_DELETE, which keeps List.count up to date, is missing or "
                    + "different; opening the store for writing mends that") == true, "\(found)")
        try file.open(version: 2)
        #expect(try problems(file).isEmpty)
    }

    @Test("decision 12 a store of Apple's may have other triggers, but not none")
    func foreign() throws {
        let file = try DerivedFile(version: 2)
        try file.forgetDerivations()
        try file.change("DROP TRIGGER Z_DA_ZITEM_List_count_PARAMETER_DELETE")
        #expect(try problems(file).isEmpty)
        for name in try file.triggers.keys where name.contains("_List_count_") {
            try file.change("DROP TRIGGER \(name)")
        }
        let found = try problems(file)
        #expect(found.count == 1 && found[0].contains("no trigger keeps List.count up to date"), "\(found)")
        let description = NSPersistentStoreDescription(url: file.url)
        description.recomputesDerivedAttributes = true
        try file.open(version: 2, description.options)
        #expect(try problems(file).isEmpty)
        #expect(try file.triggers == DerivedFile(version: 2).triggers)
    }

    @Test("DER-46 another expression in the model is a warning that says what opening does")
    func otherExpression() throws {
        let file = try DerivedFile(version: 2)
        #expect(
            try problems(file, version: 3) == [
                "warning: ZITEM: Item.label is list.name in the store and title in the model; opening the store for "
                    + "writing with this model computes it anew"
            ])
    }

    @Test("DER-61 the command counts them among its problems")
    func command() throws {
        let file = try DerivedFile(version: 2)
        #expect(try ToolRun("store", "check", file.url.path).exitCode == 0)
        try file.change("UPDATE ZLIST SET ZCOUNT = 9")
        let run = try ToolRun("store", "check", file.url.path)
        #expect(
            run.exitCode == 1 && run.output.contains("ZLIST: 3 rows have another value of List.count"),
            "\(run.output)")
    }
}
