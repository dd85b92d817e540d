// SPDX-License-Identifier: Apache-2.0
// Runs the jobs of an actor on a queue of its own, never on the thread that made the actor.

import Dispatch
import Foundation
import Perdure
import PerdureBase

/// Runs jobs one after the other on a queue of its own.
public class DefaultSerialModelExecutor: @unchecked Sendable, SerialModelExecutor {
    // Sendable because only jobs on the queue use the context.

    /// The context of the jobs.
    public final let modelContext: ModelContext
    private let queue = DispatchQueue(label: "SwiftData.ModelActor")

    /// Takes a context, which from now on only the jobs may use.
    public init(modelContext: ModelContext) {
        self.modelContext = modelContext
        let queue = queue
        modelContext.autosave.runner = { body in queue.async(execute: body) }
    }

    /// Runs a job after those before it.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }

    /// The executor as actors name it.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Stops the process unless the calling thread runs a job of the queue.
    public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

/// What makes an actor impossible.
enum ModelExecutorProblem {
    static func noSerialExecutor() -> UnownedSerialExecutor {
        CoreDataException.invalidArgument(
            "The modelExecutor of a ModelActor must be serial: use DefaultSerialModelExecutor(modelContext:)."
        ).stop()
    }
}

extension ModelContext {
    /// The model with an identifier; nil where it is of another class, or its row is gone.
    func existingModel<T: PersistentModel>(for identifier: PersistentIdentifier) -> T? {
        adoptSaves()
        guard let id = objectID(of: identifier),
            let object = try? store.existingObject(with: id) as? _ModelObject
        else { return nil }
        return object.model as? T
    }
}
