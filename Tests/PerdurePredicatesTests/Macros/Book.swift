// SPDX-License-Identifier: Apache-2.0
// Classes with names for their key paths, as generated code has them; for the suites of Macros.

import Foundation
import PerdurePredicates

enum Genre: String, Codable { case novel, essay }
enum Shelf: Int, Codable, CaseIterable { case low, high }

final class Writer: NSObject, KeyPathNaming {
    var name = ""
    var books: Set<Book> = []

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
    var secret = 0

    static func propertyName(for keyPath: AnyKeyPath) -> String? {
        let names: [AnyKeyPath: String] = [
            \Book.title: "title", \Book.pages: "pages", \Book.price: "price", \Book.isRead: "isRead",
            \Book.tags: "tags", \Book.marks: "marks", \Book.genre: "genre", \Book.shelf: "shelf",
            \Book.cover: "cover", \Book.link: "link", \Book.writer: "writer", \Book.readers: "readers",
            \Book.owner: "owner",
        ]
        return names[keyPath]
    }
}
