// SPDX-License-Identifier: Apache-2.0
// The arguments of addPersistentStore, read once. StoreKind.swift opens the store.

import Foundation
import PerdureBase

/// A store to open: type, configuration, URL, options.
package struct StoreSpecification {
    package let type: String
    package let configuration: String?
    /// Where the store is, as it may be shown.
    package let url: URL
    /// Where the store is, as the caller named it; a server's URL may have a password in it.
    package let givenURL: URL
    /// Where to open the store again: a server's URL that may be shown lacks the password.
    package var openingURL: URL { url.isFileURL ? url : givenURL }
    /// The options as they were given; the store's `options` returns them.
    package let options: [AnyHashable: Any]?

    /// Checks the arguments.
    ///
    /// - Throws: `CoreDataException` for an SQLite store without a file URL.
    init(type: String, configuration: String?, url givenURL: URL?, options: [AnyHashable: Any]?) throws {
        self.type = type
        self.configuration = configuration == NSManagedObjectModel.defaultConfiguration ? nil : configuration
        self.options = options
        guard let url = try StoreTypes.builtIn(type).map({ try $0.resolvedURL(of: givenURL) }) ?? givenURL
        else {
            throw CoreDataException.invalidArgument("A store of the type \"\(type)\" needs a URL.")
        }
        self.url = url
        // A store without a URL of its caller's has one that was made for it.
        self.givenURL = givenURL ?? url
    }

    /// An SQLite store that leaves no file (STO-52).
    package var isPrivate: Bool { url.isFileURL && url.path == "/dev/null" }

    package var isReadOnly: Bool { flag(NSReadOnlyPersistentStoreOption) }

    /// Whether the store's file may be written, as far as the options and the file's mode say.
    var isWritable: Bool {
        guard !isReadOnly else { return false }
        return !url.isFileURL || FileManager.default.isWritableFile(atPath: url.path)
    }

    /// Whether a store of another version is to be migrated.
    package var migrates: Bool { flag(NSMigratePersistentStoresAutomaticallyOption) }

    /// An option for openings of our own: stages and mapping models of the program are not asked.
    package static let infersOnlyKey = "PerdureInfersOnly"

    /// An option for openings of our own: how many rows are kept in memory.
    package static let rowCapacityKey = "PerdureRowCapacity"

    package var infersOnly: Bool { flag(Self.infersOnlyKey) }

    /// Whether a migration may be inferred.
    package var infers: Bool { flag(NSInferMappingModelAutomaticallyOption) }

    /// A Boolean option; a number other than 0 is true.
    package func flag(_ key: String) -> Bool {
        switch options?[key] {
        case let value as Bool: value
        case let value as NSNumber: value.boolValue
        case let value as Int: value != 0
        default: false
        }
    }

    /// A numeric option.
    package func number(_ key: String) -> Double? {
        switch options?[key] {
        case let value as NSNumber: value.doubleValue
        case let value as Double: value
        case let value as Int: Double(value)
        default: nil
        }
    }

    /// The number of seconds that an operation on the store's files waits for a lock.
    func patience(otherwise seconds: TimeInterval = 240) -> TimeInterval {
        flag(NSPersistentStoreForceDestroyOption)
            ? .infinity : number(NSPersistentStoreTimeoutOption) ?? seconds
    }

    /// An option with a dictionary of texts; numbers become texts.
    package func texts(_ key: String) -> [String: String] {
        guard let values = options?[key] as? [AnyHashable: Any] else { return [:] }
        return Dictionary(
            values.compactMap { name, value in (name as? String).map { ($0, "\(value)") } },
            uniquingKeysWith: { first, _ in first })
    }
}
