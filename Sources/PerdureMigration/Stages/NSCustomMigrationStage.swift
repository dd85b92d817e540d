// SPDX-License-Identifier: Apache-2.0
// The stage from one version to the next with code of the program before and after it. StagedMigration.swift runs it.

import Foundation

/// A step from one version of a model to the next, with code before and after it.
///
/// What a handler saves is in the store before the next step begins. A handler may be called again for the same store: when it
/// throws, or when the process ends before the step that follows it. So it must do no harm when its work is done already. A store
/// that has reached the next version does not go back: `didMigrateHandler` is not called for it again.
open class NSCustomMigrationStage: NSMigrationStage {
    /// The version before the step.
    public let currentModel: NSManagedObjectModelReference
    /// The version after the step.
    public let nextModel: NSManagedObjectModelReference

    /// Called while the store has the current version; `manager.container` has it loaded.
    ///
    /// An error ends the migration: adding the store throws 134110 with this error below it.
    open var willMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

    /// Called when the store has the next version; `manager.container` has it loaded.
    ///
    /// An error ends the migration as for `willMigrateHandler`; the store keeps the next version.
    open var didMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

    /// Makes a stage between two versions.
    ///
    /// - Parameters:
    ///   - currentModel: The version before the step.
    ///   - nextModel: The version after it, which must be inferable from the current one.
    public init(
        migratingFrom currentModel: NSManagedObjectModelReference,
        to nextModel: NSManagedObjectModelReference
    ) {
        self.currentModel = currentModel
        self.nextModel = nextModel
    }
}
