// SPDX-License-Identifier: Apache-2.0
// The model that an SQLite store keeps in its file: the store can be opened without a model file.

import Foundation
import PerdureFoundationGaps
import PerdureModelFormat

extension NSPersistentStoreCoordinator {
    /// The model that a store keeps inside its file; nil when it keeps none.
    ///
    /// - Parameters:
    ///   - url: an SQLite store's file, or the URL of a PostgreSQL store.
    ///   - options: those of a PostgreSQL store.
    /// - Returns: a new model that may be edited, or nil.
    /// - Throws: 259 for a file that is no store or keeps a damaged model, and the system's errors.
    public class func cachedModelForPersistentStore(at url: URL, options: [AnyHashable: Any]? = nil) throws
        -> NSManagedObjectModel?
    {
        let shown = StoreTypes.shownURL(url)
        return try translatingErrors(shown) { () -> NSManagedObjectModel? in
            let kind = StoreTypes.kind(of: url)
            guard let archive = try kind.files(options, source: nil)?.readModelArchive(at: url) else {
                return nil
            }
            return try NSManagedObjectModel(
                document: try CompiledModelReader.read(data: archive, path: shown.path))
        }
    }

    /// Makes a coordinator with the model in a store's file; add the store next.
    ///
    /// ## Compatibility
    /// Not in Apple's API.
    ///
    /// - Parameter url: an SQLite store's file.
    /// - Throws: 134130 when the store keeps no model, 259 for a file that is no store.
    public convenience init(modelOfStoreAt url: URL) throws {
        guard let model = try Self.cachedModelForPersistentStore(at: url) else {
            throw NSError(
                domain: NSCocoaErrorDomain, code: NSMigrationMissingSourceModelError,
                userInfo: [
                    NSFilePathErrorKey: url.path,
                    NSLocalizedDescriptionKey:
                        "The store \"\(url.path)\" keeps no model of itself. Give its model's file.",
                ])
        }
        self.init(managedObjectModel: model)
    }
}
