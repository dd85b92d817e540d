// SPDX-License-Identifier: Apache-2.0
// An inferred migration between two SQLite files: the file is copied, and the copy migrated in place.

import Foundation
import Perdure
import PerdureFoundationGaps
import PerdureMapping
import PerdureModel

/// The short way of NSMigrationManager.
struct InPlaceCopy {
    private let job: MigrationJob
    private let source: NSManagedObjectModel
    private let destination: NSManagedObjectModel
    private let mapping: NSMappingModel

    init(
        _ job: MigrationJob, _ source: NSManagedObjectModel, _ destination: NSManagedObjectModel,
        _ mapping: NSMappingModel
    ) {
        (self.job, self.source, self.destination, self.mapping) = (job, source, destination, mapping)
    }

    /// Migrates, where the way is open.
    ///
    /// - Returns: false where it is not: other types, a destination with objects, a mapping that was changed.
    func run() throws -> Bool {
        false
    }
}
