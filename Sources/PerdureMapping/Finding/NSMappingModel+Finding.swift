// SPDX-License-Identifier: Apache-2.0
// Finds the mapping model between two versions. Part of NSMappingModel.swift; MappingFiles.swift looks for files,
// MappingFit.swift compares.

import Foundation
import PerdureModel
import PerdureModelFormat

extension NSMappingModel {
    /// Finds the mapping model that leads from one version of a model to another; nil when there is none.
    ///
    /// A mapping model fits when each of its mappings names entities of both models with their version hashes. Of several the
    /// first one counts, by the order of bundles, then of names. Files that cannot be read are left out.
    ///
    /// ## Compatibility
    /// The directories of `registerMappingModels(in:)` are searched after the bundles. Version hashes in a file are not compared
    /// for entities with derived attributes, on which Apple's tools disagree, but a file whose hashes are right comes first.
    ///
    /// - Parameters:
    ///   - bundles: The bundles to search for `.cdm` files; nil for all bundles of the process.
    ///   - sourceModel: The version that a store has.
    ///   - destinationModel: The version that it shall have.
    public convenience init?(
        from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
        destinationModel: NSManagedObjectModel?
    ) {
        guard let sourceModel, let destinationModel else { return nil }
        let fit = MappingFit(from: sourceModel, to: destinationModel)
        let models = MappingFiles.urls(in: bundles).compactMap { NSMappingModel(contentsOf: $0) }
            .filter { !$0.facts.mappings.isEmpty && fit.misfit(of: $0) == nil }
        let exact = models.first { fit.misfit(of: $0, isExact: true) == nil }
        guard let found = exact ?? models.first else { return nil }
        self.init()
        facts = found.facts
    }

    /// Lets mapping models be found in a directory that is no bundle.
    ///
    /// It is searched by every later `init(from:forSourceModel:destinationModel:)`, and by migrations.
    ///
    /// ## Compatibility
    /// Apple's class has no such method: there, apps are bundles.
    ///
    /// - Parameter directory: A directory with `.cdm` files.
    public class func registerMappingModels(in directory: URL) { MappingFiles.register(directory) }
}
