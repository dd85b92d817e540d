// SPDX-License-Identifier: Apache-2.0
// Threads for tests: as many as are asked for, whatever the number of processors.

import Foundation

/// Runs work on threads of its own.
enum Crew {
    /// Runs a body on several threads at a time, and waits for all of them.
    ///
    /// - Parameters:
    ///   - count: how many threads.
    ///   - body: what each does; it gets its number.
    /// - Throws: the first error of a body.
    static func work(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
        let errors = Collected<any Error>()
        let group = DispatchGroup()
        for number in 0..<count {
            group.enter()
            Thread.detachNewThread {
                do { try body(number) } catch { errors.add(error) }
                group.leave()
            }
        }
        group.wait()
        if let error = errors.all.first { throw error }
    }
}

/// A list that many threads add to.
final class Collected<Element>: @unchecked Sendable {
    // Sendable because the list is used under the lock only.
    private let lock = NSLock()
    private var list: [Element] = []

    func add(_ element: Element) { lock.withLock { list.append(element) } }
    var all: [Element] { lock.withLock { list } }
}

/// Takes a value to another thread although its type does not say that it may go there.
struct Passed<Value>: @unchecked Sendable {
    // Sendable because tests use the value on the queue of its context, or only release it.
    let value: Value

    init(_ value: Value) { self.value = value }
}
