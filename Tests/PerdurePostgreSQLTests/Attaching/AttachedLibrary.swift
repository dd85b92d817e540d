// SPDX-License-Identifier: Apache-2.0
// Tables whose keys are no whole numbers, as most web frameworks make them, and a model that is attached to them.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLStores
import PerdureTestSupport

/// A namespace with tables of a library: keys are UUIDs, texts, and pairs of columns.
final class AttachedLibrary {
    let namespace: ServerNamespace
    let other: PlainWriter

    init() throws {
        namespace = try ServerNamespace()
        try SharedServer.run("CREATE SCHEMA \(namespace.name)")
        other = try PlainWriter(namespace.name)
        for text in Self.tables { try other.run(text) }
    }

    private static let tables = [
        "CREATE TABLE authors (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text NOT NULL)",
        "CREATE TABLE books (isbn varchar(20) PRIMARY KEY, title text, author_id uuid REFERENCES authors)",
        "CREATE TABLE editions (isbn varchar(20) NOT NULL REFERENCES books ON DELETE CASCADE, number integer NOT NULL, "
            + "printed date, PRIMARY KEY (isbn, number))",
        "CREATE TABLE copies (id bigserial PRIMARY KEY, shelf text, isbn varchar(20), edition integer, "
            + "FOREIGN KEY (isbn, edition) REFERENCES editions)",
        "CREATE TABLE tags (id uuid PRIMARY KEY, word text)",
        "CREATE TABLE book_tags (book varchar(20) REFERENCES books, tag uuid REFERENCES tags, PRIMARY KEY (book, tag))",
        "CREATE TABLE readings (sensor uuid NOT NULL, at timestamptz NOT NULL, value double precision, "
            + "PRIMARY KEY (sensor, at))",
    ]

    static func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Author", .attribute("name", .stringAttributeType),
                .toMany("books", "Book", inverse: "author")),
            EntitySketch(
                "Book", .attribute("isbn", .stringAttributeType), .attribute("title", .stringAttributeType),
                .toOne("author", "Author", inverse: "books"),
                .toMany("editions", "Edition", inverse: "book"), .toMany("tags", "Tag", inverse: "books")),
            EntitySketch(
                "Edition", .attribute("number", .integer64AttributeType),
                .attribute("printed", .dateAttributeType), .toOne("book", "Book", inverse: "editions"),
                .toMany("copies", "Copy", inverse: "edition")),
            EntitySketch(
                "Copy", .attribute("shelf", .stringAttributeType),
                .toOne("edition", "Edition", inverse: "copies")),
            EntitySketch(
                "Tag", .attribute("id", .UUIDAttributeType), .attribute("word", .stringAttributeType),
                .toMany("books", "Book", inverse: "tags")),
            EntitySketch(
                "Reading", .attribute("sensor", .UUIDAttributeType), .attribute("at", .dateAttributeType),
                .attribute("value", .doubleAttributeType)))
        for (entity, table) in [
            "Author": "authors", "Book": "books", "Edition": "editions", "Copy": "copies", "Tag": "tags",
            "Reading": "readings",
        ] {
            AttachedShop.set(model, entity, ["table": table])
        }
        AttachedShop.set(model, "Edition", "book", ["column": "isbn"])
        AttachedShop.set(model, "Copy", "edition", ["column": "isbn, edition"])
        AttachedShop.set(
            model, "Book", "tags", ["table": "book_tags", "column": "book", "memberColumn": "tag"])
        return model
    }

    /// Two authors, three books, three editions, two copies, two tags.
    func fill() throws {
        for text in [
            "INSERT INTO authors VALUES ('00000000-0000-0000-0000-00000000000a', 'Ada'), "
                + "('00000000-0000-0000-0000-00000000000b', 'Bo')",
            "INSERT INTO books VALUES ('1', 'One', '00000000-0000-0000-0000-00000000000a'), "
                + "('2/x', 'Two', '00000000-0000-0000-0000-00000000000a'), ('drei \"3\"', 'Three', NULL)",
            "INSERT INTO editions VALUES ('1', 1, '2020-01-02'), ('1', 2, NULL), ('drei \"3\"', 1, NULL)",
            "INSERT INTO copies (shelf, isbn, edition) VALUES ('A', '1', 2), ('B', 'drei \"3\"', 1), ('C', NULL, 1)",
            "INSERT INTO tags VALUES ('00000000-0000-0000-0000-000000000001', 'red'), "
                + "('00000000-0000-0000-0000-000000000002', 'blue')",
            "INSERT INTO book_tags VALUES ('1', '00000000-0000-0000-0000-000000000001'), "
                + "('2/x', '00000000-0000-0000-0000-000000000001'), ('2/x', '00000000-0000-0000-0000-000000000002')",
        ] {
            try other.run(text)
        }
    }

    /// Attaches a store.
    func stack(
        _ model: NSManagedObjectModel = AttachedLibrary.model(), options: [String: String] = [:]
    ) throws -> Stack {
        try Stack(
            at: namespace.url, model,
            options: options.merging(["PerdurePostgreSQLSchemaCreation": "attach"]) { $1 })
    }
}
#endif
