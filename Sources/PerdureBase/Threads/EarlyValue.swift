// SPDX-License-Identifier: Apache-2.0
// Work that another processor may do meanwhile. Saves and merges use it for what only their notifications need, batch insertions
// for the page that is written.

import Dispatch

/// A value that another thread makes before it is needed, if one is free.
///
/// Whoever comes first makes it. So a program whose threads all wait for something is not waited for.
package final class EarlyValue<Input, Value>: @unchecked Sendable {
    // Sendable because the lock gives the input to one thread, which forgets it before the value is published. The function that
    // is handed over must be fit for any thread.

    private enum State {
        case waiting(Input)
        case making
        case made(Value)
    }

    private let state: Lock<State>
    private let isMade = DispatchSemaphore(value: 0)
    private let make: (Input) -> Value

    /// Whether so many things are worth another thread.
    package static func isWorth(_ count: Int) -> Bool { count >= 1000 }

    /// Asks for the value.
    ///
    /// - Parameters:
    ///   - input: What the value is made of. The other thread lets go of it before `value` returns.
    ///   - count: How many things the value is made of: with few, the value is made when it is needed.
    ///   - make: Makes the value, once, on any thread.
    package init(_ input: Input, count: Int, _ make: @escaping (Input) -> Value) {
        state = Lock(.waiting(input))
        self.make = make
        guard Self.isWorth(count) else { return }
        // A thread that comes too late must not keep what was made.
        DispatchQueue.global(qos: .userInitiated).async { [weak self] in self?.makeEarly() }
    }

    /// The value; waits for it where another thread has begun to make it.
    package var value: Value {
        if let made = makeNow() { return publish(made) }
        isMade.wait()
        // Each later call finds the signal too.
        isMade.signal()
        return state.withLock {
            guard case .made(let value) = $0 else {
                fatalError("The signal of a value came before it. This is a mistake of EarlyValue.")
            }
            return value
        }
    }

    private func makeEarly() {
        if let made = makeNow() { _ = publish(made) }
    }

    /// Makes the value; nil where it is being made, or made.
    ///
    /// The input is gone when this method returns.
    private func makeNow() -> Value? {
        claim().map(make)
    }

    private func claim() -> Input? {
        state.withLock { state in
            guard case .waiting(let input) = state else { return nil }
            state = .making
            return input
        }
    }

    private func publish(_ value: Value) -> Value {
        state.withLock { $0 = .made(value) }
        isMade.signal()
        return value
    }
}
