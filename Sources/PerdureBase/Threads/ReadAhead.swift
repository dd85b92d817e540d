// SPDX-License-Identifier: Apache-2.0
// Work in two steps on two processors: one thread makes the parts of a whole while another uses them. Large fetches read rows so
// (SQLEngine+Parts.swift) while their context makes objects.

import Dispatch

/// The parts of a whole, made ahead by another thread where one is free.
///
/// Parts are made one after the other, by whichever thread comes first. So a program whose threads all wait for something is not
/// waited for: then the thread that uses the parts makes them too.
package final class ReadAhead<Part>: @unchecked Sendable {
    // Sendable because the lock gives the maker to one thread at a time. The function that is handed over must be fit for any
    // thread.

    private struct State {
        /// nil after the call.
        var make: (() throws -> Part?)?
        var ready: [Part] = []
        var isMaking = false
        var isAsked = false
        /// The outcome after the last part.
        var end: Result<Void, any Error>?
    }

    private enum Step {
        case use(Part)
        case make
        case wait
        case end(Result<Void, any Error>)
    }

    private let state: Lock<State>
    private let hasMoved = DispatchSemaphore(value: 0)

    private init(_ make: @escaping () throws -> Part?) { state = Lock(State(make: make)) }

    /// Makes all parts and uses them in their order.
    ///
    /// - Parameters:
    ///   - make: Makes the next part; nil after the last. Runs on any thread, on one at a time, and never after this call.
    ///   - use: Uses a part, on the calling thread; it may take it apart.
    /// - Throws: What either throws; then no more parts are made.
    package static func run(make: @escaping () throws -> Part?, use: (inout Part) throws -> Void) throws {
        let ahead = ReadAhead(make)
        defer { ahead.close() }
        ahead.ask()
        while var part = try ahead.next() { try use(&part) }
    }

    /// The next part, of which nobody else has a copy; nil after the last.
    private func next() throws -> Part? {
        while true {
            switch state.withLock({ Self.step(&$0) }) {
            case .use(let part): return part
            case .end(let outcome):
                try outcome.get()
                return nil
            case .make:
                publish(made())
                ask()
            case .wait: hasMoved.wait()
            }
        }
    }

    private static func step(_ state: inout State) -> Step {
        if !state.ready.isEmpty { return .use(state.ready.removeFirst()) }
        if let end = state.end { return .end(end) }
        if state.isMaking { return .wait }
        state.isMaking = true
        return .make
    }

    /// Asks for a thread, unless one is at work or on its way.
    private func ask() {
        let isWanted = state.withLock { state in
            guard !state.isAsked, state.end == nil else { return false }
            state.isAsked = true
            return true
        }
        guard isWanted else { return }
        // A thread that comes too late finds nothing to keep.
        DispatchQueue.global(qos: .userInitiated).async { [weak self] in self?.makeAhead() }
    }

    private func makeAhead() {
        while state.withLock({ Self.claim(&$0) }) { publish(made()) }
    }

    /// Claims the maker for the other thread, which is gone if it gets nothing.
    private static func claim(_ state: inout State) -> Bool {
        let isFree = !state.isMaking && state.end == nil
        if isFree { state.isMaking = true } else { state.isAsked = false }
        return isFree
    }

    /// Makes a part; only for the thread that has claimed the maker, which is forgotten when this method returns.
    private func made() -> Result<Part?, any Error> {
        guard let make = state.withLock({ $0.make }) else { return .success(nil) }
        return Result { try make() }
    }

    private func publish(_ made: Result<Part?, any Error>) {
        state.withLock { state in
            state.isMaking = false
            switch made {
            case .success(let part?): state.ready.append(part)
            case .success(nil): state.end = .success(())
            case .failure(let error): state.end = .failure(error)
            }
        }
        hasMoved.signal()
    }

    /// Lets nobody make more parts, and waits for a part that is being made.
    private func close() {
        while !state.withLock({ Self.close(&$0) }) { hasMoved.wait() }
    }

    private static func close(_ state: inout State) -> Bool {
        if state.end == nil { state.end = .success(()) }
        if !state.isMaking { state.make = nil }
        return !state.isMaking
    }
}
