// SPDX-License-Identifier: Apache-2.0
// Tables of others whose rows refer to rows of the same table, by foreign keys that each statement is checked against.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: trees of others", .enabled(if: TestStores.isThere, TestStores.advice))
struct AttachedTreeTests {
    private func tree() throws -> AttachedPlace {
        try AttachedPlace(
            "CREATE TABLE nodes (id serial PRIMARY KEY, kind text NOT NULL, name text, parent integer REFERENCES nodes)"
        )
    }

    private func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Node", .attribute("name", .stringAttributeType),
                .toOne("parent", "Node", inverse: "children"),
                .toMany("children", "Node", inverse: "parent", rule: .cascadeDeleteRule)),
            EntitySketch("File", parent: "Node"), EntitySketch("Folder", parent: "Node"))
        AttachedShop.set(model, "Node", ["table": "nodes", "discriminator": "kind"])
        AttachedShop.set(model, "Node", "parent", ["column": "parent"])
        return model
    }

    @Test(
        "PG-60 rows that refer to rows of other entities of their table come behind them, and go before them")
    func entities() throws {
        let place = try tree()
        try place.attached(model()) { context in
            var below = context.insert("File", ["name": "0"])
            let file = below
            for level in 1...6 {
                let above = context.insert(level % 2 == 0 ? "File" : "Folder", ["name": "\(level)"])
                below.setValue(above, forKey: "parent")
                below = above
            }
            try context.save()
            #expect(
                try place.other.texts("SELECT count(*)::text FROM nodes WHERE parent IS NOT NULL") == ["6"])
            let other = context.insert("Folder", ["name": "other"])
            file.setValue(other, forKey: "parent")
            try context.save()
            context.delete(below)
            try context.save()
        }
        #expect(try place.other.texts("SELECT name FROM nodes ORDER BY 1") == ["0", "other"])
    }

    @Test("PG-60 PG-72 a chain of more rows than a statement has is saved and deleted, the last one first")
    func chain() throws {
        let place = try tree()
        try place.attached(model()) { context in
            var nodes: [NSManagedObject] = []
            for index in 0..<2_100 {
                let node = context.insert("File", ["name": "\(index)"])
                nodes.last?.setValue(node, forKey: "parent")
                nodes.append(node)
            }
            try context.save()
            #expect(
                try place.other.texts("SELECT count(*)::text FROM nodes WHERE parent IS NOT NULL") == [
                    "2099"
                ])
            for node in nodes { context.delete(node) }
            try context.save()
        }
        #expect(try place.other.texts("SELECT count(*)::text FROM nodes") == ["0"])
    }

    @Test("PG-76 another writer's change is a conflict of a row that goes with its tree")
    func conflict() throws {
        let place = try tree()
        try place.attached(model()) { context in
            let folder = context.insert("Folder", ["name": "folder"])
            let file = context.insert("File", ["name": "file"])
            file.setValue(folder, forKey: "parent")
            try context.save()
            context.delete(folder)
            try place.other.run("UPDATE nodes SET name = 'theirs' WHERE name = 'file'")
            let error = try #require(throws: NSError.self) { try context.save() }
            #expect(error.code == NSManagedObjectMergeError)
        }
        #expect(try place.other.texts("SELECT name FROM nodes ORDER BY 1") == ["folder", "theirs"])
    }
}
#endif
