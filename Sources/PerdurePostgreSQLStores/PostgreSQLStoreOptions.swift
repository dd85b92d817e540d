// SPDX-License-Identifier: Apache-2.0
// The options of a store on a PostgreSQL server as a struct, which is a view of a description's options.

#if PostgreSQL
import Foundation
import Perdure

/// How a store on a PostgreSQL server is opened, beside Apple's options for reading only, timeouts and pools.
///
/// Each value that is not nil is an option of the same name in the description; nil leaves the default.
///
/// ## Compatibility
/// An addition.
public struct PostgreSQLStoreOptions: Sendable {
    /// What happens to tables that are missing.
    public enum SchemaCreation: String, Sendable {
        /// They are made.
        case create
        /// All must be there.
        case never
        /// The tables are others', and nothing is made.
        case attach
    }

    /// The least encryption of connections.
    public enum TLS: String, Sendable {
        /// A certificate of a known authority, for the host's name: the default for hosts beyond this machine.
        case verifyFull = "verify-full"
        /// A certificate of a known authority.
        case verifyCA = "verify-ca"
        /// Encrypted, by whoever answers.
        case require
        /// Never encrypted.
        case disable
    }

    /// How commits of other processes are noticed.
    public enum Notifications: String, Sendable {
        /// By messages of the server.
        case listen
        /// By asking the server several times per second.
        case poll
        /// Not at all.
        case off
    }

    /// How dates are kept beside their exact value.
    public enum Dates: String, Sendable {
        /// As their exact value alone.
        case exact
        /// In a second column too, which people can read.
        case readable
    }

    /// The namespace of the store's tables, one for each store; "public" unless set here or by the URL's `schema`.
    public var schema: String?
    /// What happens to tables that are missing; `create` unless set.
    public var schemaCreation: SchemaCreation?
    /// The encryption that is demanded; nil for what the hosts ask for.
    public var tls: TLS?
    /// How many seconds connecting to one host may take; 10 unless set.
    public var connectTimeout: TimeInterval?
    /// How many connections may be open for reads and writes; 8 unless set.
    public var poolSize: Int?
    /// The name that the server shows; the process's name unless set.
    public var applicationName: String?
    /// Whether keys of relationships get foreign keys; true unless set.
    public var foreignKeys: Bool?
    /// Whether the store gets triggers that notice what other programs write; none are made unless set (PG-58).
    ///
    /// With them an SQL statement of any program adds 1 to the version of each row that it changes, the store's coordinators hear
    /// of its commit, and a history has it as a transaction of the author "sql". They are made with the store or at the next opening,
    /// and stay for whoever opens it; false removes none.
    public var otherWriters: Bool?
    /// How commits of other processes are noticed; `listen` unless set.
    public var notifications: Notifications?
    /// How many keys are taken from the server at once; 64 unless set.
    public var keyBlock: Int?
    /// How dates are kept in a new store, and in what a migration changes; `exact` unless set (PG-36).
    ///
    /// With `readable` each column of dates, which has seconds since 2001, gets a `timestamptz` beside it that the server computes:
    /// `created_at` beside `created`.
    public var dates: Dates?
    /// The role that sessions take on; none unless set.
    public var role: String?
    /// The role for statements that define something; none unless set.
    public var ownerRole: String?
    /// Settings of the server that hold in every transaction, by name.
    public var settings: [String: String]?
    /// How many seconds a query generation is kept; 3,600 unless set.
    public var snapshotAge: TimeInterval?
    /// How many bytes of texts the client judges for one fetch; 64 MiB unless set.
    public var clientTexts: Int?
    /// Whether statements are prepared by name; false behind poolers that do not pass names on.
    public var preparesStatements: Bool?
    /// Asked for the password at each connection, so that it may change.
    public var password: (@Sendable () throws -> String)?
    /// Hears of each statement when it is done, on the thread that ran it; it must not use the store.
    public var statementObserver: (@Sendable (PostgreSQLStatement) -> Void)?
    /// How many seconds a statement must have taken for the observer to hear of it; 0 unless set.
    ///
    /// What fails is always told.
    public var slowStatementTime: TimeInterval?

    /// Makes options that leave all defaults.
    public init() {}
}

extension PostgreSQLStoreOptions: CustomReflectable {
    /// A mirror without the password.
    public var customMirror: Mirror {
        let children = values.map { (label: Optional($0.key), value: $0.value as Any) }
        return Mirror(self, children: children)
    }

    /// The options by their keys.
    var values: [String: NSObject] {
        var all: [String: NSObject] = [:]
        all[PostgreSQLOptionKey.schema] = schema as NSString?
        all[PostgreSQLOptionKey.creation] = schemaCreation?.rawValue as NSString?
        all[PostgreSQLOptionKey.tls] = tls?.rawValue as NSString?
        all[PostgreSQLOptionKey.connectTimeout] = connectTimeout.map { NSNumber(value: $0) }
        all[NSPersistentStoreConnectionPoolMaxSizeKey] = poolSize.map { NSNumber(value: $0) }
        all[PostgreSQLOptionKey.applicationName] = applicationName as NSString?
        all[PostgreSQLOptionKey.foreignKeys] = foreignKeys.map { NSNumber(value: $0) }
        all[PostgreSQLOptionKey.otherWriters] = otherWriters.map { NSNumber(value: $0) }
        all[PostgreSQLOptionKey.notifications] = notifications?.rawValue as NSString?
        all[PostgreSQLOptionKey.keyBlock] = keyBlock.map { NSNumber(value: $0) }
        all[PostgreSQLOptionKey.dates] = dates?.rawValue as NSString?
        all[PostgreSQLOptionKey.role] = role as NSString?
        all[PostgreSQLOptionKey.ownerRole] = ownerRole as NSString?
        all[PostgreSQLOptionKey.settings] = settings.map { NSDictionary(texts: $0) }
        all[PostgreSQLOptionKey.snapshotAge] = snapshotAge.map { NSNumber(value: $0) }
        all[PostgreSQLOptionKey.clientTexts] = clientTexts.map { NSNumber(value: $0) }
        all[PostgreSQLOptionKey.preparing] = preparesStatements.map { NSNumber(value: $0) }
        all[PostgreSQLOptionKey.password] = password.map { PasswordSource($0) }
        all[PostgreSQLOptionKey.statements] = statementObserver.map { StatementSource($0) }
        all[PostgreSQLOptionKey.slowStatements] = slowStatementTime.map { NSNumber(value: $0) }
        return all
    }

    /// Every key that `values` may have.
    static let keys = PostgreSQLOptionKey.all.union([NSPersistentStoreConnectionPoolMaxSizeKey])

    /// Reads the options of a description.
    init(_ options: [String: NSObject]) {
        func text(_ key: String) -> String? { options[key].flatMap { "\($0)" } }
        func number(_ key: String) -> NSNumber? { options[key] as? NSNumber }
        schema = text(PostgreSQLOptionKey.schema)
        schemaCreation = text(PostgreSQLOptionKey.creation).flatMap(SchemaCreation.init)
        tls = text(PostgreSQLOptionKey.tls).flatMap(TLS.init)
        connectTimeout = number(PostgreSQLOptionKey.connectTimeout)?.doubleValue
        poolSize = number(NSPersistentStoreConnectionPoolMaxSizeKey)?.intValue
        applicationName = text(PostgreSQLOptionKey.applicationName)
        foreignKeys = number(PostgreSQLOptionKey.foreignKeys)?.boolValue
        otherWriters = number(PostgreSQLOptionKey.otherWriters)?.boolValue
        notifications = text(PostgreSQLOptionKey.notifications).flatMap(Notifications.init)
        keyBlock = number(PostgreSQLOptionKey.keyBlock)?.intValue
        dates = text(PostgreSQLOptionKey.dates).flatMap(Dates.init)
        role = text(PostgreSQLOptionKey.role)
        ownerRole = text(PostgreSQLOptionKey.ownerRole)
        settings = (options[PostgreSQLOptionKey.settings] as? NSDictionary)?.texts
        snapshotAge = number(PostgreSQLOptionKey.snapshotAge)?.doubleValue
        clientTexts = number(PostgreSQLOptionKey.clientTexts)?.intValue
        preparesStatements = number(PostgreSQLOptionKey.preparing)?.boolValue
        password = (options[PostgreSQLOptionKey.password] as? PasswordSource)?.body
        statementObserver = (options[PostgreSQLOptionKey.statements] as? StatementSource)?.body
        slowStatementTime = number(PostgreSQLOptionKey.slowStatements)?.doubleValue
    }
}

/// The closure that gives a password, as an option's value.
final class PasswordSource: NSObject, Sendable {
    let body: @Sendable () throws -> String

    init(_ body: @escaping @Sendable () throws -> String) { self.body = body }

    override var description: String { "a source of passwords" }
}

extension NSDictionary {
    fileprivate convenience init(texts: [String: String]) {
        self.init(objects: texts.values.map { $0 as NSString }, forKeys: texts.keys.map { $0 as NSString })
    }

    fileprivate var texts: [String: String] {
        var all: [String: String] = [:]
        for (name, value) in self { if let name = name as? String { all[name] = "\(value)" } }
        return all
    }
}
#endif
