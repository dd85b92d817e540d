// SPDX-License-Identifier: Apache-2.0
// Classes with inheritance and a relationship: books and magazines are publications of a publisher, which has ten of them.

import CoreData
import Foundation
import PerdureMacros

@ManagedObject(isAbstract: true) class Publication: NSManagedObject {
    var number: Int64 = 0
    var title: String = ""
    @Relationship var publisher: Publisher?
}

@ManagedObject final class Book: Publication {
    var author: String = ""
    var pages: Int32 = 0
}

@ManagedObject final class Magazine: Publication {
    var issue: Int32 = 0
    var printed: Date = Date(timeIntervalSinceReferenceDate: 0)
}

@ManagedObject final class Publisher: NSManagedObject {
    static let publicationsEach: Int64 = 10

    var name: String = ""
    @Relationship(inverse: \Publication.publisher, deleteRule: .nullify) var publications: Set<Publication>
}

extension Publication {
    /// Reads every attribute and the to-one.
    func checksum() -> Int64 {
        let own = number + title.trace + (publisher == nil ? 0 : 1)
        switch self {
        case let book as Book: return own + book.author.trace + Int64(book.pages)
        case let magazine as Magazine: return own + Int64(magazine.issue) + magazine.printed.trace
        default: return own
        }
    }
}
