// SPDX-License-Identifier: Apache-2.0
// How a manager carries out a migration: it checks the job, looks for the short way, and makes a run.

import Foundation
import Perdure
import PerdureBase
import PerdureMapping
import PerdureModel

extension NSMigrationManager {
    func instances(_ body: (any MigrationWork) throws -> [NSManagedObject]) -> [NSManagedObject] {
        do { return try run.map(body) ?? [] } catch {
            ExceptionTrap.raise(error)
            return []
        }
    }

    func stack(_ stack: inout MigrationStack?, _ model: NSManagedObjectModel) -> MigrationStack {
        let found = stack ?? MigrationStack(model)
        stack = found
        return found
    }

    /// Migrates a store into another one.
    ///
    /// - Throws: 134140 without a mapping model, and as `migrateStore`.
    func migrate(from source: StorePlace, by mapping: NSMappingModel?, to destination: StorePlace) throws {
        guard let mapping = mapping ?? MappingSearch.model(from: sourceModel, to: destinationModel) else {
            throw MigrationErrors.noMapping()
        }
        try perform(MigrationJob(source: source, destination: destination), mapping)
    }

    /// Carries out a migration from the checks to the end.
    func perform(_ job: MigrationJob, _ model: NSMappingModel) throws {
        try control.begin()
        observer.begin(control)
        var isDone = false
        defer {
            observer.end(isDone: isDone)
            control.end()
        }
        try migrate(job, model)
        isDone = true
    }

    private func migrate(_ job: MigrationJob, _ model: NSMappingModel) throws {
        try model.freeze()
        let plans = try job.check(sourceModel, destinationModel, model)
        if usesStoreSpecificMigrationManager,
            try InPlaceCopy(job, sourceModel, destinationModel, model, control).run()
        {
            return
        }
        // A second migration of the same manager has contexts of its own.
        if run != nil { (oldStack, newStack) = (nil, nil) }
        let run = MigrationRun(
            self, model, plans, job, stack(&oldStack, sourceModel), stack(&newStack, destinationModel))
        self.run = run
        try run.perform()
    }

    /// The migration that runs; default hooks ask for it.
    ///
    /// - Throws: `CoreDataException` when none runs.
    func runningWork() throws -> any MigrationWork {
        if let run { return run }
        throw CoreDataException.internalInconsistency(
            "A migration policy can make objects only while a migration runs.")
    }
}
