// SPDX-License-Identifier: Apache-2.0
// The stages of a staged migration: their common class, and the stage of versions that are inferred from each other.
// NSCustomMigrationStage.swift has the stage with code of the program; StageOrder.swift reads them.

import Foundation

/// A part of a staged migration: an `NSLightweightMigrationStage` or an `NSCustomMigrationStage`.
open class NSMigrationStage: NSObject {
    /// A text for people, which errors show too.
    open var label: String!

    /// Makes a stage without versions.
    public override init() {}
}

/// Versions of a model that are inferred one from the other.
open class NSLightweightMigrationStage: NSMigrationStage {
    /// The checksums of the versions, in their order.
    public let versionChecksums: [String]

    /// Makes a stage of versions.
    ///
    /// The store goes through all of them, each in a transaction of its own. After a custom stage the list may begin with the
    /// version that follows the stage's last one.
    ///
    /// ## Compatibility
    /// Apple infers from the first to the last version, which may be impossible where each single step is not.
    ///
    /// - Parameter checksums: The checksums of the versions, see `NSManagedObjectModel.versionChecksum`.
    public init(_ checksums: [String]) { versionChecksums = checksums }
}
