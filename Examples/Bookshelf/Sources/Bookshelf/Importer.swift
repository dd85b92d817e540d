// SPDX-License-Identifier: Apache-2.0
// Reads a list of books off the main actor: the actor has a context of its own, and only identifiers cross to the caller.

import SwiftData

/// A book as the list has it.
nonisolated struct ListedBook: Codable, Sendable {
    var title: String
    var year: Int
    var author: String
    var shelf: String
    var pages: Int
}

@ModelActor
actor Importer {
    /// Adds the books of a list, and saves after each part of it.
    func add(_ json: Data, partSize: Int = 1000) throws -> Int {
        let list = try JSONDecoder().decode([ListedBook].self, from: json)
        var authors: [String: Author] = [:]
        for (number, listed) in list.enumerated() {
            let author = try authors[listed.author] ?? self.author(named: listed.author)
            authors[listed.author] = author
            let book = Book(
                title: listed.title, year: listed.year, shelf: Shelf(rawValue: listed.shelf) ?? .novels)
            book.size = Size(pages: listed.pages)
            book.author = author
            modelContext.insert(book)
            if number % partSize == partSize - 1 { try modelContext.save() }
        }
        try modelContext.save()
        return list.count
    }

    private func author(named name: String) throws -> Author {
        var known = FetchDescriptor<Author>(predicate: #Predicate { $0.name == name })
        known.fetchLimit = 1
        if let author = try modelContext.fetch(known).first { return author }
        let author = Author(name: name)
        modelContext.insert(author)
        return author
    }
}
