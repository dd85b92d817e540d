// SPDX-License-Identifier: Apache-2.0
// When the stores of containers are looked at for commits of others. That costs a little all the time, so it begins when a program
// first asks for the notification's name, or makes a HistoryObserver.

import Foundation
import PerdureBase

/// Stores that can be looked at for commits of others.
protocol CommitSource: AnyObject, Sendable {
    /// Posts a notification for each commit of others from now on.
    func post(_ name: Notification.Name)
}

/// The looking for commits of others, in all containers of the process.
enum RemoteCommits {
    static let name = Notification.Name("ModelContainer.remoteChange")

    private struct State: Sendable {
        var isWanted = false
        var open: [WeakSource] = []
    }

    private struct WeakSource: Sendable {
        weak var source: (any CommitSource)?
    }

    private static let state = Lock(State())

    /// A container has opened its stores.
    static func join(_ source: any CommitSource) {
        let isWanted = state.withLock { state in
            state.open.removeAll { $0.source == nil }
            state.open.append(WeakSource(source: source))
            return state.isWanted
        }
        if isWanted { source.post(name) }
    }

    /// Somebody wants to hear of commits.
    static func begin() {
        let found = state.withLock { state -> [any CommitSource] in
            if state.isWanted { return [] }
            state.isWanted = true
            return state.open.compactMap(\.source)
        }
        for source in found { source.post(name) }
    }
}
