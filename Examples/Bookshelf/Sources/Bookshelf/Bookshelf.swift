// SPDX-License-Identifier: Apache-2.0
// The story: a list is imported, the main context finds and changes books, and what is not saved is taken back.

import SwiftData

@main
struct Bookshelf {
    static func main() async throws {
        let container = try ModelContainer(
            for: Author.self, Book.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let count = try await Importer(modelContainer: container).add(try list())
        print("\(count) books are imported off the main actor")
        try browse(container.mainContext)
        try change(container.mainContext)
    }

    private static func list() throws -> Data {
        let shelves = ["novels", "science", "cooking"]
        return try JSONEncoder().encode(
            (0..<3000).map { number in
                ListedBook(
                    title: "Book \(number)", year: 1900 + number % 120, author: "Author \(number % 50)",
                    shelf: shelves[number % 3], pages: 100 + number % 400)
            })
    }

    private static func browse(_ context: ModelContext) throws {
        let year = 2000
        var newest = FetchDescriptor<Book>(
            predicate: #Predicate { $0.year > year && $0.author?.name == "Author 7" },
            sortBy: [SortDescriptor(\.year, order: .reverse), SortDescriptor(\.title)])
        newest.fetchLimit = 3
        for book in try context.fetch(newest) { print("\(book.year)  \(book.title), \(book.shelf)") }
        let busy = FetchDescriptor<Author>(predicate: #Predicate { $0.books.contains { $0.year == 2019 } })
        print("\(try context.fetchCount(busy)) authors have a book of 2019")
    }

    private static func change(_ context: ModelContext) throws {
        let first = FetchDescriptor<Author>(predicate: #Predicate { $0.name == "Author 1" })
        guard let author = try context.fetch(first).first else { return }
        let book = Book(title: "The last one", year: 2026, shelf: .novels)
        author.books.append(book)
        try context.save()
        print(
            "\(author.name) has \(author.books.count) books, and the new one is of \(book.author?.name ?? "nobody")"
        )
        context.delete(author)
        context.rollback()
        print("After a rollback there are \(try context.fetchCount(FetchDescriptor<Book>())) books")
    }
}
