// SPDX-License-Identifier: Apache-2.0
// Where a context's blocks run. It knows whether the calling thread is inside it already, so that
// performAndWait may be nested, through other contexts too.

import Dispatch
import Foundation
import Synchronization

/// The queue of one context.
final class ContextQueue: Sendable {
    private let queue: DispatchQueue?
    private let isMain: Bool
    /// Whether uses of the context from elsewhere are reported.
    let isChecked: Bool
    /// The thread that runs a block of this queue; 0 when none does.
    private let owner = Atomic<UInt>(0)

    private static let mainKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// The thread that runs the main queue and has entered another context's queue from it; 0 when none has.
    private static let mainThread = Atomic<UInt>(0)

    init(_ type: NSManagedObjectContextConcurrencyType) {
        switch type {
        case .mainQueueConcurrencyType:
            queue = DispatchQueue.main
        case .privateQueueConcurrencyType:
            queue = DispatchQueue(label: "NSManagedObjectContext")
        default:
            // A confined context's blocks run on the thread that asks.
            queue = nil
        }
        isMain = type == .mainQueueConcurrencyType
        isChecked = queue != nil && QueueCheck.isOn
    }

    /// Whether blocks run one after the other on a queue, and not on the thread that asks.
    var isSerial: Bool { queue != nil }

    /// Whether the calling thread may use the context now.
    var isCurrent: Bool {
        guard queue != nil else { return true }
        if owner.load(ordering: .relaxed) == Self.thisThread { return true }
        return isMain && Self.isOnMain
    }

    private static var isOnMain: Bool {
        DispatchQueue.getSpecific(key: mainKey) == true || mainThread.load(ordering: .relaxed) == thisThread
    }

    private static var thisThread: UInt { UInt(pthread_self()) }

    /// Runs a block now: inline when the thread is inside the queue, else after the blocks before it.
    func run<T, E: Error>(_ block: () throws(E) -> T) throws(E) -> T {
        guard let queue, !isCurrent else { return try block() }
        // Inside of the other queue, Dispatch does not know any more that the main queue is waiting below.
        let isOnMain = Self.isOnMain
        if isOnMain { Self.mainThread.store(Self.thisThread, ordering: .relaxed) }
        let result: Result<T, E> = queue.sync { owned(block) }
        if isOnMain, DispatchQueue.getSpecific(key: Self.mainKey) == true {
            Self.mainThread.store(0, ordering: .relaxed)
        }
        return try result.get()
    }

    /// Runs a block later, after the blocks before it.
    func enqueue(_ block: @escaping @Sendable () -> Void) {
        guard let queue else { return block() }
        queue.async { _ = self.owned(block) }
    }

    private func owned<T, E: Error>(_ block: () throws(E) -> T) -> Result<T, E> {
        let previous = owner.exchange(Self.thisThread, ordering: .relaxed)
        defer { owner.store(previous, ordering: .relaxed) }
        do throws(E) { return .success(try block()) } catch { return .failure(error) }
    }
}
