// SPDX-License-Identifier: Apache-2.0
// Reads the options of a store on a server, as a program gave them, into those of the engine (PG-10).

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQL
import PerdurePostgreSQLClient

/// Reads a dictionary of options.
struct PostgreSQLOptionReader {
    let options: [AnyHashable: Any]

    init(_ options: [AnyHashable: Any]?) { self.options = options ?? [:] }

    /// The engine's options for a URL.
    ///
    /// - Throws: `PostgreSQLError.configuration` for an unknown key with our prefix, and for an impossible value.
    func read(_ url: URL) throws -> PostgreSQLOptions {
        try refuseUnknownKeys()
        var read = PostgreSQLOptions(try client(url))
        if let schema = try text(PostgreSQLOptionKey.schema) {
            guard !schema.isEmpty, schema.utf8.count <= 63, !schema.utf8.contains(0) else {
                throw illegal(PostgreSQLOptionKey.schema, "a name of at most 63 bytes")
            }
            read.namespace = schema
        }
        read.creation =
            try choice(PostgreSQLOptionKey.creation, "create, never or attach") ?? read.creation
        read.isReadOnly = read.client.isReadOnly
        read.makesForeignKeys = try flag(PostgreSQLOptionKey.foreignKeys) ?? read.makesForeignKeys
        if let block = try number(PostgreSQLOptionKey.keyBlock, 1...1_000_000) {
            read.keyBlock = Int64(block)
        }
        read.settings = try texts(PostgreSQLOptionKey.settings) ?? [:]
        read.ownerRole = try text(PostgreSQLOptionKey.ownerRole)
        read.notifications =
            try choice(PostgreSQLOptionKey.notifications, "listen, poll or off") ?? read.notifications
        read.snapshotAge =
            try number(PostgreSQLOptionKey.snapshotAge, 0.001...1_000_000_000) ?? read.snapshotAge
        if let bytes = try number(PostgreSQLOptionKey.clientTexts, 0...1e15) {
            read.mostClientTexts = Int(bytes)
        }
        read.additions = try additions(read.creation)
        return read
    }

    private func client(_ url: URL) throws -> ClientConfiguration {
        var client = try ClientConfiguration(PostgreSQLURL(url.absoluteString))
        client.tls =
            try choice(PostgreSQLOptionKey.tls, "verify-full, verify-ca, require or disable") ?? client.tls
        client.timeout = try number(NSPersistentStoreTimeoutOption, 0.001...1_000_000) ?? client.timeout
        client.connectTimeout =
            try number(PostgreSQLOptionKey.connectTimeout, 0.001...1_000_000) ?? client.connectTimeout
        if let size = try number(NSPersistentStoreConnectionPoolMaxSizeKey, 1...10_000) {
            client.poolSize = Int(size)
        }
        client.applicationName = try text(PostgreSQLOptionKey.applicationName) ?? client.applicationName
        client.durability = durability
        client.isReadOnly = try flag(NSReadOnlyPersistentStoreOption) ?? false
        client.role = try text(PostgreSQLOptionKey.role)
        client.preparesStatements = try flag(PostgreSQLOptionKey.preparing) ?? true
        client.password = try password()
        client.observer = try observer()
        return client
    }

    /// The description's durability, which it keeps as a pragma.
    private var durability: ClientConfiguration.Durability {
        let pragmas = options[NSSQLitePragmasOption] as? [AnyHashable: Any] ?? [:]
        let wish = pragmas.first { ($0.key as? String)?.lowercased() == "synchronous" }?.value
        return switch wish.map({ "\($0)".uppercased() }) {
        case "0", "OFF": .off
        case "1", "NORMAL": .normal
        default: .full
        }
    }

    // MARK: Values

    private func refuseUnknownKeys() throws {
        for case let key as String in options.keys
        where key.hasPrefix(PostgreSQLOptionKey.prefix) && !PostgreSQLOptionKey.all.contains(key) {
            throw PostgreSQLError.configuration("there is no option \"\(key)\"")
        }
    }

    private func text(_ key: String) throws -> String? {
        guard let value = options[key] else { return nil }
        guard let text = value as? String else { throw illegal(key, "a text") }
        return text
    }

    private func choice<Choice: RawRepresentable<String>>(_ key: String, _ expected: String) throws
        -> Choice?
    {
        guard let text = try text(key) else { return nil }
        guard let choice = Choice(rawValue: text) else { throw illegal(key, expected) }
        return choice
    }

    private func flag(_ key: String) throws -> Bool? {
        switch options[key] {
        case nil: return nil
        case let value as Bool: return value
        case let value as NSNumber: return value.boolValue
        case let value as Int: return value != 0
        default: throw illegal(key, "true or false")
        }
    }

    private func number(_ key: String, _ range: ClosedRange<Double>) throws -> Double? {
        let number: Double
        switch options[key] {
        case nil: return nil
        case let value as NSNumber: number = value.doubleValue
        case let value as Double: number = value
        case let value as Int: number = Double(value)
        default: throw illegal(key, "a number")
        }
        guard range.contains(number) else {
            throw illegal(key, "a number between \(range.lowerBound) and \(range.upperBound)")
        }
        return number
    }

    private func texts(_ key: String) throws -> [String: String]? {
        guard let value = options[key] else { return nil }
        guard let texts = value as? [AnyHashable: Any] else { throw illegal(key, "a dictionary of texts") }
        return Dictionary(
            texts.compactMap { name, value in (name as? String).map { ($0, "\(value)") } },
            uniquingKeysWith: { first, _ in first })
    }

    private func password() throws -> (@Sendable () throws -> String)? {
        switch options[PostgreSQLOptionKey.password] {
        case nil: return nil
        case let source as PasswordSource: return source.body
        case let body as @Sendable () throws -> String: return body
        case let body as @Sendable () -> String: return body
        case let text as String: return { text }
        default: throw illegal(PostgreSQLOptionKey.password, "a closure that gives a text")
        }
    }

    private func observer() throws -> StatementObserver? {
        let least = try number(PostgreSQLOptionKey.slowStatements, 0...1_000_000) ?? 0
        switch options[PostgreSQLOptionKey.statements] {
        case nil: return nil
        case let source as StatementSource:
            return StatementObserver(least: least) { source.body(PostgreSQLStatement($0)) }
        case let body as @Sendable (PostgreSQLStatement) -> Void:
            return StatementObserver(least: least) { body(PostgreSQLStatement($0)) }
        default: throw illegal(PostgreSQLOptionKey.statements, "a closure that takes a PostgreSQLStatement")
        }
    }

    /// What is asked for beside the model's tables; tables of others get nothing.
    private func additions(_ creation: PostgreSQLOptions.SchemaCreation) throws -> StoreAdditions {
        var additions = StoreAdditions()
        additions.noticesOthers = try flag(PostgreSQLOptionKey.otherWriters) ?? false
        let dates: PostgreSQLStoreOptions.Dates? = try choice(PostgreSQLOptionKey.dates, "exact or readable")
        additions.hasReadableDates = dates == .readable
        guard creation == .attach, additions != StoreAdditions() else { return additions }
        let key =
            additions.noticesOthers ? PostgreSQLOptionKey.otherWriters : PostgreSQLOptionKey.dates
        throw PostgreSQLError.configuration(
            "the option \"\(key)\" changes tables, and \"attach\" changes none; leave one of them out")
    }

    private func illegal(_ key: String, _ expected: String) -> PostgreSQLError {
        .configuration("the option \"\(key)\" has no legal value; it is \(expected)")
    }
}
#endif
