// SPDX-License-Identifier: Apache-2.0
// Pages of an SQLite file, found by its own tree and overwritten with garbage: what a failing disk leaves.

import Foundation
import Perdure
import PerdureTestSupport

/// The tables of a closed file, page by page.
struct DamagedPages {
    let url: URL

    /// Overwrites the one leaf page that holds a row, or the page that is the whole table.
    ///
    /// - Returns: the rows of the table that are on that page; nil for a table of one page.
    @discardableResult
    func destroyLeaf(of table: String, with row: Int64) throws -> ClosedRange<Int64>? {
        var bytes = try Data(contentsOf: url)
        let size = number(bytes, 16, 2)
        var (page, range): (Int, ClosedRange<Int64>?) = (try root(of: table), nil)
        // 5 is an inner page of a table: an 8-byte head, the last child, then the places of its cells.
        while bytes[(page - 1) * size] == 5 {
            let start = (page - 1) * size
            let cells = (0..<number(bytes, start + 3, 2)).map { number(bytes, start + 12 + 2 * $0, 2) }
            let keys = cells.map { variable(bytes, start + $0 + 4) }
            let place = keys.firstIndex { row <= $0 } ?? keys.count
            page = number(bytes, place < cells.count ? start + cells[place] : start + 8, 4)
            range = (place > 0 ? keys[place - 1] + 1 : 1)...(place < keys.count ? keys[place] : .max)
        }
        bytes.replaceSubrange((page - 1) * size..<page * size, with: repeatElement(0xA7, count: size))
        try bytes.write(to: url)
        return range
    }

    /// Overwrites the first page of a table or an index.
    func destroyRoot(of name: String) throws {
        var bytes = try Data(contentsOf: url)
        let (size, page) = (number(bytes, 16, 2), try root(of: name))
        bytes.replaceSubrange((page - 1) * size..<page * size, with: repeatElement(0xA7, count: size))
        try bytes.write(to: url)
    }

    private func root(of name: String) throws -> Int {
        let found = try RawDatabase(url).value("SELECT rootpage FROM sqlite_master WHERE name = '\(name)'")
        guard let text = found, let page = Int(text) else { throw CocoaError(.fileReadCorruptFile) }
        return page
    }

    /// A big-endian number.
    private func number(_ bytes: Data, _ start: Int, _ count: Int) -> Int {
        bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// A number of SQLite's variable length, of less than nine bytes.
    private func variable(_ bytes: Data, _ start: Int) -> Int64 {
        var result: Int64 = 0
        for byte in bytes[start..<start + 8] {
            result = result << 7 | Int64(byte & 0x7F)
            if byte < 0x80 { break }
        }
        return result
    }
}

/// A closed store with many books of one author, some of which can be made unreadable.
final class DamagedShelf {
    static let count = 200
    let folder: TemporaryFolder
    let url: URL
    private let stored: String

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("Books.sqlite")
        let stack = try Stack(at: url, BookStore.model())
        let context = stack.context()
        let author = context.insert("Author", ["name": "Ada"])
        for number in 1...Self.count {
            let book = context.insert("Book", ["year": number, "author": author])
            book.setValue(String(repeating: "Title ", count: 60), forKey: "title")
            // Keys follow the order of the saves.
            if number % 20 == 0 { try context.save() }
        }
        try context.save()
        stored = try RawDatabase(url).value("SELECT Z_UUID FROM Z_METADATA") ?? ""
        try stack.coordinator.remove(stack.store)
    }

    var pages: DamagedPages { DamagedPages(url: url) }

    func open() throws -> Stack { try Stack(at: url, BookStore.model()) }

    /// Makes the text of one row's column what no UUID is: its page and its neighbours stay readable.
    func spoilValue(of row: Int64) throws {
        try RawDatabase(url, isReadOnly: false).rows("UPDATE ZBOOK SET ZCODE = 'no UUID' WHERE Z_PK = \(row)")
    }

    /// The object of a row in a context, as a fault.
    func object(_ entity: String, _ row: Int64, in context: NSManagedObjectContext) throws -> NSManagedObject
    {
        let text = "x-coredata://\(stored)/\(entity)/p\(row)"
        let coordinator = context.persistentStoreCoordinator
        guard let url = URL(string: text), let id = coordinator?.managedObjectID(forURIRepresentation: url)
        else {
            throw CocoaError(.fileReadUnknown)
        }
        return context.object(with: id)
    }
}
