// SPDX-License-Identifier: Apache-2.0
// Rollback journals written by hand, as a stranger may put them beside a store.

import Foundation

/// The bytes of a rollback journal.
///
/// A header of one sector, then pages as they were before a transaction, then, where there is one, the name of a
/// super-journal with its length and its checksum.
public struct WrittenJournal {
    /// The database as it shall be again: all of its pages go into the journal.
    public var former: Data?
    /// The file that is named as the super-journal.
    public var superJournal: String?
    /// Whether the header has its magic number; without it the journal is one that a commit has left behind.
    public var isFilled = true
    /// Bytes of nothing between the header and the name.
    public var padding = 0

    private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    private static let sector = 512
    private static let nonce: UInt32 = 7

    /// Makes a journal without pages.
    ///
    /// - Parameter superJournal: what it names.
    public init(superJournal: String? = nil) { self.superJournal = superJournal }

    /// Writes the journal beside a database.
    ///
    /// - Parameter database: the database's file.
    /// - Returns: the journal's file.
    /// - Throws: when a file cannot be read or written.
    @discardableResult
    public func write(beside database: URL) throws -> URL {
        let main = try former ?? Data(contentsOf: database)
        let page = main[16..<18].reduce(0) { $0 << 8 | Int($1) }
        var bytes = Data(isFilled ? Self.magic : Array(repeating: 0, count: 8))
        let pages = former == nil ? 0 : main.count / page
        for number in [pages, Int(Self.nonce), main.count / page, Self.sector, page] {
            bytes.append(big: UInt32(number))
        }
        bytes.append(Data(count: Self.sector - bytes.count))
        for number in 0..<pages {
            bytes.append(record(main.subdata(in: number * page..<(number + 1) * page), number))
        }
        bytes.append(Data(count: padding))
        if let superJournal { bytes.append(end(superJournal, page)) }
        let file = URL(fileURLWithPath: database.path + "-journal")
        try bytes.write(to: file)
        return file
    }

    private func record(_ page: Data, _ number: Int) -> Data {
        var record = Data()
        record.append(big: UInt32(number + 1))
        record.append(page)
        let places = stride(from: page.count - 200, to: 0, by: -200)
        record.append(big: places.reduce(Self.nonce) { $0 &+ UInt32(page[page.startIndex + $1]) })
        return record
    }

    private func end(_ name: String, _ page: Int) -> Data {
        var end = Data()
        end.append(big: UInt32((1 << 30) / page + 1))
        end.append(Data(name.utf8))
        end.append(big: UInt32(name.utf8.count))
        end.append(big: name.utf8.reduce(0) { $0 &+ UInt32($1) })
        end.append(contentsOf: Self.magic)
        return end
    }
}

extension Data {
    fileprivate mutating func append(big number: UInt32) {
        for shift in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
    }
}
