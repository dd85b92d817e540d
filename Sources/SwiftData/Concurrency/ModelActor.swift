// SPDX-License-Identifier: Apache-2.0
// Actors with a context of their own. DefaultSerialModelExecutor.swift runs their jobs.

/// Runs jobs beside a context.
public protocol ModelExecutor: Executor {
    /// The context.
    var modelContext: ModelContext { get }
}

/// Runs one job after the other beside a context.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}

/// An actor whose jobs may use one context.
public protocol ModelActor: Actor {
    /// The container.
    nonisolated var modelContainer: ModelContainer { get }
    /// What runs the jobs.
    nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
    /// What runs the jobs.
    nonisolated public var unownedExecutor: UnownedSerialExecutor {
        if let executor = modelExecutor as? any SerialModelExecutor {
            return executor.asUnownedSerialExecutor()
        }
        return ModelExecutorProblem.noSerialExecutor()
    }

    /// The context of the actor.
    public var modelContext: ModelContext { modelExecutor.modelContext }

    /// The model with an identifier; nil where it is of another class, or its row is gone.
    public subscript<T: PersistentModel>(id: PersistentIdentifier, as as: T.Type) -> T? {
        modelContext.existingModel(for: id)
    }
}
