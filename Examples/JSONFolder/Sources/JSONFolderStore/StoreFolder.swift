// SPDX-License-Identifier: Apache-2.0
// The files of a store: read, written so that a file is the old or the new one whatever happens, and locked. CommitJournal.swift
// makes one step of many files.

import Foundation
import PerdureStore

/// A folder that one process has open as a store.
final class StoreFolder: @unchecked Sendable {
    // Sendable because the descriptor is only touched under the lock, and the hook before anybody else has the folder.
    let url: URL
    /// Called before each step that changes a file; tests let steps fail.
    var beforeStep: (String) throws -> Void = { _ in }
    private let lock = NSLock()
    private var descriptor: Int32 = -1

    init(_ url: URL) { self.url = url }

    deinit { unlock() }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// The names of a folder's files; empty where it is missing.
    func names(in folder: String = "") -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []
    }

    // MARK: Locking

    /// Takes the store for this engine.
    ///
    /// The system gives the lock back when the process ends, however it ends.
    func takeLock() throws {
        try lock.withLock {
            let file = open(path("Lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            guard file >= 0 else { throw failure("Lock") }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                close(file)
                throw StoreError.busy(
                    path: url.path, operation: "be opened a second time", waited: 0)
            }
            descriptor = file
        }
    }

    func unlock() {
        lock.withLock {
            guard descriptor >= 0 else { return }
            // A process that this one is just starting has the file open too, and would keep the lock for a moment.
            flock(descriptor, LOCK_UN)
            close(descriptor)
            descriptor = -1
        }
    }

    // MARK: Reading and writing

    /// Reads a file.
    ///
    /// - Throws: `StoreError.notAStore` for a text that is no JSON, with the file's name and what can be done.
    func read(_ name: String) throws -> JSONValue {
        guard let data = FileManager.default.contents(atPath: path(name)) else { throw failure(name) }
        do { return try JSONValue(text: data) } catch {
            throw damage(name, "it is no JSON: \(Self.words(error))")
        }
    }

    /// Makes a file durable; until then it is the old one, or missing.
    func write(_ value: JSONValue, to name: String) throws {
        try beforeStep("write \(name)")
        let file = url.appendingPathComponent(name)
        let new = file.path + ".new"
        try make(file.deletingLastPathComponent())
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(name) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: value.text())
            try handle.synchronize()
            try handle.close()
        } catch {
            throw StoreError.cannotOpen(path: file.path, code: errno, reason: "\(error)")
        }
        guard rename(new, file.path) == 0 else { throw failure(name) }
    }

    /// Removes a file; nothing happens if there is none.
    func remove(_ name: String) throws {
        try beforeStep("remove \(name)")
        guard unlink(path(name)) == 0 || errno == ENOENT else { throw failure(name) }
    }

    /// Makes the names of a folder's files durable.
    func synchronize(_ folder: String = "") throws {
        try beforeStep("synchronize \(folder)")
        try Self.synchronize(path(folder))
    }

    /// Creates a folder durably, if it is missing.
    func make(_ folder: URL) throws {
        guard !FileManager.default.fileExists(atPath: folder.path) else { return }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw StoreError.cannotOpen(path: folder.path, code: errno, reason: "\(error)")
        }
        try Self.synchronize(folder.deletingLastPathComponent().path)
    }

    private static func synchronize(_ path: String) throws {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if folder >= 0 { close(folder) } }
        guard folder >= 0, fsync(folder) == 0 else {
            throw StoreError.cannotOpen(path: path, code: errno, reason: String(cString: strerror(errno)))
        }
    }

    // MARK: Errors

    /// What is wrong with a file, and what can be done.
    func damage(_ name: String, _ reason: String) -> StoreError {
        .notAStore(
            path: path(name),
            reason: "\(reason). Mend the file or put back a copy of it; no file of the store has been changed"
        )
    }

    private func failure(_ name: String) -> StoreError {
        .cannotOpen(path: path(name), code: errno, reason: String(cString: strerror(errno)))
    }

    private static func words(_ error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error else { return "\(error)" }
        let words = context.debugDescription
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }
}
