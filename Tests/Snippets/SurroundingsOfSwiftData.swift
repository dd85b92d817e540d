// SPDX-License-Identifier: Apache-2.0
// What the examples of SwiftData take for granted, as Surroundings.swift has it for the others.

import CoreData
import SwiftData

enum Rank: Int, Codable {
    case low, high
}

@Model final class Author {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

    init(name: String) { self.name = name }

    static var busy: FetchDescriptor<Author> { FetchDescriptor(predicate: #Predicate { $0.books.count > 9 }) }
}

@Model final class Book {
    var title: String
    var pages: Int = 0
    var rank: Rank = Rank.low
    var author: Author?

    init(title: String) { self.title = title }

    static var newest: FetchDescriptor<Book> { FetchDescriptor(sortBy: [SortDescriptor(\.title)]) }

    static func written(by name: String) -> FetchDescriptor<Book> {
        FetchDescriptor(predicate: #Predicate { $0.author?.name == name })
    }
}

final class AuthorObject: NSManagedObject {}

func value<T>(_ type: T.Type = T.self) -> T { preconditionFailure("Examples are compiled, and never run.") }
