// SPDX-License-Identifier: Apache-2.0
// Rows of others that get a new mark of the server within the save: by triggers, and by keys that no slot holds.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: triggers of others", .enabled(if: TestStores.isThere, TestStores.advice))
struct AttachedTriggerTests {
    /// Posts count their comments; the function has an error handler, which is a transaction of its own within the save's.
    private func blog() throws -> AttachedPlace {
        try AttachedPlace(
            "CREATE TABLE posts (id serial PRIMARY KEY, title text, n integer NOT NULL DEFAULT 0)",
            "CREATE TABLE comments (id serial PRIMARY KEY, text text, post_id integer REFERENCES posts)",
            "CREATE FUNCTION counted() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN BEGIN "
                + "UPDATE posts SET n = n + 1 WHERE id = NEW.post_id; UPDATE posts SET n = n - 1 WHERE id = OLD.post_id; "
                + "EXCEPTION WHEN division_by_zero THEN NULL; END; RETURN NULL; END $$",
            "CREATE TRIGGER counted AFTER INSERT OR UPDATE OR DELETE ON comments FOR EACH ROW EXECUTE FUNCTION counted()",
            "INSERT INTO posts (title) VALUES ('one'), ('two')")
    }

    private func blogModel() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Post", .attribute("title", .stringAttributeType), .attribute("n", .integer64AttributeType),
                .toMany("comments", "Comment", inverse: "post", rule: .cascadeDeleteRule)),
            EntitySketch(
                "Comment", .attribute("text", .stringAttributeType),
                .toOne("post", "Post", inverse: "comments")))
        AttachedShop.set(model, "Post", ["table": "posts"])
        AttachedShop.set(model, "Comment", ["table": "comments"])
        return model
    }

    @Test("PG-53 PG-61 a trigger that writes a row of the save is no other writer")
    func counters() throws {
        let blog = try blog()
        try blog.attached(blogModel()) { context in
            let posts = try context.all("Post", by: "title")
            for number in 0..<3 {
                context.insert("Comment", ["text": "\(number)"]).setValue(posts[0], forKey: "post")
            }
            posts[0].setValue("uno", forKey: "title")
            try context.save()
            #expect(posts[0].value(forKey: "n") as? Int == 3)
            // The mark that the trigger has left is known: the next save goes on from it.
            let first = try #require(try context.all("Comment", by: "text").first)
            first.setValue(posts[1], forKey: "post")
            try context.save()
            #expect(posts.map { $0.value(forKey: "n") as? Int } == [2, 1])
            context.delete(posts[0])
            try context.save()
        }
        #expect(try blog.other.texts("SELECT title || n FROM posts") == ["two1"])
        #expect(try blog.other.texts("SELECT text FROM comments") == ["0"])
    }

    @Test(
        "PG-53 PG-61 another writer's change is a conflict, also where a trigger of the save writes the row later"
    )
    func conflict() throws {
        let blog = try blog()
        try blog.attached(blogModel()) { context in
            let post = try #require(try context.all("Post", by: "title").first)
            context.insert("Comment", ["text": "new"]).setValue(post, forKey: "post")
            post.setValue("mine", forKey: "title")
            try blog.other.run("UPDATE posts SET title = 'theirs' WHERE id = 1")
            let error = try #require(throws: NSError.self) { try context.save() }
            #expect(error.code == NSManagedObjectMergeError)
            let conflicts = error.userInfo["conflictList"] as? [NSMergeConflict]
            #expect(conflicts?.map(\.sourceObject) == [post])
        }
        #expect(try blog.other.texts("SELECT title || n FROM posts ORDER BY id") == ["theirs0", "two0"])
    }

    @Test(
        "PG-53 PG-61 members by a key that no slot holds are written and deleted in the save, and in the next one"
    )
    func members() throws {
        let place = try AttachedPlace(
            "CREATE TABLE owners (id serial PRIMARY KEY, name text)",
            "CREATE TABLE things (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text, things integer REFERENCES owners)"
        )
        let model = NSManagedObjectModel(
            EntitySketch("Owner", .attribute("name", .stringAttributeType), .toMany("things", "Thing")),
            EntitySketch("Thing", .attribute("name", .stringAttributeType)))
        AttachedShop.set(model, "Owner", ["table": "owners"])
        AttachedShop.set(model, "Thing", ["table": "things"])
        AttachedShop.set(model, "Owner", "things", ["column": "things"])
        try place.attached(model) { context in
            let owner = context.insert("Owner", ["name": "o"])
            let things = ["a", "b", "c"].map { context.insert("Thing", ["name": $0]) }
            try context.save()
            owner.setValue(Set(things), forKey: "things")
            try context.save()
            for thing in things { thing.setValue("linked", forKey: "name") }
            try context.save()
            owner.setValue(Set(things[1...]), forKey: "things")
            try context.save()
            things[0].setValue("unlinked", forKey: "name")
            try context.save()
            // The keys of members go before their own rows do.
            context.delete(owner)
            context.delete(things[1])
            things[2].setValue("left", forKey: "name")
            try context.save()
            things[2].setValue("last", forKey: "name")
            try context.save()
        }
        #expect(
            try place.other.texts("SELECT name || coalesce(things::text, '-') FROM things ORDER BY 1") == [
                "last-", "unlinked-",
            ])
    }
}
#endif
