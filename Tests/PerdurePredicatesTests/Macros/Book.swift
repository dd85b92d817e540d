// SPDX-License-Identifier: Apache-2.0
// Classes with names for their key paths, as generated code has them; for the suites of Macros.

import Foundation
import PerdurePredicates

enum Genre: String, Codable { case novel, essay }
enum Shelf: Int, Codable, CaseIterable { case low, high }

/// A composite attribute.
struct Place: Codable, Hashable {
    var row: Int
    var inner: Inner?
    var label: String { "\(row)" }

    struct Inner: Codable, Hashable { var depth: Int }
}

/// Codable, so that predicates can capture one.
final class Writer: NSObject, KeyPathNaming, Codable, @unchecked Sendable {
    // Sendable because the tests' objects stay in one place.
    var name = ""
    var books: Set<Book> = []

    override init() {}

    convenience init(from decoder: any Decoder) throws { self.init() }

    func encode(to encoder: any Encoder) throws {}

    static func propertyName(for keyPath: AnyKeyPath) -> String? {
        let names: [AnyKeyPath: String] = [\Writer.name: "name", \Writer.books: "books"]
        return names[keyPath]
    }
}

final class Book: NSObject, KeyPathNaming {
    var title = ""
    var pages: Int?
    var price = 0.0
    var isRead = false
    var tags: [String] = []
    var marks: [String: Int] = [:]
    var genre = Genre.novel
    var shelf = Shelf.low
    var cover = Data()
    var link: URL?
    var writer: Writer?
    var readers: NSSet?
    var owner: NSObject?
    var place: Place?
    var secret = 0

    static func propertyName(for keyPath: AnyKeyPath) -> String? {
        let names: [AnyKeyPath: String] = [
            \Book.title: "title", \Book.pages: "pages", \Book.price: "price", \Book.isRead: "isRead",
            \Book.tags: "tags", \Book.marks: "marks", \Book.genre: "genre", \Book.shelf: "shelf",
            \Book.cover: "cover", \Book.link: "link", \Book.writer: "writer", \Book.readers: "readers",
            \Book.owner: "owner", \Book.place: "place",
        ]
        return names[keyPath]
    }
}
