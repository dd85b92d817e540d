// SPDX-License-Identifier: Apache-2.0
// Looks for damage in a store: SQLiteStoreChecker and ServerStoreChecker check the tables, ObjectReading.swift reads every
// object, as a program would.

import PerdureStore

/// What a check of a store has found.
package struct StoreCheckup {
    package let problems: [StoreProblem]
    /// The number of objects that could be read.
    package let objects: Int

    /// Checks a store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - model: Its model.
    ///   - progress: Receives the number of objects that were read.
    /// - Throws: The errors of reads without which there is nothing to check.
    package init(
        _ store: InspectedStore, _ model: InspectedStore.Model, progress: @escaping (Int) -> Void = { _ in }
    ) throws {
        var problems = try store.place.problems(model.schema)
        problems += model.document.defaultProblems().map {
            StoreProblem(
                .error, object: [$0.entity, $0.property].compactMap(\.self).joined(separator: "."), $0.reason)
        }
        var objects = ObjectReading(
            store.entities(of: model), counts: store.counts, isPrivate: store.place.isPrivate,
            progress: progress)
        do {
            var reading = EngineReading()
            reading.isExamining = true
            let engine = try store.engine(model, reading)
            defer { try? engine.close() }
            objects.run(engine)
        } catch {
            problems.append(
                StoreProblem(.error, "the store cannot be opened: \(ErrorText.describe(error))"))
        }
        self.problems = problems + objects.problems
        self.objects = objects.objects
    }
}
