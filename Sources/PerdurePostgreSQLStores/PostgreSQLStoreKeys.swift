// SPDX-License-Identifier: Apache-2.0
// The store type and the keys of options and errors. PostgreSQLStoreOptions.swift has the options as a struct.

// These constants stand beside Apple's, which begin with a capital.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

#if PostgreSQL
import Perdure
import PerdureFoundationGaps

/// The type of a store on a PostgreSQL server; only with the package trait `PostgreSQL`.
///
/// ## Compatibility
/// An addition.
public let PostgreSQLStoreType = "PostgreSQL"

extension NSPersistentStore.StoreType {
    /// A PostgreSQL server; only with the package trait `PostgreSQL`.
    ///
    /// ## Compatibility
    /// An addition.
    public static let postgreSQL = NSPersistentStore.StoreType(rawValue: PostgreSQLStoreType)
}

/// The userInfo key of the server's code of five characters (SQLSTATE).
///
/// ## Compatibility
/// An addition.
public let PostgreSQLErrorKey = ErrorKeys.serverState
/// The userInfo key of the table that the server named.
///
/// ## Compatibility
/// An addition.
public let PostgreSQLTableKey = ErrorKeys.serverTable
/// The userInfo key of the column that the server named.
///
/// ## Compatibility
/// An addition.
public let PostgreSQLColumnKey = ErrorKeys.serverColumn
/// The userInfo key of the constraint that the server named.
///
/// ## Compatibility
/// An addition.
public let PostgreSQLConstraintKey = ErrorKeys.serverConstraint

/// The keys of options; PostgreSQLStoreOptions.swift says what they mean.
enum PostgreSQLOptionKey {
    static let prefix = "PerdurePostgreSQL"
    static let schema = "PerdurePostgreSQLSchema"
    static let creation = "PerdurePostgreSQLSchemaCreation"
    static let tls = "PerdurePostgreSQLTLS"
    static let connectTimeout = "PerdurePostgreSQLConnectTimeout"
    static let applicationName = "PerdurePostgreSQLApplicationName"
    static let foreignKeys = "PerdurePostgreSQLForeignKeys"
    static let otherWriters = "PerdurePostgreSQLOtherWriters"
    static let notifications = "PerdurePostgreSQLNotifications"
    static let keyBlock = "PerdurePostgreSQLKeyBlock"
    static let dates = "PerdurePostgreSQLDates"
    static let role = "PerdurePostgreSQLRole"
    static let ownerRole = "PerdurePostgreSQLOwnerRole"
    static let settings = "PerdurePostgreSQLSettings"
    static let snapshotAge = "PerdurePostgreSQLSnapshotAge"
    static let clientTexts = "PerdurePostgreSQLClientTexts"
    static let password = "PerdurePostgreSQLPassword"
    static let preparing = "PerdurePostgreSQLPrepare"
    static let statements = "PerdurePostgreSQLStatements"
    static let slowStatements = "PerdurePostgreSQLSlowStatements"

    static let all: Set<String> = [
        schema, creation, tls, connectTimeout, applicationName, foreignKeys, otherWriters, notifications,
        keyBlock, dates, role, ownerRole, settings, snapshotAge, clientTexts, password, preparing,
        statements, slowStatements,
    ]
}
#endif
