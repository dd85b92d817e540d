// SPDX-License-Identifier: Apache-2.0
// The registration of one observer: an object, a key path, options. KeyWatch.swift listens for it.

import PerdureBase
import PerdureFoundationGaps
import Synchronization

/// The registration of one observer.
final class KeyRegistration: Cancellable, @unchecked Sendable {
    // Sendable because it may end on any thread: `isActive` is atomic, and the table's lock guards `watches`. Only the
    // queue of the object's context uses everything else.

    let keyPath: String
    let options: NSKeyValueObservingOptions
    let receiver: any ChangeReceiver
    /// A number that rises with every registration.
    let number: Int
    /// The object; not kept alive.
    private let root: WeakObjectReference<NSManagedObject>
    private let hasEnded = Atomic(false)
    /// The watches at the object and along the path, guarded by the table's lock.
    var watches: [KeyWatch] = []

    private static let count = Atomic(0)

    init(
        _ object: NSManagedObject, _ keyPath: String, _ options: NSKeyValueObservingOptions,
        _ receiver: any ChangeReceiver
    ) {
        root = WeakObjectReference(object)
        self.keyPath = keyPath
        self.options = options
        self.receiver = receiver
        number = Self.count.add(1, ordering: .relaxed).newValue
    }

    var object: NSManagedObject? { root.object }
    var isActive: Bool { !hasEnded.load(ordering: .acquiring) }

    func cancel() {
        guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
        ObservationTable.remove(of: self)
    }

    /// The present value, if the options ask for it.
    func value(_ option: NSKeyValueObservingOptions) -> ObservedValue? {
        guard options.contains(option), let object else { return nil }
        return .value(receiver.value(of: object))
    }

    func tell(_ change: KeyChange) {
        if isActive, let object { receiver.receive(change, of: object) }
    }
}
