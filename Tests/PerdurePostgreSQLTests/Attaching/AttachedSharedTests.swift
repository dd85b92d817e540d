// SPDX-License-Identifier: Apache-2.0
// Columns of others that several properties have: an attribute and a reference of several columns, or two references.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: shared columns of others", .enabled(if: TestStores.isThere, TestStores.advice))
struct AttachedSharedTests {
    private func place() throws -> AttachedPlace {
        try AttachedPlace(
            "CREATE TABLE people (tenant_id integer, id integer, name text, PRIMARY KEY (tenant_id, id))",
            "CREATE TABLE posts (id serial PRIMARY KEY, tenant_id integer, author_id integer, editor_id integer, "
                + "FOREIGN KEY (tenant_id, author_id) REFERENCES people, "
                + "FOREIGN KEY (tenant_id, editor_id) REFERENCES people)",
            "INSERT INTO people VALUES (1, 1, 'Ada'), (1, 2, 'Bo'), (2, 1, 'Cy')")
    }

    private func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Person", .attribute("name", .stringAttributeType),
                .toMany("written", "Post", inverse: "author"), .toMany("edited", "Post", inverse: "editor")),
            EntitySketch(
                "Post", .attribute("tenantID", .integer32AttributeType),
                .toOne("author", "Person", inverse: "written"), .toOne("editor", "Person", inverse: "edited")
            ))
        AttachedShop.set(model, "Person", ["table": "people"])
        AttachedShop.set(model, "Post", ["table": "posts"])
        AttachedShop.set(model, "Post", "tenantID", ["column": "tenant_id"])
        AttachedShop.set(model, "Post", "author", ["column": "tenant_id, author_id"])
        AttachedShop.set(model, "Post", "editor", ["column": "tenant_id, editor_id"])
        return model
    }

    private func rows(_ place: AttachedPlace) throws -> [String] {
        try place.other.texts(
            "SELECT concat_ws(' ', coalesce(tenant_id::text, '-'), coalesce(author_id::text, '-'), "
                + "coalesce(editor_id::text, '-')) FROM posts ORDER BY id")
    }

    @Test("PG-61 a column of an attribute and of references gets the value that one of them has")
    func inserting() throws {
        let place = try place()
        try place.attached(model()) { context in
            let people = try context.all("Person", by: "name")
            let posts = (0..<4).map { _ in context.insert("Post") }
            posts[0].setValue(1, forKey: "tenantID")
            posts[1].setValue(people[1], forKey: "author")
            posts[2].setValue(people[2], forKey: "editor")
            posts[3].setValue(1, forKey: "tenantID")
            posts[3].setValue(people[0], forKey: "author")
            posts[3].setValue(people[1], forKey: "editor")
            try context.save()
            #expect(posts[1].value(forKey: "tenantID") as? Int == 1)
        }
        #expect(try rows(place).sorted() == ["1 - -", "1 1 2", "1 2 -", "2 - 1"])
    }

    @Test("PG-61 an update writes a shared column once, and what clears a reference leaves it to the others")
    func updating() throws {
        let place = try place()
        try place.other.run("INSERT INTO posts (tenant_id, author_id, editor_id) VALUES (1, 1, 2)")
        try place.attached(model()) { context in
            let (people, post) = (
                try context.all("Person", by: "name"), try #require(try context.all("Post").first)
            )
            post.setValue(people[1], forKey: "author")
            post.setValue(1, forKey: "tenantID")
            post.setValue(people[0], forKey: "editor")
            try context.save()
            #expect(try rows(place) == ["1 2 1"])
            post.setValue(nil, forKey: "author")
            try context.save()
            #expect(try rows(place) == ["1 - 1"])
            #expect(post.value(forKey: "tenantID") as? Int == 1)
            post.setValue(nil, forKey: "editor")
            post.setValue(people[2], forKey: "author")
            try context.save()
            #expect(try rows(place) == ["2 1 -"])
            #expect(post.value(forKey: "tenantID") as? Int == 2)
        }
    }
}
#endif
