// SPDX-License-Identifier: Apache-2.0
// The program of Documentation/Guides/Reading.md.

import PerdureMacros

@ManagedObject final class Author: NSManagedObject {
    @Attribute(.unique) var name: String = ""
    @Relationship(inverse: \Book.author, deleteRule: .cascade) var books: Set<Book>
}

@ManagedObject(indexes: [.index("byYear", on: "year")])
final class Book: NSManagedObject {
    var title: String = ""
    var year: Int = 0
    @Relationship var author: Author?
}

@MainActor private func library(in folder: URL) throws -> NSPersistentContainer {
    let model = NSManagedObjectModel(for: Author.self, Book.self)
    let container = NSPersistentContainer(name: "Library", managedObjectModel: model)
    container.persistentStoreDescriptions = [
        NSPersistentStoreDescription(url: folder.appendingPathComponent("Library.sqlite"))
    ]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    let context = container.viewContext
    for (name, titles) in [("Verne", [("Moon", 1865), ("Sea", 1870)]), ("Wells", [("Time", 1895)])] {
        let author = Author(context: context)
        author.name = name
        for (title, year) in titles {
            let book = Book(context: context)
            (book.title, book.year, book.author) = (title, year, author)
        }
    }
    try context.save()
    return container
}

@MainActor func reading(in folder: URL) throws {
    let container = try library(in: folder)
    let context = container.newBackgroundContext()
    try context.performAndWait {
        // Objects of a class: where, in which order, how many.
        let early = try context.fetch(
            Book.self, where: #Predicate { $0.year < 1890 }, sortedBy: SortDescriptor(\.year), limit: 10)
        print(early.map(\.title))

        // A fetched object has its values; what it leads to is a fault until it is read.
        let first = early[0]
        let author = first.author
        print(author?.isFault ?? false, first.isFault)
        print("books of \(author?.name ?? ""):", author?.books.count ?? 0)

        // A predicate may follow relationships; the store answers it with a join.
        let authors = NSFetchRequest<Author>(entityName: "Author")
        authors.predicate = NSPredicate(format: "ANY books.year > %d", 1866)
        authors.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        // Without this each author's books would be a statement of their own.
        authors.relationshipKeyPathsForPrefetching = ["books"]
        print(try context.fetch(authors).map(\.name))

        // Figures need no objects.
        let count = NSExpressionDescription()
        count.name = "count"
        count.expression = NSExpression(forFunction: "count:", arguments: [NSExpression(forKeyPath: "title")])
        count.expressionResultType = .integer64AttributeType
        let groups = NSFetchRequest<NSDictionary>(entityName: "Book")
        groups.resultType = .dictionaryResultType
        groups.propertiesToGroupBy = ["author.name"]
        groups.propertiesToFetch = ["author.name", count]
        groups.sortDescriptors = [NSSortDescriptor(key: "author.name", ascending: true)]
        for group in try context.fetch(groups) { print(group["author.name"] ?? "", group["count"] ?? 0) }

        // An ID goes anywhere, and leads to the object in any context.
        let id = first.objectID
        let other = container.newBackgroundContext()
        try other.performAndWait {
            print("found by key:", try other.existingObject(with: id) is Book)
        }
    }
}
