// SPDX-License-Identifier: Apache-2.0
// Collects NSPersistentStoreRemoteChange of one coordinator.

import Foundation
import Perdure
import PerdureTestSupport

/// The remote changes of one coordinator.
final class RemoteChanges: @unchecked Sendable {
    // Sendable because the list is touched under the condition only.
    private let condition = NSCondition()
    private var list: [[AnyHashable: Any]] = []
    private var observer: (any NSObjectProtocol)?

    init(_ stack: Stack) {
        observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: stack.coordinator, queue: nil
        ) { [weak self] in self?.add($0.userInfo ?? [:]) }
    }

    deinit { observer.map { NotificationCenter.default.removeObserver($0) } }

    private func add(_ change: [AnyHashable: Any]) {
        condition.lock()
        list.append(change)
        condition.broadcast()
        condition.unlock()
    }

    /// Waits for a change, half a minute at most.
    func next() -> [AnyHashable: Any]? {
        condition.lock()
        defer { condition.unlock() }
        let end = Date(timeIntervalSinceNow: 30)
        while list.isEmpty { guard condition.wait(until: end) else { return nil } }
        return list.removeFirst()
    }

    var count: Int {
        condition.lock()
        defer { condition.unlock() }
        return list.count
    }
}
