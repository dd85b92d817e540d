// SPDX-License-Identifier: Apache-2.0
// Operations on files of stores that are not open: metadata, copies, destroying.

import Foundation
import Perdure
import PerdurePropertyList
import PerdureStore

/// The files of one form.
struct DocumentFiles: StoreFiles {
    let form: any FileForm

    func readMetadata(at url: URL, timeout: TimeInterval) throws -> [String: PropertyListValue] {
        try Self.describingDamage(url) { try form.metadata(in: Self.content(of: StoreDocument(url))) }
    }

    func changeMetadata(
        at url: URL, timeout: TimeInterval,
        _ change: ([String: PropertyListValue]) throws -> [String: PropertyListValue]
    ) throws {
        let document = StoreDocument(url)
        let data = try Self.content(of: document)
        // A file that somebody else replaces meanwhile is not replaced.
        try document.replace(
            with: Self.describingDamage(url) {
                try form.replacingMetadata(in: data, with: change(form.metadata(in: data)))
            })
    }

    func readModelArchive(at url: URL) throws -> Data? { nil }

    func isVacant(_ url: URL) throws -> Bool { try StoreDocument(url).read() == nil }

    func copy(
        from source: URL, to destination: URL, sourceTimeout: TimeInterval, timeout: TimeInterval,
        whileLocked: () throws -> Void
    ) throws {
        let data = try Self.content(of: StoreDocument(source))
        _ = try Self.describingDamage(source) { try form.metadata(in: data) }
        let document = StoreDocument(destination)
        if let old = try document.read(), !form.begins(old) {
            throw DocumentErrors.damaged(document.path, "it is no store of the type \(form.type)")
        }
        try document.replace(with: data, whileLocked: whileLocked)
    }

    func commitCheck(at url: URL) throws -> () throws -> Bool {
        let document = StoreDocument(url)
        _ = try document.read()
        return { document.hasChanged }
    }

    func givenNumbers(at url: URL) throws -> GivenNumbers {
        let last = try Self.describingDamage(url) {
            try form.lastNumber(in: Self.content(of: StoreDocument(url)))
        }
        var given = GivenNumbers(objects: ["": last])
        given.hasOneSequence = true
        return given
    }

    /// These stores have no histories.
    func beginHistory(after transaction: Int64, at url: URL) throws {}

    func destroy(at url: URL, timeout: TimeInterval) throws {
        let document = StoreDocument(url)
        if let data = try document.read(), !form.begins(data) {
            throw DocumentErrors.damaged(document.path, "it is no store of the type \(form.type)")
        }
        guard unlink(document.path) == 0 else {
            if errno == ENOENT { return }
            throw document.failure("remove")
        }
        try StoreDocument.synchronizeFolder(of: document.path)
    }

    private static func content(of document: StoreDocument) throws -> Data {
        if let data = try document.read() { return data }
        throw document.stamp == nil
            ? DocumentErrors.missing(document.path) : DocumentErrors.damaged(document.path, "it is empty")
    }

    /// Runs a body; damage becomes an error that names the file.
    static func describingDamage<Result>(_ url: URL, _ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let damage as FileDamage {
            throw DocumentErrors.damaged(url.path, damage.reason)
        }
    }
}
