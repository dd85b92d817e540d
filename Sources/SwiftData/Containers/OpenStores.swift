// SPDX-License-Identifier: Apache-2.0
// The open stores of a container. Contexts hold these and not the container, which holds its main context: a cycle would keep all
// of them until the end of the process. ModelContainer.swift is what programs have of them.

import Foundation
import Perdure
import PerdureBase

/// The open stores of a container.
final class OpenStores: CommitSource, @unchecked Sendable {
    // Sendable because nothing changes after init but what the lock guards.

    let schema: Schema
    let migrationPlan: (any SchemaMigrationPlan.Type)?
    let configurations: Set<ModelConfiguration>
    /// The stores of the program's own.
    let participants: [any ContainerParticipant]
    let coordinator: NSPersistentStoreCoordinator
    /// The contexts, which hear of each other's saves.
    let audience = SaveAudience()
    private let ends = Lock(Ends())

    /// What programs have of the stores, while they have it.
    private struct Ends: @unchecked Sendable {
        // Sendable because weak references may be read on any thread, and only the main actor follows that to its context.
        weak var container: ModelContainer?
        weak var main: ModelContext?
    }

    init(
        _ schema: Schema, _ coordinator: NSPersistentStoreCoordinator,
        plan: (any SchemaMigrationPlan.Type)? = nil, configurations: Set<ModelConfiguration> = [],
        participants: [any ContainerParticipant] = []
    ) {
        self.schema = schema
        self.coordinator = coordinator
        migrationPlan = plan
        self.configurations = configurations
        self.participants = participants
    }

    /// The container: the program's, or another one over the same stores if the program has let go of it.
    var container: ModelContainer {
        if let present = ends.withLock({ $0.container }) { return present }
        let made = ModelContainer(self)
        return ends.withLock { ends in
            if let present = ends.container { return present }
            ends.container = made
            return made
        }
    }

    func post(_ name: Notification.Name) {
        coordinator.followOtherCommits { [weak self] in
            if let self { NotificationCenter.default.post(name: name, object: container) }
        }
    }

    /// Takes note of the program's container.
    func belong(to container: ModelContainer) { ends.withLock { $0.container = container } }

    /// The main actor's context, if it is alive.
    @MainActor var main: ModelContext? {
        get { ends.withLock { Present(context: $0.main) }.context }
        set {
            let present = Present(context: newValue)
            ends.withLock { $0.main = present.context }
        }
    }

    /// A context on its way through the lock.
    private struct Present: @unchecked Sendable {
        // Sendable because the main actor is at both ends.
        let context: ModelContext?
    }
}
