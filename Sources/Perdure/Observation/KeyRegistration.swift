// SPDX-License-Identifier: Apache-2.0
// What one observer asked for: an object, a key path, options. Where it listens is in KeyWatch.swift.

import Synchronization

/// The registration of one observer.
final class KeyRegistration: Cancellable, @unchecked Sendable {
    // Sendable because it may end on any thread: `isActive` is atomic, and `watches` is used under the table's lock only.
    // Everything else is used on the queue of the object's context.

    let keyPath: String
    let options: NSKeyValueObservingOptions
    let receiver: any ChangeReceiver
    /// Rises with every registration.
    let number: Int
    /// The object; not kept alive.
    private let root: LiveReference<NSManagedObject>
    private let hasEnded = Atomic(false)
    /// Where it listens: at the object, and along the path; under the lock of the table.
    var watches: [KeyWatch] = []

    private static let count = Atomic(0)

    init(
        _ object: NSManagedObject, _ keyPath: String, _ options: NSKeyValueObservingOptions,
        _ receiver: any ChangeReceiver
    ) {
        root = LiveReference(object)
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

    /// The observed value now, if it is asked for.
    func value(_ option: NSKeyValueObservingOptions) -> ObservedValue? {
        guard options.contains(option), let object else { return nil }
        return .value(receiver.value(of: object))
    }

    func tell(_ change: KeyChange) {
        if isActive, let object { receiver.receive(change, of: object) }
    }
}
