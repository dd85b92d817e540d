// SPDX-License-Identifier: Apache-2.0
// Work with classes that inherit and refer to each other: publications, which are books and magazines by turns, below publishers.

import CoreData
import Foundation

extension Written {
    static let inheritance = [insertRelated, fetchRelated, readRelated, updateRelated, deleteRelated]

    /// The publishers are there and fetched; each gets ten publications.
    static let insertRelated = related(
        "insert and save", target: 2.2, file: .publishers,
        prepare: { try $0.context.fetch(NSFetchRequest<Publisher>(entityName: "Publisher")) },
        work: { stack, publishers, rows in
            for number in 1...rows {
                let publication = publication(number, stack)
                publication.publisher = publishers[Int((number - 1) / Publisher.publicationsEach)]
            }
            try stack.context.save()
            return true
        }, baseline: shape.insertion)

    private static let fetchRelated = related(
        "fetch as faults", target: 1.7, file: .publications, prepare: { $0 },
        work: { stack, _, rows in
            let found = try publications(stack)
            return found.count == Int(rows) ? found : nil
        }, baseline: shape.reading)

    private static let readRelated = related(
        "fetch and read everything", target: 2.2, file: .publications, prepare: { $0 },
        work: { stack, _, rows in
            let found = try publications(stack)
            return found.reduce(0) { $0 + $1.checksum() } > rows ? found : nil
        }, baseline: shape.reading)

    static let updateRelated = related(
        "change one attribute and save", target: 2.0, file: .publications, prepare: publications,
        work: { stack, publications, _ in
            for publication in publications { publication.number += 1 }
            try stack.context.save()
            return true
        }, baseline: { shape.update($0, rows: $1, column: "ZNUMBER") })

    private static let deleteRelated = related(
        "delete and save", target: 1.5, file: .publications, prepare: publications,
        work: { stack, publications, _ in
            for publication in publications { stack.context.delete(publication) }
            try stack.context.save()
            return true
        }, baseline: shape.deletion)

    private static func related<Prepared, Kept>(
        _ name: String, target: Double, file: Seed,
        prepare: @escaping @Sendable (Stack) throws -> Prepared,
        work: @escaping @Sendable (Stack, Prepared, Int64) throws -> Kept?,
        baseline: @escaping @Sendable (URL, Int64) -> Baseline
    ) -> Workload {
        Workload(
            name: "inheritance: \(name)", target: target, hasBudget: false, file: file,
            perdure: { run in
                try withStack(
                    run, model: publicationModel(), prepare: { stack, _ in try prepare(stack) },
                    work: { try work($0, $1, run.workspace.rows) })
            },
            baseline: { [baseline($0, $1.rows)] })
    }

    @Sendable private static func publications(_ stack: Stack) throws -> [Publication] {
        try stack.context.fetch(NSFetchRequest<Publication>(entityName: "Publication"))
    }

    /// A book for odd numbers, a magazine for even ones.
    private static func publication(_ number: Int64, _ stack: Stack) -> Publication {
        let publication =
            number % 2 == 1 ? Book(context: stack.context) : Magazine(context: stack.context)
        publication.number = number
        publication.title = "Item \(number)"
        if let book = publication as? Book {
            book.author = "A note of some length about item \(number)"
            book.pages = Int32(number % 1000)
        } else if let magazine = publication as? Magazine {
            magazine.issue = Int32(number % 1000)
            magazine.printed = Date(timeIntervalSinceReferenceDate: Double(number) + 0.25)
        }
        return publication
    }
}

extension Written {
    fileprivate static let shape = RowShape(
        "Publication",
        kinds: [
            ("Book", "ZNUMBER=i ZTITLE=n ZPUBLISHER=p ZAUTHOR=l ZPAGES=m"),
            ("Magazine", "ZNUMBER=i ZTITLE=n ZPUBLISHER=p ZISSUE=m ZPRINTED=t"),
        ])

    @Sendable fileprivate static func publicationModel() -> NSManagedObjectModel {
        NSManagedObjectModel(for: Publication.self, Book.self, Magazine.self, Publisher.self)
    }
}

extension Seed {
    fileprivate static let publishers = Seed(name: "publishers") { file, workspace in
        try Stack(file, model: Written.publicationModel()).close()
        let publishers = (workspace.rows - 1) / Publisher.publicationsEach + 1
        _ = try RowShape("Publisher", "ZNAME=n").insertion(file, rows: publishers).run()
    }

    fileprivate static let publications = Seed(name: "publications") { file, workspace in
        try publishers.make(file, workspace)
        _ = try Written.shape.insertion(file, rows: workspace.rows).run()
    }
}
