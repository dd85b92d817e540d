// SPDX-License-Identifier: Apache-2.0
// The rows of a batch insertion, page by page: a program may give more rows than memory holds. Part of
// BatchInsertRun.swift.

import Foundation

/// Asks a batch insert request for its rows.
struct BatchRowSource {
    /// How many rows are made and written at a time: one page is filled while another one is written, together a thousand rows.
    static let pageSize = 500

    /// Returns the next row; nil after the last row.
    private var next: () throws -> BatchRow?
    /// Whether the program is asked for each row.
    private let asksProgram: Bool
    /// Whether the request has given its last row.
    private(set) var isDone = false

    init(_ request: NSBatchInsertRequest, _ builder: BatchRowBuilder) {
        asksProgram = request.dictionaryHandler != nil || request.managedObjectHandler != nil
        if let handler = request.dictionaryHandler {
            next = builder.rows(handler)
        } else if let handler = request.managedObjectHandler {
            next = builder.rows(handler)
        } else {
            var objects = (request.objectsToInsert ?? []).makeIterator()
            next = { try objects.next().map { try builder.row($0) } }
        }
    }

    /// The rows of the next page; the last page may have fewer rows, and pages after it are empty.
    ///
    /// - Throws: `CoreDataException` for a key that names no stored attribute and for a value of a wrong class; 1570 and
    ///   1550 for values that are missing or do not fit.
    mutating func page() throws -> [BatchRow] {
        var rows: [BatchRow] = []
        while !isDone, rows.count < Self.pageSize {
            if let row = try next() { rows.append(row) } else { isDone = true }
        }
        return rows
    }

    /// Asks a handler for all rows that are left; the pages after it ask no program.
    ///
    /// For stores whose reads wait for the end of the insertion: a handler that reads would wait for itself. Memory then
    /// holds all rows, however many; such stores lie in memory themselves, or are seldom.
    ///
    /// - Throws: what `page()` throws.
    mutating func askForAll() throws {
        guard asksProgram, !isDone else { return }
        var rows: [BatchRow] = []
        while let row = try next() { rows.append(row) }
        var left = rows.makeIterator()
        next = { left.next() }
    }
}
