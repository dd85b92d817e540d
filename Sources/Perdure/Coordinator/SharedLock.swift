// SPDX-License-Identifier: Apache-2.0
// A lock that one thread has alone, or several have together. The coordinator's saves hold two of them
// (NSPersistentStoreCoordinator+SideBySide.swift).

import Foundation

/// A lock with two modes, reentrant in both.
///
/// A thread that has the lock alone may also share it. A thread that shares it must not ask to have it alone: two that did
/// would wait for each other.
final class SharedLock: @unchecked Sendable {
    // Sendable because everything that changes is behind the condition.
    private let condition = NSCondition()
    private var owner: pthread_t?
    /// How often the owner has taken the lock, in either mode.
    private var depth = 0
    /// How often each other thread shares it.
    private var sharers: [pthread_t: Int] = [:]
    /// Threads that wait to have it alone: newcomers let them go first.
    private var waiting = 0

    /// Runs a body while no other thread runs one in either mode.
    func alone<T>(_ body: () throws -> T) rethrows -> T {
        lock()
        defer { unlock() }
        return try body()
    }

    /// Runs a body beside other threads' shared ones.
    func shared<T>(_ body: () throws -> T) rethrows -> T {
        beginSharing()
        defer { endSharing() }
        return try body()
    }

    /// Takes the lock alone.
    func lock() { _ = condition.withLock { takeAlone(waits: true) } }

    /// Takes the lock alone unless another thread has it.
    ///
    /// - Returns: whether it was taken.
    func tryLock() -> Bool { condition.withLock { takeAlone(waits: false) } }

    /// Gives back what `lock` or `tryLock` took.
    func unlock() { condition.withLock { release() } }

    /// Whether this thread has it alone.
    var isHeldAlone: Bool { condition.withLock { owner == pthread_self() } }

    /// Whether a thread waits to have it alone.
    var hasWaiters: Bool { condition.withLock { waiting > 0 } }

    private func takeAlone(waits: Bool) -> Bool {
        let own = pthread_self()
        if owner != own {
            waiting += 1
            defer { waiting -= 1 }
            while owner != nil || !sharers.isEmpty {
                guard waits else { return false }
                condition.wait()
            }
            owner = own
        }
        depth += 1
        return true
    }

    private func release() {
        depth -= 1
        guard depth == 0 else { return }
        owner = nil
        condition.broadcast()
    }

    private func beginSharing() {
        let own = pthread_self()
        condition.withLock {
            if owner == own { return depth += 1 }
            while owner != nil || (waiting > 0 && sharers[own] == nil) { condition.wait() }
            sharers[own, default: 0] += 1
        }
    }

    private func endSharing() {
        let own = pthread_self()
        condition.withLock {
            guard let count = sharers[own] else { return release() }
            sharers[own] = count > 1 ? count - 1 : nil
            if sharers.isEmpty { condition.broadcast() }
        }
    }
}
