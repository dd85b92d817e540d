// SPDX-License-Identifier: Apache-2.0
// The versions of a schema, and the way from one to the next.

/// The classes of one version of a schema.
public protocol VersionedSchema: SendableMetatype {
    /// The classes.
    static var models: [any PersistentModel.Type] { get }
    /// The version.
    static var versionIdentifier: Schema.Version { get }
}

/// The way of a store through the versions of a schema.
public protocol SchemaMigrationPlan: SendableMetatype {
    /// The versions, the oldest first.
    static var schemas: [any VersionedSchema.Type] { get }
    /// The stages between neighbours.
    static var stages: [MigrationStage] { get }
}

/// One step of a plan.
public enum MigrationStage {
    /// A step that the models alone tell.
    case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
    /// A step with work of the program's before and after it.
    case custom(
        fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
        willMigrate: ((_ context: ModelContext) throws -> Void)?,
        didMigrate: ((_ context: ModelContext) throws -> Void)?)
}
