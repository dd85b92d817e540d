// SPDX-License-Identifier: Apache-2.0
// The classes of the example. They are nonisolated, because a context of any isolation may have models.

import SwiftData

nonisolated enum Shelf: String, Codable { case novels, science, cooking }

nonisolated struct Size: Codable, Hashable {
    var pages: Int
    var grams: Int?
}

@Model
nonisolated final class Author {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

    init(name: String) { self.name = name }
}

@Model
nonisolated final class Book {
    #Index<Book>([\.title], [\.year, \.title])
    var title: String
    var year: Int
    var shelf: Shelf
    var size: Size?
    var author: Author?
    var keywords: [String] = []
    @Transient var isSelected = false

    init(title: String, year: Int, shelf: Shelf) {
        self.title = title
        self.year = year
        self.shelf = shelf
    }
}
