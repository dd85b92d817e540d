// SPDX-License-Identifier: Apache-2.0
// Counts what others write: other processes, and other containers over the same files. Containers/RemoteCommits.swift notices that
// something was written, and the history says what and by whom.

import Foundation
import Observation
import Perdure
import PerdureBase

/// Counts commits of others that have to do with some classes.
///
/// `eventCounter` grows after another process, or another container, has written transactions that match; read the history to see
/// them. Readers of the counter are told on any thread.
public final class HistoryObserver: Observable, Sendable {
    /// The container.
    public let modelContainer: ModelContainer
    /// The classes whose changes count, with their subclasses; none for all.
    public let observedModels: [any PersistentModel.Type]
    /// The authors whose transactions count; none for all.
    public let authors: Set<String>

    private let registrar = ObservationRegistrar()
    private let state: Lock<State>
    private let queue = DispatchQueue(label: "SwiftData.HistoryObserver")
    private let names: Set<String>

    private struct State: @unchecked Sendable {
        // Sendable because a lock guards it, and the center's observer is only handed back to the center.
        var count = 0
        /// What was looked at.
        var position: DefaultHistoryToken
        var observation: (any NSObjectProtocol)?
    }

    /// Counts from a position on.
    ///
    /// - Parameters:
    ///   - historyTokens: The positions by the identifiers of stores; nil for what comes from now on.
    ///   - observedModels: The classes whose changes count; none for all.
    ///   - authors: The authors whose transactions count; none for all.
    ///   - modelContainer: The container.
    ///   - isolation: Has no effect: the counter may be read anywhere.
    /// - Throws: `SwiftDataError.invalidTransactionFetchRequest` where a store keeps no history, and the stores' errors.
    public convenience init(
        historyTokens: [String: any HistoryToken]? = nil, observedModels: [any PersistentModel.Type] = [],
        authors: Set<String> = [], modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        let given = historyTokens.map { tokens in
            DefaultHistoryToken(
                numbers: tokens.values.compactMap { $0 as? DefaultHistoryToken }.reduce(into: [:]) {
                    $0.merge($1.numbers) { max($0, $1) }
                })
        }
        try self.init(
            from: try given ?? modelContainer.stores.historyPosition(), observedModels, authors,
            modelContainer)
    }

    private init(
        from position: DefaultHistoryToken, _ observedModels: [any PersistentModel.Type],
        _ authors: Set<String>,
        _ container: ModelContainer
    ) throws {
        modelContainer = container
        self.observedModels = observedModels
        self.authors = authors
        names = container.stores.entityNames(below: observedModels)
        state = Lock(State(position: position))
        // A history that cannot be read is reported now, and not never.
        _ = try Self.transactions(after: position, container)
        let observation = NotificationCenter.default.addObserver(
            forName: ModelContainer.remoteChange, object: container, queue: nil
        ) { [weak self] _ in self?.noteCommit() }
        state.withLock { $0.observation = observation }
        noteCommit()
    }

    deinit {
        if let observation = state.withLock({ $0.observation }) {
            NotificationCenter.default.removeObserver(observation)
        }
    }

    /// How many times transactions came that match.
    public var eventCounter: Int {
        registrar.access(self, keyPath: \.eventCounter)
        return state.withLock { $0.count }
    }

    private func noteCommit() {
        queue.async { [weak self] in self?.lookAtHistory() }
    }

    private func lookAtHistory() {
        let position = state.withLock { $0.position }
        do {
            let found = try Self.transactions(after: position, modelContainer)
            guard let last = found.last else { return }
            state.withLock { $0.position = last.token }
            if found.contains(where: matches) { count() }
        } catch SwiftDataError.historyTokenExpired {
            // Something was written and deleted again; what it was nobody knows.
            if let newest = try? modelContainer.stores.historyPosition() {
                state.withLock { $0.position = newest }
            }
            count()
        } catch {
            // The next commit is another occasion to read.
        }
    }

    private static func transactions(
        after position: DefaultHistoryToken, _ container: ModelContainer
    ) throws -> [DefaultHistoryTransaction] {
        let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
            predicate: #Predicate { $0.token > position })
        return try ModelContext(container).fetchHistory(descriptor)
    }

    private func matches(_ transaction: DefaultHistoryTransaction) -> Bool {
        guard authors.isEmpty || transaction.author.map(authors.contains) == true else { return false }
        return names.isEmpty
            || transaction.changes.contains { names.contains($0.changedPersistentIdentifier.entityName) }
    }

    private func count() {
        registrar.withMutation(of: self, keyPath: \.eventCounter) { state.withLock { $0.count += 1 } }
    }
}

extension OpenStores {
    /// The newest position in the histories of all stores.
    func historyPosition() throws -> DefaultHistoryToken {
        DefaultHistoryToken(
            numbers: coordinator.currentPersistentHistoryToken(fromStores: nil)?.numbers ?? [:])
    }

    /// The names of the entities of classes and of their subclasses.
    func entityNames(below types: [any PersistentModel.Type]) -> Set<String> {
        var names: Set<String> = []
        var queue = types.compactMap { schema.entitiesByName[ModelFacts.entityName($0)] }
        while let entity = queue.popLast() {
            if names.insert(entity.name).inserted { queue += entity.subentities }
        }
        return names
    }
}
