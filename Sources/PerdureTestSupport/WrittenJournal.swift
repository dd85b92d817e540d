// SPDX-License-Identifier: Apache-2.0
// Writes rollback journals by hand, like journals that a stranger puts beside a store.

import Foundation

/// The bytes of a rollback journal.
///
/// The journal has a header of one sector, then pages as they were before a transaction. A super-journal's name follows with
/// its length and its checksum, if there is one.
public struct WrittenJournal {
    /// The database that the rollback restores; the journal gets all of its pages.
    public var former: Data?
    /// The file that the journal names as its super-journal.
    public var superJournal: String?
    /// Whether the header has its magic number; a journal without the number is one that a commit has left behind.
    public var isFilled = true
    /// The number of zero bytes between the header and the name.
    public var padding = 0

    private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    private static let sector = 512
    private static let nonce: UInt32 = 7

    /// Makes a journal without pages.
    ///
    /// - Parameter superJournal: the file that the journal names.
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
