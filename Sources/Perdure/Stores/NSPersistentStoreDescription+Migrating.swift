// SPDX-License-Identifier: Apache-2.0
// What a migration may take away, and the backup that is made before it.

import Foundation

extension NSPersistentStoreDescription {
    /// Option: true refuses each inferred migration that would lose something, see `refusesLossyMigration`.
    ///
    /// ## Compatibility
    /// An addition.
    public static let refusesLossyMigrationKey = "PerdureRefusesLossyMigration"

    /// Option: where a copy of the store is made before it is migrated, see `backupBeforeMigration`.
    ///
    /// ## Compatibility
    /// An addition.
    public static let backupBeforeMigrationKey = "PerdureBackupBeforeMigration"

    /// Whether an inferred migration that would lose something is refused; false unless set.
    ///
    /// Adding such a store is error 134140. Below it are errors 134190 that name what would go: an entity's rows, an
    /// attribute's values, fractions of numbers, members or their order. The store stays as it was. A mapping model says by
    /// itself what goes, so nothing is refused then.
    ///
    /// Set it where an old version of a program may meet a store of a newer one: its migration would drop what the old model
    /// does not have.
    ///
    /// ## Compatibility
    /// An addition.
    public final var refusesLossyMigration: Bool {
        get { (options[Self.refusesLossyMigrationKey] as? NSNumber)?.boolValue ?? false }
        set { setOption(newValue ? NSNumber(value: true) : nil, forKey: Self.refusesLossyMigrationKey) }
    }

    /// Where a copy of the store is made before it is migrated; nil, the default, makes none.
    ///
    /// A URL of a file is the copy's; a folder gets a copy named like the store with the first characters of its version's
    /// checksum, so that each version keeps its own. A copy that is there already is replaced. It has the content of the WAL
    /// and the external files, and others may use the store meanwhile. When it cannot be made, nothing is migrated, and the
    /// error is that of copying.
    ///
    /// To go back, let the coordinator put the copy into the store's place, and open it with the older version:
    ///
    /// ```swift
    /// try coordinator.replacePersistentStore(at: store, withPersistentStoreFrom: backup, type: .sqlite)
    /// ```
    ///
    /// ## Compatibility
    /// An addition.
    public final var backupBeforeMigration: URL? {
        get { options[Self.backupBeforeMigrationKey].flatMap(StoreSpecification.place) }
        set {
            setOption(
                newValue.flatMap { NSURL(string: $0.absoluteString) }, forKey: Self.backupBeforeMigrationKey)
        }
    }
}

extension StoreSpecification {
    /// Whether an inferred migration that loses something is refused.
    package var refusesLoss: Bool { flag(NSPersistentStoreDescription.refusesLossyMigrationKey) }

    /// The file or folder of the copy that is made before a migration.
    package var backup: URL? {
        options?[NSPersistentStoreDescription.backupBeforeMigrationKey].flatMap(Self.place)
    }

    /// A URL of an option, which may be a path too.
    fileprivate static func place(_ value: Any) -> URL? {
        switch value {
        case let url as URL: url
        case let url as NSURL: URL(string: url.absoluteString)
        case let path as String: URL(fileURLWithPath: path)
        default: nil
        }
    }
}

extension NSPersistentStoreCoordinator {
    /// Makes a file a copy of the store that a specification names; both are closed, or open elsewhere.
    ///
    /// - Throws: 134000 for a type without files; the errors of copying.
    package static func copyStore(_ specification: StoreSpecification, to destination: URL) throws {
        let files = try StoreTypes.files(
            specification.type, specification.options, source: specification.options)
        let patience = specification.number(NSPersistentStoreTimeoutOption) ?? 240
        try translatingErrors(specification.url) {
            try files.copy(
                from: specification.givenURL, to: destination, sourceTimeout: patience, timeout: patience)
        }
    }
}
