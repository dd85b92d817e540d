// SPDX-License-Identifier: Apache-2.0
// One migration in three passes. EntityCarrier.swift carries out single mappings, MigrationRun+Instances.swift knows which
// objects belong together, MigrationRun+Saving.swift writes.

import Foundation
import Perdure
import PerdureBase
import PerdureMapping
import PerdureModel
import PerdureStore

/// A migration that runs.
final class MigrationRun: MigrationWork {
    /// The manager owns its run.
    unowned let manager: NSMigrationManager
    let model: NSMappingModel
    let source: MigrationStack
    let destination: MigrationStack
    let job: MigrationJob
    let target: MigrationTarget
    private let control: MigrationControl
    private(set) var carriers: [EntityCarrier] = []
    private var byMapping: [ObjectIdentifier: Int] = [:]
    var associations: Associations
    var numbers: DestinationNumbers?
    /// What the source has given out, if the destination is to replace it.
    var given = GivenNumbers()
    var pending = KeySet()
    /// The mapping at work.
    private(set) var current: NSEntityMapping?
    /// The mapping at work, as a position in `carriers`.
    private(set) var currentIndex = 0
    private var progress = MigrationProgress()
    private var pass = Pass.creation
    /// The pair whose relationships are set just now.
    var pair: (source: NSManagedObject, destination: NSManagedObject)?

    private enum Pass: Int { case creation, relationships, validation }

    init(
        _ manager: NSMigrationManager, _ model: NSMappingModel, _ plans: [EntityPlan], _ job: MigrationJob,
        _ source: MigrationStack, _ destination: MigrationStack
    ) {
        self.manager = manager
        self.model = model
        self.job = job
        (self.source, self.destination) = (source, destination)
        control = manager.control
        target = MigrationTarget(job)
        associations = Associations(mappings: plans.count, folder: target.folder)
        carriers = plans.enumerated().map { EntityCarrier($1, $0, self) }
        for carrier in carriers { byMapping[ObjectIdentifier(carrier.mapping)] = carrier.index }
    }

    /// Migrates.
    ///
    /// - Throws: as `NSMigrationManager.migrateStore`; nothing is left of the destination then.
    func perform() throws {
        do {
            try target.prepare(destination.coordinator.managedObjectModel)
            try source.open(job.source.readOnly)
            try destination.open(target.place)
            try source.context.performAndWait {
                try destination.context.performAndWait { try ExceptionTrap.catching { try migrate() } }
            }
            try takeOverMetadata()
            try close()
            try control.check()
            try target.finish(after: given)
        } catch {
            try? close()
            target.abandon()
            throw control.cancellation ?? error
        }
    }

    private func migrate() throws {
        try source.pin()
        numbers = try makeNumbers()
        let counts = try carriers.map { try $0.countOfSources() }
        progress = MigrationProgress(counts)
        manager.observer.count(counts.reduce(0, +))
        destination.context.isAtWork = true
        defer { destination.context.isAtWork = false }
        do {
            try run(.creation)
            try run(.relationships)
            try run(.validation)
        } catch {
            endAll()
            throw error
        }
        try finishSaving()
    }

    private func close() throws {
        defer { try? destination.close() }
        try source.close()
        try destination.close()
    }

    private func takeOverMetadata() throws {
        guard let old = source.store, let new = destination.store, target.isNew || job.replacesSource else {
            return
        }
        try new.takeOverMetadata(of: old, keepingIdentifier: job.replacesSource)
    }

    // MARK: Passes

    private func run(_ pass: Pass) throws {
        self.pass = pass
        for carrier in carriers {
            (current, currentIndex) = (carrier.mapping, carrier.index)
            manager.observer.report(.entityMapping(carrier.mapping.name, pass: pass.rawValue + 1))
            switch pass {
            case .creation: try create(carrier)
            case .relationships: try relate(carrier)
            case .validation: try validate(carrier)
            }
            manager.observer.check(control)
            try control.check()
            advance(to: progress.finish(pass.rawValue, carrier.index))
        }
        if pass != .validation { try flush() }
    }

    private func create(_ carrier: EntityCarrier) throws {
        let policy = carrier.plan.policyClass.init()
        carrier.policy = policy
        try hook("begin", carrier) { try policy.begin(carrier.mapping, with: manager) }
        try carrier.sources().forEach { found in
            // A hook that reset the source's context has taken its objects their values.
            let object =
                found.managedObjectContext == nil ? source.context.object(with: found.objectID) : found
            if carrier.plan.hasDefaultPolicy {
                // What its calls raise is thrown by the migration as a whole.
                try carrier.makeInstance(of: object, by: policy)
            } else {
                try hook("createDestinationInstances", carrier) {
                    try policy.createDestinationInstances(
                        forSource: object, in: carrier.mapping, manager: manager)
                }
            }
            try finishObject()
        }
        try hook("endInstanceCreation", carrier) {
            try policy.endInstanceCreation(forMapping: carrier.mapping, manager: manager)
        }
    }

    private func relate(_ carrier: EntityCarrier) throws {
        guard let policy = carrier.policy else { return }
        if !carrier.plan.hasDefaultPolicy || !carrier.plan.relationships.isEmpty {
            try forEachPair(carrier.index) { source, object in
                pair = (source, object)
                defer { pair = nil }
                try hook("createRelationships", carrier) {
                    try policy.createRelationships(
                        forDestination: object, in: carrier.mapping, manager: manager)
                }
                try finishObject()
            }
        }
        try hook("endRelationshipCreation", carrier) {
            try policy.endRelationshipCreation(forMapping: carrier.mapping, manager: manager)
        }
    }

    private func validate(_ carrier: EntityCarrier) throws {
        guard let policy = carrier.policy else { return }
        try hook("performCustomValidation", carrier) {
            try policy.performCustomValidation(forMapping: carrier.mapping, manager: manager)
        }
        // What `end` throws ends the migration, but `end` is not called again.
        carrier.policy = nil
        try hook("end", carrier) { try policy.end(carrier.mapping, manager: manager) }
    }

    /// After a failure: ends the mappings that have begun.
    private func endAll() {
        for carrier in carriers {
            guard let policy = carrier.policy else { continue }
            carrier.policy = nil
            _ = try? ExceptionTrap.catching { try policy.end(carrier.mapping, manager: manager) }
        }
    }

    private func finishObject() throws {
        try control.check()
        let done = progress.step(pass.rawValue, currentIndex)
        if let done { advance(to: done) }
        try flushIfNeeded()
    }

    private func advance(to part: Double) {
        control.advance(to: part)
        manager.observer.advance(to: part, control)
    }

    /// Runs a hook; errors of a program's policy get 134170, those of the default one stay as they are.
    private func hook(_ name: String, _ carrier: EntityCarrier, _ body: () throws -> Void) throws {
        do { try ExceptionTrap.catching(body) } catch {
            throw carrier.plan.hasDefaultPolicy ? error : MigrationErrors.hook(name, error, carrier.mapping)
        }
    }

    func makeInstance(
        of source: NSManagedObject, _ mapping: NSEntityMapping, by policy: NSEntityMigrationPolicy
    ) throws {
        try carrier(of: mapping).makeInstance(of: source, by: policy)
    }

    func setRelationships(
        of object: NSManagedObject, _ mapping: NSEntityMapping, by policy: NSEntityMigrationPolicy
    ) throws { try carrier(of: mapping).setRelationships(of: object, by: policy) }

    /// The carrier of a mapping of this migration's model.
    ///
    /// - Throws: `CoreDataException` for any other mapping.
    func carrier(of mapping: NSEntityMapping) throws -> EntityCarrier {
        if let index = byMapping[ObjectIdentifier(mapping)] { return carriers[index] }
        return try carrier(named: mapping.name)
    }

    /// - Throws: `CoreDataException` for a name that no mapping has.
    func carrier(named name: String) throws -> EntityCarrier {
        if let found = carriers.first(where: { $0.mapping.name == name }) { return found }
        throw CoreDataException.invalidArgument(
            "The mapping model has no entity mapping named \"\(name)\". It has: "
                + carriers.map { $0.mapping.name }.joined(separator: ", ") + ".")
    }
}
