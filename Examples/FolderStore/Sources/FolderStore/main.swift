// SPDX-License-Identifier: Apache-2.0
// Writes a library into files, opens it again and asks it. Works in a temporary folder and removes it at the end.

import CoreData
import FolderStoreKit

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("library-\(UUID().uuidString)")
defer { try? FileManager.default.removeItem(at: folder) }

do {
    let context = try Library.open(folder)
    try context.performAndWait {
        let author = NSEntityDescription.insertNewObject(forEntityName: "Author", into: context)
        author.setValue("Jane Austen", forKey: "name")
        for (title, pages) in [("Emma", 474), ("Persuasion", 249)] {
            let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
            book.setValue(title, forKey: "title")
            book.setValue(pages, forKey: "pages")
            book.setValue(author, forKey: "author")
        }
        try context.save()
    }
    let again = try Library.open(folder)
    try again.performAndWait {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
        request.predicate = NSPredicate(format: "pages > 300 AND author.name BEGINSWITH 'Jane'")
        for book in try again.fetch(request) { print("\(book.value(forKey: "title") ?? "")") }
    }
} catch {
    FileHandle.standardError.write(Data("FolderStore: \(error)\n".utf8))
    exit(1)
}
