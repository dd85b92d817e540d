// SPDX-License-Identifier: Apache-2.0
// The error 134100 of a store that has another version and is not migrated. Part of StoreVersion.swift.

import Foundation
import PerdureFoundationGaps
import PerdurePropertyList

extension StoreVersion {
    /// Why a store of another version is not migrated.
    enum Hindrance {
        /// The options do not ask for it.
        case options
        /// The store cannot be written.
        case readOnly
    }

    /// The error 134100, with the metadata and both lists of hashes.
    func incompatible(_ values: [String: PropertyListValue], _ url: URL, _ hindrance: Hindrance = .options)
        -> NSError
    {
        let (facts, stored) = (MetadataConversion.dictionary(values), Self.hashes(values))
        let different = Set(hashes.keys).union(stored.keys).filter { hashes[$0] != stored[$0] }.sorted()
        let reason = hindrance == .readOnly ? Self.readOnly : Self.reason
        return NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentStoreIncompatibleVersionHashError,
            userInfo: [
                ErrorKeys.metadata: facts, ErrorKeys.reason: reason,
                ErrorKeys.modelHashes: hashes, ErrorKeys.storeHashes: stored,
                ErrorKeys.differingEntities: different, NSFilePathErrorKey: url.path, NSURLErrorKey: url,
                NSLocalizedDescriptionKey:
                    "\(reason). They differ in the entities \(different.joined(separator: ", ")). "
                    + advice(facts, url.path, hindrance),
            ])
    }

    private func advice(_ facts: [String: Any], _ path: String, _ hindrance: Hindrance) -> String {
        guard Self.migrations.knowsModel(of: facts) else {
            return
                "No model of this program made \(path): a newer version of the program may have written it. Open it "
                + "with that version. A migration to this model would drop what the model does not have."
        }
        switch hindrance {
        case .options: return "Open \(path) with the model that made it, or migrate it."
        case .readOnly:
            return "Open \(path) with the model that made it, or for writing, so that it is migrated."
        }
    }

    /// The text of Apple's error.
    private static let reason =
        "The model used to open the store is incompatible with the one used to create the store"
    private static let readOnly =
        "The store has another version of the model and is read-only, so it cannot be migrated"
}
