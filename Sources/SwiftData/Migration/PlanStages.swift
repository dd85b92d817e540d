// SPDX-License-Identifier: Apache-2.0
// Turns a migration plan into the stages that stores know. The closures of a stage get a context over the store as it is then.

import Foundation
import Perdure
import PerdureBase
import PerdureMigration

/// The stages of a plan, for the store of one configuration.
struct PlanStages {
    private let plan: any SchemaMigrationPlan.Type
    private let configuration: ModelConfiguration
    /// The entities that the configuration has; nil where it has all of each version.
    private let members: Set<String>?

    init(
        _ plan: any SchemaMigrationPlan.Type, _ configuration: ModelConfiguration,
        among all: [ModelConfiguration]
    ) {
        self.plan = plan
        self.configuration = configuration
        members = all.count == 1 ? nil : Self.members(of: configuration, plan, all)
    }

    /// The entities of one configuration among several: those of its schema, and those that its store has from a former version and
    /// that no configuration has any more.
    private static func members(
        of configuration: ModelConfiguration, _ plan: any SchemaMigrationPlan.Type,
        _ all: [ModelConfiguration]
    ) -> Set<String> {
        let own = Set((configuration.schema?.entities ?? []).map(\.name))
        let present = Set(all.flatMap { $0.schema?.entities ?? [] }.map(\.name))
        let former = plan.schemas.flatMap { Schema(versionedSchema: $0).entities }.map(\.name)
        let gone = Set(former).subtracting(present)
        return gone.isEmpty ? own : own.union(gone.intersection(configuration.storedEntities))
    }

    /// What leads a store through the versions; nil for a plan without stages.
    ///
    /// - Throws: An exception for a stage whose versions are no neighbours.
    func manager() throws -> NSStagedMigrationManager? {
        try checkVersions()
        let stages = try plan.stages.map(stage)
        return stages.isEmpty ? nil : NSStagedMigrationManager(stages)
    }

    /// The versions of the plan with their models.
    var versions: [StoreDifference.Version] {
        plan.schemas.map {
            StoreDifference.Version(
                name: "\($0) \($0.versionIdentifier)", model: model(of: Schema(versionedSchema: $0)))
        }
    }

    /// Two versions that are the same cannot be told apart in a store.
    private func checkVersions() throws {
        var known: [String: String] = [:]
        for version in versions {
            guard let other = known.updateValue(version.name, forKey: version.model.versionChecksum) else {
                continue
            }
            throw CoreDataException.invalidArgument(
                "Duplicate version checksums across stages detected: \(other) and \(version.name) of the plan \(plan) have the "
                    + "same entities. Leave one of them out, or change a property, for example by hashModifier."
            )
        }
    }

    /// Whether a store's version is above the last one of the plan.
    func isBehind(_ identifiers: [String]) -> Bool {
        guard let last = plan.schemas.last?.versionIdentifier else { return false }
        return identifiers.compactMap(Self.version).contains { $0 > last }
    }

    private static func version(_ text: String) -> Schema.Version? {
        let numbers = text.split(separator: ".").compactMap { Int($0) }.filter { $0 >= 0 }
        return numbers.count == 3 ? Schema.Version(numbers[0], numbers[1], numbers[2]) : nil
    }

    private func stage(_ stage: MigrationStage) throws -> NSMigrationStage {
        switch stage {
        case .lightweight(let from, let to): return try self.stage(from, to)
        case .custom(let from, let to, let willMigrate, let didMigrate):
            let result = try self.stage(from, to)
            result.willMigrateHandler = handler(willMigrate, from)
            result.didMigrateHandler = handler(didMigrate, to)
            return result
        }
    }

    private func stage(
        _ from: any VersionedSchema.Type, _ to: any VersionedSchema.Type
    ) throws -> NSCustomMigrationStage {
        let versions = plan.schemas.map { ObjectIdentifier($0) }
        let places = [from, to].map { versions.firstIndex(of: ObjectIdentifier($0)) }
        guard let first = places[0], let second = places[1], second == first + 1 else {
            throw CoreDataException.invalidArgument(
                "The stage from \(from) to \(to) of the plan \(plan): a stage leads from one of the plan's schemas to "
                    + "the next one, and these are \(plan.schemas.map { "\($0)" }.joined(separator: ", ")).")
        }
        let stage = NSCustomMigrationStage(migratingFrom: reference(from), to: reference(to))
        stage.label = "\(from) to \(to)"
        return stage
    }

    private func reference(_ version: any VersionedSchema.Type) -> NSManagedObjectModelReference {
        let model = model(of: Schema(versionedSchema: version))
        return NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
    }

    /// The model of a version, with the configuration that the store has.
    private func model(of schema: Schema) -> NSManagedObjectModel {
        let names = schema.entities.map(\.name).filter { members?.contains($0) ?? true }
        return SharedModels.model(of: schema, configurations: [(configuration.name, names)])
    }

    private func handler(
        _ closure: ((ModelContext) throws -> Void)?, _ version: any VersionedSchema.Type
    ) -> ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)? {
        guard let closure else { return nil }
        let configuration = configuration
        return { manager, _ in
            guard let coordinator = manager.container?.persistentStoreCoordinator else { return }
            let stores = OpenStores(
                Schema(versionedSchema: version), coordinator, configurations: [configuration])
            try closure(ModelContext(stores))
        }
    }
}
