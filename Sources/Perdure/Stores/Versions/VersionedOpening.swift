// SPDX-License-Identifier: Apache-2.0
// Opens a store after its version has been looked at, and again after work that had to come first. StoreMigrations.swift has
// the decisions.

import Foundation
import PerdureFoundationGaps
import PerdureStore

extension InPlaceWay {
    /// Whether two ways begin at one version.
    fileprivate func isAlike(_ other: any InPlaceWay) -> Bool {
        migration.oldHashes == other.migration.oldHashes
    }
}

/// A store is not as the look at it has found it: others have given it another version meanwhile.
package struct VersionChanged: Error {
    package init() {}
}

/// The opening of a store that may have another version.
package struct VersionedOpening {
    private let url: URL
    /// How often a store is looked at: others may change its version at the same time.
    private static let limit = 8

    package init(url: URL) { self.url = url }

    /// Opens the store.
    ///
    /// - Parameters:
    ///   - look: Reads the store's version, and gives what the opening needs of it.
    ///   - open: Opens the store; a migration is to be carried out on the way.
    /// - Returns: What the opening gives.
    /// - Throws: The errors of both, but for `VersionChanged`, after which the store is looked at again; 134110 for a store that has another version at each look.
    package func run<Found, Opened>(
        look: () throws -> (Found, MigrationDecision), open: (Found, StoreMigration?) throws -> Opened
    ) throws -> Opened {
        var (found, decision) = try look()
        for _ in 0..<Self.limit {
            switch decision {
            case .open:
                do { return try open(found, nil) } catch is VersionChanged { (found, decision) = try look() }
            case .first(let work):
                try work()
                (found, decision) = try look()
            case .inPlace(let way):
                do {
                    return try way.run { try open(found, way.migration) }
                } catch is VersionChanged {
                    (found, decision) = try look()
                } catch {
                    // Others may have given the store another version meanwhile; otherwise the error is the store's.
                    (found, decision) = try look()
                    if case .inPlace(let other) = decision, way.isAlike(other) { throw error }
                }
            }
        }
        throw restless
    }

    private var restless: NSError {
        let reason = "The store has another version each time it is looked at"
        return NSError(
            domain: NSCocoaErrorDomain, code: NSMigrationError,
            userInfo: [
                NSFilePathErrorKey: url.path, NSURLErrorKey: url, ErrorKeys.reason: reason,
                NSLocalizedDescriptionKey:
                    "\(reason): \(url.path). Several programs with different models may be using it; let all but one "
                    + "close it, and open it again.",
            ])
    }
}
