// SPDX-License-Identifier: Apache-2.0
// A new content of a store's file, durable beside it: only its name is missing, so little can fail any more. StoreDocument+Replacing.swift
// makes it.

import Foundation

/// A content that takes the place of a file, or is given up; dropping it gives it up.
final class PreparedDocument {
    private let document: StoreDocument
    private let temporary: String
    /// The old file, whose lock keeps others from replacing it; nil where there is none.
    private let old: Int32?
    private var hasEnded = false

    /// - Parameters:
    ///   - document: The file.
    ///   - temporary: The path of the content.
    ///   - old: The locked old file; nil where there is none.
    init(_ document: StoreDocument, _ temporary: String, replacing old: Int32?) {
        self.document = document
        self.temporary = temporary
        self.old = old
    }

    deinit { cancel() }

    /// Puts the content in the place of the file.
    ///
    /// - Throws: 134030 for a file that somebody else has made meanwhile; the system's errors. The file is as before then, except for
    ///   `StoreError.inDoubt`.
    func commit() throws {
        guard !hasEnded else { return }
        try document.lock.withLock {
            do { try takePlace() } catch {
                end(unlinks: true)
                throw error
            }
            // Others may use the name of a renamed file from now on.
            defer { end(unlinks: old == nil) }
            try document.finish()
        }
    }

    /// Gives the content up; does nothing after the commit.
    func cancel() {
        if !hasEnded { end(unlinks: true) }
    }

    private func takePlace() throws {
        guard old == nil else {
            guard rename(temporary, document.path) == 0 else { throw document.failure("write") }
            return
        }
        // Unlike renaming, a link does not replace what somebody else has made there meanwhile.
        guard link(temporary, document.path) == 0 else {
            throw errno == EEXIST ? DocumentErrors.changed(document.path) : document.failure("create")
        }
    }

    private func end(unlinks: Bool) {
        hasEnded = true
        if unlinks { unlink(temporary) }
        // Closing ends the lock.
        if let old { close(old) }
    }
}
