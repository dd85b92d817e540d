// SPDX-License-Identifier: Apache-2.0
// What can be done to a store on a server that is not open: metadata, model, destroying. ClosedServerStore (PerdurePostgreSQL) does it.

#if PostgreSQL
import Foundation
import Perdure
import PerdureModel
import PerdureModelFormat
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureStore

/// Stores on servers, by their URLs and the options of one call.
struct PostgreSQLStoreFiles: StoreFiles, @unchecked Sendable {
    // Sendable because the options are only read, and their values are the program's.
    let options: [AnyHashable: Any]?
    let source: [AnyHashable: Any]?

    private func store(
        at url: URL, _ options: [AnyHashable: Any]?, timeout: TimeInterval? = nil
    ) throws -> ClosedServerStore {
        var read = try PostgreSQLOptionReader(options).read(url)
        if let timeout, timeout.isFinite, options?[NSPersistentStoreTimeoutOption] == nil {
            read.client.timeout = min(read.client.timeout, timeout)
        }
        return ClosedServerStore(read)
    }

    private func translating<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch let error as PostgreSQLError {
            throw error.storeError("open the store", .opening)
        }
    }

    func readMetadata(at url: URL, timeout: TimeInterval) throws -> [String: PropertyListValue] {
        try translating { try store(at: url, source ?? options, timeout: timeout).content().metadata }
    }

    func changeMetadata(
        at url: URL, timeout: TimeInterval,
        _ change: ([String: PropertyListValue]) throws -> [String: PropertyListValue]
    ) throws {
        try translating { try store(at: url, options).changeMetadata(change) }
    }

    func readModelArchive(at url: URL) throws -> Data? {
        try translating { try store(at: url, options).content().modelArchive }
    }

    func isVacant(_ url: URL) throws -> Bool {
        try translating { try store(at: url, options).contentIfThere() == nil }
    }

    func copy(
        from source: URL, to destination: URL, sourceTimeout: TimeInterval, timeout: TimeInterval,
        whileLocked: () throws -> Void
    ) throws {
        try translating {
            try store(at: destination, options).replace(
                by: store(at: source, self.source), isForced: !timeout.isFinite, whileLocked: whileLocked,
                schema: BesideServerStore.schema)
        }
    }

    func commitCheck(at url: URL) throws -> () throws -> Bool {
        let before = try translating { try store(at: url, options).fingerprint() }
        return { try translating { try store(at: url, options).fingerprint() != before } }
    }

    func givenNumbers(at url: URL) throws -> GivenNumbers {
        try translating { try store(at: url, source ?? options).givenNumbers() }
    }

    func beginHistory(after transaction: Int64, at url: URL) throws {
        try translating { try store(at: url, options).beginHistory(after: transaction) }
    }

    func lockMigrations(at url: URL, timeout: TimeInterval) throws -> AnyObject? {
        try translating { try store(at: url, options).lockMigrations(timeout: timeout) }
    }

    func claim(beside url: URL, timeout: TimeInterval) throws -> (any ClaimedPlace)? {
        try translating {
            let namespace = try TemporaryNamespace(beside: store(at: url, options), timeout: timeout)
            return BesideServerStore(namespace, url, options ?? [:])
        }
    }

    func identity(of url: URL) -> String {
        guard let read = try? PostgreSQLOptionReader(options).read(url) else { return url.absoluteString }
        let url = read.client.url
        // A database without a name has that of the user.
        let words =
            ["host", "hostaddr", "port", "service"].map { url[$0] ?? "" } + [
                url["dbname"] ?? url["user"] ?? ""
            ]
        return (words + [read.namespace]).joined(separator: " ")
    }

    // A program's own limit stays.
    var readingOptions: [AnyHashable: Any] {
        let key = PostgreSQLOptionKey.snapshotAge
        return [key: options?[key] ?? 1_000_000]
    }

    func destroy(at url: URL, timeout: TimeInterval) throws {
        try translating { try store(at: url, options).destroy(isForced: !timeout.isFinite) }
    }
}
#endif
