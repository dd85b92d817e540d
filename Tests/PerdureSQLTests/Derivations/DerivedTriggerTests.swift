// SPDX-License-Identifier: Apache-2.0
// Triggers of derived attributes, compared with the texts of real stores.

import PerdurePredicates
import PerdureStore
import Testing

@testable import PerdureSQL
@testable import PerdureSQLite

@Suite("Triggers of derived attributes")
struct DerivedTriggerTests {
    private func triggers(_ definitions: EntityDefinition...) throws -> [String] {
        SchemaDefinition.triggers(
            of: try StoreMapping(schema: Schema(definitions)), StoreFeatures.parts.definitions
        ).map(\.sql)
    }

    @Test("DER-27 now()")
    func clock() throws {
        let item = EntityDefinition(
            "Item",
            properties: [attribute("updatedAt", .date, derivation: .function(FunctionCall("now", [])))])
        #expect(
            try triggers(item) == [
                "CREATE TRIGGER Z_DA_ZITEM_Item_updatedAt_INSERT AFTER INSERT ON ZITEM FOR EACH ROW WHEN (NEW.Z_OPT NOT NULL) BEGIN UPDATE ZITEM SET ZUPDATEDAT = NSCoreDataNow() WHERE Z_PK = NEW.Z_PK; SELECT NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZITEM', Z_ENT, Z_PK, 'updatedAt', ZUPDATEDAT) FROM ZITEM WHERE Z_PK = NEW.Z_PK; END",
                "CREATE TRIGGER Z_DA_ZITEM_Item_updatedAt_UPDATE AFTER UPDATE OF Z_OPT ON ZITEM FOR EACH ROW BEGIN UPDATE ZITEM SET ZUPDATEDAT = NSCoreDataNow() WHERE Z_PK = NEW.Z_PK; SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZITEM', Z_ENT, Z_PK, 'updatedAt', ZUPDATEDAT) FROM ZITEM WHERE Z_PK = NEW.Z_PK; END",
            ])
    }

    @Test("DER-10 a copy through a to-one relationship")
    func copy() throws {
        let node = EntityDefinition(
            "GraphNode",
            properties: [
                toOne("primaryLabel", "GraphLabel"),
                attribute("primaryLabelCode", .integer32, derivation: .key("primaryLabel", "code")),
            ])
        let label = EntityDefinition("GraphLabel", properties: [attribute("code", .integer32)])
        #expect(
            try triggers(node, label) == [
                "CREATE TRIGGER Z_DA_ZGRAPHNODE_GraphNode_primaryLabelCode_SOURCE_INSERT AFTER INSERT ON ZGRAPHNODE FOR EACH ROW BEGIN UPDATE ZGRAPHNODE SET ZPRIMARYLABELCODE = (SELECT ZCODE FROM ZGRAPHLABEL WHERE Z_PK = NEW.ZPRIMARYLABEL) WHERE Z_PK = NEW.Z_PK; SELECT NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZGRAPHNODE', Z_ENT, Z_PK, 'primaryLabelCode', ZPRIMARYLABELCODE) FROM ZGRAPHNODE WHERE Z_PK = NEW.Z_PK; END",
                "CREATE TRIGGER Z_DA_ZGRAPHNODE_GraphNode_primaryLabelCode_SOURCE_UPDATE AFTER UPDATE OF ZPRIMARYLABEL ON ZGRAPHNODE FOR EACH ROW BEGIN UPDATE ZGRAPHNODE SET ZPRIMARYLABELCODE = (SELECT ZCODE FROM ZGRAPHLABEL WHERE Z_PK = NEW.ZPRIMARYLABEL) WHERE Z_PK = NEW.Z_PK; SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZGRAPHNODE', Z_ENT, Z_PK, 'primaryLabelCode', ZPRIMARYLABELCODE) FROM ZGRAPHNODE WHERE Z_PK = NEW.Z_PK; END",
                "CREATE TRIGGER Z_DA_ZGRAPHLABEL_GraphNode_primaryLabelCode_PARAMETER_INSERT AFTER INSERT ON ZGRAPHLABEL FOR EACH ROW BEGIN UPDATE ZGRAPHNODE SET ZPRIMARYLABELCODE = NEW.ZCODE WHERE ZPRIMARYLABEL = NEW.Z_PK; SELECT NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZGRAPHNODE', Z_ENT, Z_PK, 'primaryLabelCode', ZPRIMARYLABELCODE) FROM ZGRAPHNODE WHERE ZPRIMARYLABEL = NEW.Z_PK; END",
                "CREATE TRIGGER Z_DA_ZGRAPHLABEL_GraphNode_primaryLabelCode_PARAMETER_UPDATE AFTER UPDATE OF ZCODE ON ZGRAPHLABEL FOR EACH ROW BEGIN UPDATE ZGRAPHNODE SET ZPRIMARYLABELCODE = NEW.ZCODE WHERE ZPRIMARYLABEL = NEW.Z_PK; SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZGRAPHNODE', Z_ENT, Z_PK, 'primaryLabelCode', ZPRIMARYLABELCODE) FROM ZGRAPHNODE WHERE ZPRIMARYLABEL = NEW.Z_PK; END",
            ])
    }

    @Test(
        "DER-29 the count of an entity's own kind has the same texts, with the row's own trigger before the others"
    )
    func ownKind() throws {
        let topic = EntityDefinition(
            "Topic",
            properties: [
                toMany("children", "Topic", inverse: "parent"), toOne("parent", "Topic", inverse: "children"),
                attribute("size", .integer32, derivation: .key("children", "@count")),
            ])
        let texts = try triggers(topic)
        let name = "CREATE TRIGGER Z_DA_ZTOPIC_Topic_size"
        #expect(
            texts.count == 5
                && texts[0].hasPrefix("\(name)_SOURCE_INSERT AFTER INSERT ON ZTOPIC FOR EACH ROW BEGIN"))
        #expect(
            texts[1].hasPrefix(
                "\(name)_PARAMETER_INSERT AFTER INSERT ON ZTOPIC FOR EACH ROW WHEN (NEW.ZPARENT NOT NULL) BEGIN UPDATE "
                    + "ZTOPIC SET ZSIZE = IFNULL(ZSIZE, 0) + 1 WHERE Z_PK = NEW.ZPARENT; "))
    }

    @Test("DER-29 the count of a one-to-many relationship")
    func count() throws {
        let book = EntityDefinition(
            "Book",
            properties: [
                toMany("pages", "Page", inverse: "book"),
                attribute("pagesCount", .integer32, derivation: .key("pages", "@count")),
            ])
        let page = EntityDefinition("Page", properties: [toOne("book", "Book", inverse: "pages")])
        let texts = try triggers(book, page)
        func report(_ function: String, _ rows: String) -> String {
            "SELECT \(function)('ZBOOK', Z_ENT, Z_PK, 'pagesCount', ZPAGESCOUNT) FROM ZBOOK WHERE Z_PK = \(rows); END"
        }
        let updated = "NSCoreDataDATriggerUpdatedAffectedObjectValue"
        let name = "CREATE TRIGGER Z_DA_ZPAGE_Book_pagesCount_PARAMETER"
        #expect(
            texts == [
                "\(name)_INSERT AFTER INSERT ON ZPAGE FOR EACH ROW WHEN (NEW.ZBOOK NOT NULL) BEGIN UPDATE ZBOOK SET "
                    + "ZPAGESCOUNT = IFNULL(ZPAGESCOUNT, 0) + 1 WHERE Z_PK = NEW.ZBOOK; "
                    + report(updated, "NEW.ZBOOK"),
                "\(name)_UPDATE_INCREMENT AFTER UPDATE OF ZBOOK ON ZPAGE FOR EACH ROW WHEN (NEW.ZBOOK NOT NULL) BEGIN "
                    + "UPDATE ZBOOK SET ZPAGESCOUNT = ZPAGESCOUNT + 1 WHERE Z_PK = NEW.ZBOOK; "
                    + report(updated, "NEW.ZBOOK"),
                "\(name)_UPDATE_DECREMENT AFTER UPDATE OF ZBOOK ON ZPAGE FOR EACH ROW WHEN (OLD.ZBOOK NOT NULL) BEGIN "
                    + "UPDATE ZBOOK SET ZPAGESCOUNT = ZPAGESCOUNT - 1 WHERE Z_PK = OLD.ZBOOK; "
                    + report(updated, "OLD.ZBOOK"),
                "\(name)_DELETE AFTER DELETE ON ZPAGE FOR EACH ROW WHEN (OLD.ZBOOK NOT NULL) BEGIN UPDATE ZBOOK SET "
                    + "ZPAGESCOUNT = ZPAGESCOUNT - 1 WHERE Z_PK = OLD.ZBOOK; " + report(updated, "OLD.ZBOOK"),
                "CREATE TRIGGER Z_DA_ZBOOK_Book_pagesCount_SOURCE_INSERT AFTER INSERT ON ZBOOK FOR EACH ROW BEGIN "
                    + "UPDATE ZBOOK SET ZPAGESCOUNT = (SELECT IFNULL(COUNT(ZBOOK), 0) FROM ZPAGE WHERE ZBOOK = NEW.Z_PK) "
                    + "WHERE Z_PK = NEW.Z_PK; "
                    + report("NSCoreDataDATriggerInsertUpdatedAffectedObjectValue", "NEW.Z_PK"),
            ])
    }

    @Test("DER-16 a derivation that nobody can compute has a column and no trigger")
    func others() throws {
        let entity = EntityDefinition(
            "E",
            properties: [
                attribute("name", .string),
                attribute("plain", .string, derivation: .function(FunctionCall("length:", [.key("name")]))),
            ])
        let mapping = try StoreMapping(schema: Schema([entity]))
        #expect(SchemaDefinition.triggers(of: mapping, StoreFeatures.parts.definitions).isEmpty)
        #expect(mapping.tables[0].columns.map(\.name).contains("ZPLAIN"))
    }
}
