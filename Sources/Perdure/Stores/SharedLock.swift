// SPDX-License-Identifier: Apache-2.0
// A lock that one thread holds alone, or several threads share. The coordinator has two such locks for its saves
// (NSPersistentStoreCoordinator+SideBySide.swift).

import Foundation

/// A lock with two modes, reentrant in both.
///
/// A thread that holds the lock alone may also share it. A thread that shares the lock must not ask to hold it alone:
/// two such threads would wait for each other.
final class SharedLock: @unchecked Sendable {
    // Sendable because the condition protects everything that changes.
    private let condition = NSCondition()
    private var owner: pthread_t?
    /// How often the owner has taken the lock, in either mode.
    private var depth = 0
    /// How often each other thread shares the lock.
    private var sharers: [pthread_t: Int] = [:]
    /// The number of threads that wait to hold the lock alone; new sharers wait for these threads.
    private var waiting = 0
    /// How many times, one inside of the other, the owner is asking a program.
    private var questions = 0

    /// Runs a body while no other thread holds or shares the lock.
    func alone<T>(_ body: () throws -> T) rethrows -> T {
        lock()
        defer { unlock() }
        return try body()
    }

    /// Runs a body while no other thread holds or shares the lock, unless that would never come to pass.
    ///
    /// - Parameters:
    ///   - isAwaited: tells whether an owner waits for this thread; asked while the owner asks a program.
    ///   - body: what to run.
    /// - Returns: what the body returns; nil if the owner waits for this thread.
    /// - Throws: what the body throws.
    func alone<T>(unless isAwaited: (pthread_t) -> Bool, _ body: () throws -> T) rethrows -> T? {
        let outcome = condition.withLock { lockExclusively(waits: true, unless: isAwaited) }
        guard outcome == .taken else { return nil }
        defer { unlock() }
        return try body()
    }

    /// Asks a program for something, which may then wait for other threads; for the thread that holds the lock alone.
    func asking<T>(_ body: () throws -> T) rethrows -> T {
        guard isHeldExclusively else { return try body() }
        count(1)
        defer { count(-1) }
        return try body()
    }

    /// Counts a question; those who wait look at the owner from the first one on.
    private func count(_ change: Int) {
        condition.withLock {
            questions += change
            condition.broadcast()
        }
    }

    /// Runs a body concurrently with the shared bodies of other threads.
    func shared<T>(_ body: () throws -> T) rethrows -> T {
        beginSharing()
        defer { endSharing() }
        return try body()
    }

    /// Takes the lock alone.
    func lock() { _ = condition.withLock { lockExclusively(waits: true) } }

    /// Takes the lock alone, unless another thread holds or shares it.
    ///
    /// - Returns: whether the lock was taken.
    func tryLock() -> Bool { condition.withLock { lockExclusively(waits: false) } == .taken }

    /// Releases what `lock` or `tryLock` took.
    func unlock() { condition.withLock { release() } }

    /// Whether this thread holds the lock alone.
    var isHeldExclusively: Bool { condition.withLock { owner == pthread_self() } }

    /// Whether a thread waits to hold the lock alone.
    var hasWaiters: Bool { condition.withLock { waiting > 0 } }

    private enum Outcome { case taken, busy, awaited }

    private func lockExclusively(waits: Bool, unless isAwaited: (pthread_t) -> Bool = { _ in false })
        -> Outcome
    {
        let own = pthread_self()
        if owner != own {
            waiting += 1
            defer { waiting -= 1 }
            while owner != nil || !sharers.isEmpty {
                guard waits else { return .busy }
                guard questions > 0, let owner else {
                    condition.wait()
                    continue
                }
                if isAwaited(owner) { return .awaited }
                // The program may begin to wait at any time, and nobody tells this lock.
                _ = condition.wait(until: Date(timeIntervalSinceNow: 0.05))
            }
            owner = own
        }
        depth += 1
        return .taken
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
