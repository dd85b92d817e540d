// SPDX-License-Identifier: Apache-2.0
// Who hears of a context's changes once they are processed: lists of results that are kept up.

import Foundation
import Perdure

/// Hears of a context's changes.
protocol ContextFollower: AnyObject {
    func contextHasChanged()
}

/// A context with followers.
protocol FollowedContext: AnyObject {
    var followers: ContextFollowers { get }
    func processPendingChanges()
}

/// The followers of one context.
final class ContextFollowers {
    private struct Follower {
        weak var object: (any ContextFollower)?
    }

    private var list: [Follower] = []
    private var isTelling = false
    private var isAwaited = false

    /// A context on its way to its runner.
    private struct Reference: @unchecked Sendable {
        // Sendable because the runner follows it in the context's isolation.
        weak var context: (any FollowedContext)?
    }

    func join(_ follower: any ContextFollower) {
        list.removeAll { $0.object == nil }
        list.append(Follower(object: follower))
    }

    /// Tells all followers; what they change by fetching is not told again.
    func tell() {
        guard !isTelling, !list.isEmpty else { return }
        isTelling = true
        defer { isTelling = false }
        for follower in list { follower.object?.contextHasChanged() }
    }

    /// Lets the changes be processed with the next turn of the context's isolation, where it has one.
    func request(_ context: any FollowedContext, by runner: ((@escaping @Sendable () -> Void) -> Void)?) {
        guard !isTelling, !isAwaited, !list.isEmpty, let runner else { return }
        isAwaited = true
        let reference = Reference(context: context)
        runner {
            guard let context = reference.context else { return }
            context.followers.isAwaited = false
            context.processPendingChanges()
        }
    }
}
