// SPDX-License-Identifier: Apache-2.0
// What a program is told while stores are migrated: an addition. MigrationReports hands events to those who ask, and the ways
// of PerdureMigration report them.

import Foundation
import PerdureBase

/// A step of a migration that a coordinator carries out while it adds a store.
///
/// ## Compatibility
/// An addition.
public struct StoreMigrationEvent: Sendable, Hashable {
    /// The store's URL.
    public let url: URL
    /// What has happened.
    public let step: Step

    /// Makes an event, for example for a test of a view that shows them.
    public init(url: URL, step: Step) {
        self.url = url
        self.step = step
    }

    /// The ways of a migration.
    public enum Way: Sendable, Hashable {
        /// Inferred, within the file.
        case inPlace
        /// By a mapping model, into a temporary file.
        case mappingModel
        /// In the stages of an `NSStagedMigrationManager`.
        case stages
    }

    /// What can happen.
    public enum Step: Sendable, Hashable {
        /// The store has another version, and a migration begins.
        case began(Way)
        /// The store has been copied before anything is changed.
        case backedUp(URL)
        /// A step of a staged migration begins: to the version with a checksum, of the stage with a label.
        case stage(versionChecksum: String, label: String?)
        /// A pass of an entity mapping begins: 1 makes objects, 2 sets relationships, 3 validates.
        case entityMapping(String, pass: Int)
        /// A part of the work is done, from 0 to 1; each hundredth is told at most once.
        case progressed(Double)
        /// The store has its new version.
        case finished
        /// The migration has failed, and the store is as the error says.
        case failed(domain: String, code: Int)
    }
}

/// Those who read the events of a coordinator.
package final class MigrationReports: Sendable {
    private struct State {
        var next = 0
        var readers: [Int: AsyncStream<StoreMigrationEvent>.Continuation] = [:]
    }

    private let state = Lock(State())

    deinit {
        for reader in state.withLock({ $0.readers.values.map { $0 } }) { reader.finish() }
    }

    /// A stream of all events from now on.
    package func stream() -> AsyncStream<StoreMigrationEvent> {
        let (stream, reader) = AsyncStream.makeStream(of: StoreMigrationEvent.self)
        let number = state.withLock { state in
            state.next += 1
            state.readers[state.next] = reader
            return state.next
        }
        reader.onTermination = { [weak self] _ in
            self?.state.withLock { $0.readers[number] = nil }
        }
        return stream
    }

    /// Hands an event to all readers.
    package func send(_ step: StoreMigrationEvent.Step, of url: URL) {
        // Told outside of the lock, because a reader that has gone takes it too.
        let readers = state.withLock { $0.readers.values.map { $0 } }
        for reader in readers { reader.yield(StoreMigrationEvent(url: url, step: step)) }
    }

    /// Tells of the begin of a migration, and of its end.
    package func telling<Result>(
        _ way: StoreMigrationEvent.Way, of url: URL, _ body: () throws -> Result
    ) rethrows -> Result {
        send(.began(way), of: url)
        do {
            let result = try body()
            send(.finished, of: url)
            return result
        } catch {
            let found = error as NSError
            send(.failed(domain: found.domain, code: found.code), of: url)
            throw error
        }
    }
}
