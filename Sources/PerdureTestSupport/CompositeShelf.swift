// SPDX-License-Identifier: Apache-2.0
// A model in which elements of composite attributes compete with other properties for column names, and a store with this
// model. FormerComposites.swift gives a store the form of earlier versions.

import Foundation
import Perdure

/// Books with composite attributes, and their readers.
///
/// | property of Book | column | column in files of earlier versions |
/// | --- | --- | --- |
/// | author.id | ZID | ZAUTHOR_ID |
/// | author.place | ZPLACE | ZAUTHOR_PLACE |
/// | author.year | ZYEAR | ZAUTHOR_YEAR |
/// | id | ZID1 | ZID |
/// | keeper.reader | ZREADER | ZKEEPER_READER |
/// | size.height | ZHEIGHT | ZSIZE_HEIGHT |
/// | size.cover.kind | ZKIND | ZSIZE_COVER_KIND |
/// | size.cover.id | ZID2 | ZSIZE_COVER_ID |
/// | reader | ZREADER1 | ZREADER |
public enum CompositeShelf {
    /// Makes the model.
    ///
    /// - Parameter derived: attributes of Reader beside its name and the number of its books.
    /// - Returns: the model.
    public static func model(derived: [PropertySketch] = []) -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Book", unique: [["id"]], .attribute("id"), .attribute("title"),
                .composite("author", ["id", "place"], [("year", .integer32AttributeType)]),
                .composite("keeper", ["reader"]),
                .composite(
                    "size", [], [("height", .doubleAttributeType)],
                    inner: [.composite("cover", ["kind", "id"])]),
                .toOne("reader", "Reader", inverse: "books")),
            EntitySketch(
                "Reader", .attribute("name"), .derived("count", .integer64AttributeType, "books.@count"),
                .toMany("books", "Book", inverse: "reader")))
        model.entitiesByName["Reader"]?.properties += derived.map(\.description)
        if let book = model.entitiesByName["Book"], let author = book.attributesByName["author"],
            let year = (author as? NSCompositeAttributeDescription)?.elements.first(where: {
                $0.name == "year"
            })
        {
            let element = NSFetchIndexElementDescription(property: year, collationType: .binary)
            book.indexes = [NSFetchIndexDescription(name: "byYear", elements: [element])]
        }
        return model
    }

    /// The values of the first book.
    public static var author: [String: Any] { ["id": "a1", "place": "Lisbon", "year": 1888] }

    /// Makes a store with two books and one reader.
    ///
    /// - Parameters:
    ///   - url: the store's file.
    ///   - options: options of the store.
    /// - Throws: the error of a save.
    public static func createStore(at url: URL, options: [AnyHashable: Any]? = nil) throws {
        let stack = try Stack(at: url, model(), options: options)
        let context = stack.context()
        try context.performAndWait {
            let reader = context.insert("Reader", ["name": "Ana"])
            let cover: [String: Any] = ["kind": "linen", "id": "c1"]
            let book = context.insert(
                "Book",
                [
                    "id": "b1", "title": "First", "author": author, "keeper": ["reader": "Rui"],
                    "size": ["height": 21.5, "cover": cover] as [String: Any], "reader": reader,
                ])
            try context.obtainPermanentIDs(for: [reader, book])
            context.insert("Book", ["id": "b2", "title": "Second", "author": ["id": "a2"] as [String: Any]])
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }
}

extension PropertySketch {
    /// A composite attribute.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - texts: the names of the text elements.
    ///   - others: the names and types of other elements, which follow the texts.
    ///   - inner: the nested composites, which follow the other elements.
    /// - Returns: the property.
    public static func composite(
        _ name: String, _ texts: [String], _ others: [(String, NSAttributeType)] = [],
        inner: [PropertySketch] = []
    ) -> PropertySketch {
        let composite = NSCompositeAttributeDescription()
        composite.name = name
        let plain = texts.map { ($0, NSAttributeType.stringAttributeType) } + others
        composite.elements = plain.map { name, type in
            let element = NSAttributeDescription()
            element.name = name
            element.attributeType = type
            return element
        }
        composite.elements += inner.compactMap { $0.description as? NSAttributeDescription }
        return PropertySketch(description: composite, destination: nil, inverse: nil)
    }
}
