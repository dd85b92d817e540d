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
    /// Whether there was something to tell while followers were being told: those that came first do not know of it.
    private var hasMissed = false
    private var isFetching = false
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

    /// Tells all followers.
    ///
    /// What comes meanwhile, such as a save that one of them adopts with its fetch, is told with the next turn of the context's
    /// isolation: telling at once might never end beside a program that saves without pause.
    func tell(of context: any FollowedContext, by runner: Runner?) {
        guard !list.isEmpty else { return }
        guard !isTelling else { return hasMissed = true }
        isTelling = true
        for follower in list { follower.object?.contextHasChanged() }
        isTelling = false
        guard hasMissed else { return }
        hasMissed = false
        request(context, by: runner)
    }

    /// Runs a follower's fetch; the values that it reads anew are no changes to be told.
    func fetching<Result>(_ body: () throws -> Result) rethrows -> Result {
        let wasFetching = isFetching
        isFetching = true
        defer { isFetching = wasFetching }
        return try body()
    }

    /// Runs a block in a context's isolation, later.
    typealias Runner = (@escaping @Sendable () -> Void) -> Void

    /// Lets the changes be processed with the next turn of the context's isolation, where it has one.
    func request(_ context: any FollowedContext, by runner: Runner?) {
        guard !isFetching, !isAwaited, !list.isEmpty, let runner else { return }
        isAwaited = true
        let reference = Reference(context: context)
        runner {
            guard let context = reference.context else { return }
            context.followers.isAwaited = false
            context.processPendingChanges()
        }
    }
}
