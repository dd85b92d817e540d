// SPDX-License-Identifier: Apache-2.0
// The model of these tests, and the records of the store that RecordStore.swift is.

import CoreData
import Foundation
import PerdureTestSupport

/// Authors with books, books with tags.
enum Shelf {
    static func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Author", .attribute("name", .stringAttributeType),
                .toMany("books", "Book", inverse: "author")),
            EntitySketch(
                "Book", .attribute("title", .stringAttributeType),
                .attribute("rating", .integer64AttributeType), .toOne("author", "Author", inverse: "books"),
                .toMany("tags", "Tag", inverse: "books")),
            EntitySketch(
                "Tag", .attribute("word", .stringAttributeType), .toMany("books", "Book", inverse: "tags")))
        model.setEntities(model.entities.filter { $0.name == "Tag" }, forConfigurationName: "Local")
        model.setEntities(model.entities.filter { $0.name != "Tag" }, forConfigurationName: "Remote")
        return model
    }
}

/// One object as the store keeps it; related objects by their names.
struct Record {
    var entity: String
    var values: [String: Any]
    var version: UInt64 = 1
}

/// An error of the program's own.
struct Refusal: Error, Equatable {
    let reason: String
}
