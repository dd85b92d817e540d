// SPDX-License-Identifier: Apache-2.0
// Joins several models into one. Part of NSManagedObjectModel.swift. ModelJoiner.swift does the work.

import Foundation
import PerdureBase

extension NSManagedObjectModel {
    /// Makes one model of several; nil when there are none.
    ///
    /// Entities with one name must have one definition. The result has one entity for them. The process stops when their
    /// definitions differ; `merging(_:)` throws instead.
    public convenience init?(byMerging models: [NSManagedObjectModel]?) {
        guard let models, !models.isEmpty else { return nil }
        self.init()
        do {
            try ModelJoiner(models).join(into: self)
        } catch let exception as CoreDataException {
            exception.stop()
        } catch {
            CoreDataException.invalidArgument("\(error)").stop()
        }
    }

    /// Makes one model of several that come from outside the program.
    ///
    /// - Parameter models: The models; none gives an empty model.
    /// - Returns: A model that may be edited and shares nothing with the others.
    /// - Throws: `CoreDataException` when entities of one name differ.
    public class func merging(_ models: [NSManagedObjectModel]) throws -> NSManagedObjectModel {
        let result = NSManagedObjectModel()
        try ModelJoiner(models).join(into: result)
        return result
    }

    /// Joins those of the given models that made a store.
    ///
    /// A single model that fits is preferred to a combination. The result is nil when no combination has the entities and
    /// hashes of the metadata.
    ///
    /// - Parameters:
    ///   - models: Models and versions of models.
    ///   - metadata: The store's metadata.
    public convenience init?(
        byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]
    ) {
        guard let parts = ModelJoiner.parts(of: models, fitting: metadata) else { return nil }
        self.init()
        do {
            try ModelJoiner(parts).join(into: self)
        } catch {
            // Entities of one name with equal hashes may still differ in facts that the hash leaves out.
            return nil
        }
        guard isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) else { return nil }
    }

    /// Joins all models in bundles.
    ///
    /// Stops the process when entities of one name differ. Files that cannot be read are left out.
    ///
    /// ## Compatibility
    /// Without a list of bundles, the models come from the program's bundle and the resources of the program's own module
    /// (`Package_Target.resources` beside the program). When these have no model, the models come from the other modules of the
    /// program.
    ///
    /// - Parameter bundles: The bundles to search for `.momd`, `.mom`, `.xcdatamodeld` and `.xcdatamodel`; nil for the
    ///   program's own.
    /// - Returns: nil when there is no model.
    public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
        let files = bundles.map(ModelFiles.urls) ?? ProgramBundles.current.models
        return NSManagedObjectModel(byMerging: files.compactMap { NSManagedObjectModel(contentsOf: $0) })
    }

    /// Joins the versions, of all models in bundles, that made a store.
    ///
    /// - Parameters:
    ///   - bundles: The bundles to search; nil for the program's own.
    ///   - metadata: The store's metadata.
    /// - Returns: nil when no combination has the entities and hashes of the metadata.
    public class func mergedModel(
        from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
    ) -> NSManagedObjectModel? {
        let files = bundles.map(ModelFiles.urls) ?? ProgramBundles.current.models
        let versions = files.flatMap { url in
            // A file that cannot be read has no versions to offer.
            (try? ModelFiles.versions(at: url)).map { $0.sorted { $0.key < $1.key }.map(\.value) } ?? []
        }
        return NSManagedObjectModel(byMerging: versions, forStoreMetadata: metadata)
    }
}
