// SPDX-License-Identifier: Apache-2.0
// The model and the stacks of the history tests.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// Authors with books and awards: every kind of relationship, derived and transient attributes, preserved values.
enum HistoryModel {
    static func make() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Author", .attribute("code"), .attribute("name"),
                .attribute("born", .dateAttributeType), .attribute("mood", isTransient: true),
                .derived("bookCount", .integer64AttributeType, "books.@count"),
                .toMany("books", "Book", inverse: "author"),
                .toMany("prizes", "Prize", inverse: "winners")),
            EntitySketch(
                "Book", .attribute("title"), .attribute("pages", .integer64AttributeType, default: 0),
                .toOne("author", "Author", inverse: "books")),
            EntitySketch("Novel", parent: "Book", .attribute("genre")),
            EntitySketch("Prize", .attribute("label"), .toMany("winners", "Author", inverse: "prizes")),
            EntitySketch(
                "Token", .attribute("uuid", .UUIDAttributeType), .attribute("made", .dateAttributeType),
                .attribute("price", .decimalAttributeType), .attribute("bytes", .binaryDataAttributeType),
                .attribute("link", .URIAttributeType), .attribute("flag", .booleanAttributeType),
                .attribute("ratio", .doubleAttributeType), .attribute("plain")))
        preserve(model, "Author", ["code", "name"])
        preserve(model, "Novel", ["genre"])
        preserve(model, "Token", ["uuid", "made", "price", "bytes", "link", "flag", "ratio"])
        return model
    }

    private static func preserve(_ model: NSManagedObjectModel, _ entity: String, _ names: [String]) {
        for name in names {
            let attribute = model.entitiesByName[entity]?.propertiesByName[name] as? NSAttributeDescription
            attribute?.preservesValueInHistoryOnDeletion = true
        }
    }

    static var options: [AnyHashable: Any] { [NSPersistentHistoryTrackingKey: true] }
}

extension Stack {
    /// A stack whose store keeps a history.
    static func withHistory(_ kind: Kind = .sqlite, _ options: [AnyHashable: Any] = [:]) throws -> Stack {
        try Stack(kind, HistoryModel.make(), options: HistoryModel.options.merging(options) { $1 })
    }

    /// Another coordinator on the same store.
    func another(_ options: [AnyHashable: Any]? = HistoryModel.options) throws -> Stack {
        try Stack(at: #require(place), HistoryModel.make(), options: options)
    }

    /// Saves what a body does in a new context.
    func save(
        name: String? = nil, author: String? = nil, _ body: (NSManagedObjectContext) throws -> Void
    ) throws {
        let context = context()
        context.name = name
        context.transactionAuthor = author
        try context.performAndWait {
            try body(context)
            try context.save()
        }
    }

    /// What stands in an attribute of all objects, sorted.
    func stored(_ entity: String, _ key: String) throws -> [String] {
        let context = context()
        return try context.performAndWait {
            try context.all(entity).map { $0.value(forKey: key).map { "\($0)" } ?? "nil" }.sorted()
        }
    }

    /// The rows of a query on the file.
    func raw(_ sql: String) throws -> [[String]] { try RawDatabase(#require(url)).rows(sql) }
}
