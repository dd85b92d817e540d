// SPDX-License-Identifier: Apache-2.0
// What a caller of addPersistentStore asked for, read once. StoreKind.swift says who opens it.

import Foundation
import PerdurePredicates

/// A store that is to be opened: type, configuration, place, options.
struct StorePlace {
    let type: String
    let configuration: String?
    let url: URL
    /// As they were given; `options` of the store gives them back.
    let options: [AnyHashable: Any]?

    /// Checks what was given.
    ///
    /// - Throws: `CoreDataException` for an SQLite store without a file URL.
    init(type: String, configuration: String?, url: URL?, options: [AnyHashable: Any]?) throws {
        self.type = type
        self.configuration = configuration == Self.defaultConfiguration ? nil : configuration
        self.options = options
        guard let url = try StoreTypes.builtIn(type).map({ try $0.place(of: url) }) ?? url else {
            throw CoreDataException.invalidArgument("A store of the type \"\(type)\" needs a URL.")
        }
        self.url = url
    }

    /// What a store's `configurationName` says when it holds all entities.
    static let defaultConfiguration = "PF_DEFAULT_CONFIGURATION_NAME"

    /// An SQLite store that leaves no file (STO-52).
    var isPrivate: Bool { url.path == "/dev/null" }

    var isReadOnly: Bool { flag(NSReadOnlyPersistentStoreOption) }

    /// An option that is true or false; a number other than 0 is true.
    func flag(_ key: String) -> Bool {
        switch options?[key] {
        case let value as Bool: value
        case let value as NSNumber: value.boolValue
        case let value as Int: value != 0
        default: false
        }
    }

    /// An option that is a number.
    func number(_ key: String) -> Double? {
        switch options?[key] {
        case let value as NSNumber: value.doubleValue
        case let value as Double: value
        case let value as Int: Double(value)
        default: nil
        }
    }

    /// An option that is a dictionary of texts; numbers become text.
    func texts(_ key: String) -> [String: String] {
        guard let values = options?[key] as? [AnyHashable: Any] else { return [:] }
        return Dictionary(
            values.compactMap { name, value in (name as? String).map { ($0, "\(value)") } },
            uniquingKeysWith: { first, _ in first })
    }
}
