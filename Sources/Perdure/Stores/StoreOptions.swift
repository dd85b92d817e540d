// SPDX-License-Identifier: Apache-2.0
// Apple's option keys and the keys of a store's identity, and the store types (PerdureModel has the keys of versions).
// SQLiteStores.swift (PerdureSQLiteStores) and SQLiteOptions.swift (PerdureSQLite) use the values.

// Apple's constants begin with a capital.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// The type of an SQLite store.
public let NSSQLiteStoreType = "SQLite"
/// The type of a store that lives in memory.
public let NSInMemoryStoreType = "InMemory"
/// The type of a binary store: one file, which is read as a whole and replaced by each save.
///
/// ## Compatibility
/// The form of the file is Perdure's own, because Apple's is not public. A binary store that Apple's frameworks have written is
/// refused with error 259.
public let NSBinaryStoreType = "Binary"
/// The type of an XML store: one file, which is read as a whole and replaced by each save.
///
/// ## Compatibility
/// Built to the form of Apple's XML stores; the spelling of the types that no known file shows is Perdure's own.
public let NSXMLStoreType = "XML"

/// Metadata key: the store's type.
public let NSStoreTypeKey = "NSStoreType"
/// Metadata key: the store's UUID.
public let NSStoreUUIDKey = "NSStoreUUID"

/// Option: true opens the store read-only.
///
/// An empty `-wal` file and a `-shm` file may stay beside a store in WAL mode. SQLite needs them for reading, and only a writer
/// can remove them safely.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
/// Option: how many seconds a save waits for other processes.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"
/// Option: a dictionary of SQLite pragmas to set when the store is opened.
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"
/// Option: true runs an analysis of the store's indexes when it is opened.
public let NSSQLiteAnalyzeOption = "NSSQLiteAnalyzeOption"
/// Option: true rebuilds the store's file when it is opened, which frees unused space.
public let NSSQLiteManualVacuumOption = "NSSQLiteManualVacuumOption"
/// Option: true checks an XML store when it is opened.
///
/// ## Compatibility
/// XML stores are always checked, so the option has no effect.
public let NSValidateXMLStoreOption = "NSValidateXMLStoreOption"
/// Option: the classes whose instances a binary store may hold.
///
/// ## Compatibility
/// Files of binary stores hold no instances of classes, so the option has no effect. The transformers of transformable attributes
/// decide which classes their values may have.
public let NSBinaryStoreSecureDecodingClasses = "NSBinaryStoreSecureDecodingClasses"
/// Option: true lets a binary store hold instances of any class.
///
/// ## Compatibility
/// Files of binary stores hold no instances of classes, so the option has no effect.
public let NSBinaryStoreInsecureDecodingCompatibilityOption =
    "NSBinaryStoreInsecureDecodingCompatibilityOption"
/// Option: true opens a store of another model version.
public let NSIgnorePersistentStoreVersioningOption = "NSIgnorePersistentStoreVersioningOption"
/// Option: true migrates a store of another model version to the model's version when the store is added.
///
/// Without it such a store is error 134100.
///
/// ## Compatibility
/// Stores in memory and those of a program's own are not migrated.
public let NSMigratePersistentStoresAutomaticallyOption = "NSMigratePersistentStoresAutomaticallyOption"
/// Option: true infers the migration by comparing the models, where no mapping model says how it is done.
///
/// It has no effect without `NSMigratePersistentStoresAutomaticallyOption`.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
/// Option, and key of metadata: true lets a lightweight migration leave for later what readers and writers do not need.
///
/// Tables and columns of removed entities and properties stay until
/// `NSPersistentStoreCoordinator.finishDeferredLightweightMigration()` removes them, or the next migration does. The metadata of a
/// store have this key, with the value true, while such work is left.
///
/// ## Compatibility
/// The text is the constant's own name: Apple's is not known.
public let NSPersistentStoreDeferredLightweightMigrationOptionKey =
    "NSPersistentStoreDeferredLightweightMigrationOptionKey"
/// Option: the largest number of connections for reading; without it, one for each reading thread, up to 64.
public let NSPersistentStoreConnectionPoolMaxSizeKey = "NSPersistentStoreConnectionPoolMaxSize"
/// Option: how Apple's systems encrypt the file; the value is kept, but has no effect on other systems.
public let NSPersistentStoreFileProtectionKey = "NSPersistentStoreFileProtectionKey"
/// Option: true lets destroying and replacing a store wait without limit for the locks of other processes.
public let NSPersistentStoreForceDestroyOption = "NSPersistentStoreForceDestroyOption"

extension NSPersistentStore {
    /// A type of store.
    public struct StoreType: RawRepresentable, Hashable, Sendable {
        /// The text that files and the older API use.
        public var rawValue: String

        /// Makes a type from its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An SQLite file.
        public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
        /// An XML file.
        public static let xml = StoreType(rawValue: NSXMLStoreType)
        /// A binary file.
        public static let binary = StoreType(rawValue: NSBinaryStoreType)
        /// A store that lives in memory.
        public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
    }
}
