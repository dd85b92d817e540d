// SPDX-License-Identifier: Apache-2.0
// Whether the reads of the calling thread are tracked, that is whether a caller is withObservationTracking. The Observation module
// does not tell, but it puts the key path of each tracked read into a set, which hashes it: the key path read here has an
// argument that takes note of being hashed.

import Observation
import PerdureBase

/// Whether the reads of the calling thread are tracked.
@usableFromInline
func _readsAreTracked() -> Bool {
    guard let pointer = TrackingProbe.local.pointer else {
        TrackingProbe.renew()
        return _readsAreTracked()
    }
    return Unmanaged<TrackingProbe>.fromOpaque(pointer)._withUnsafeGuaranteedRef { probe in
        probe.registrar.access(probe, keyPath: probe.question)
        if !probe.wasHashed { return false }
        // Whoever tracks keeps what was read, so the next question comes from another probe.
        TrackingProbe.renew()
        return true
    }
}

/// An observable object of one thread that knows when a read of it is tracked.
private final class TrackingProbe: Observable {
    static let local = ThreadLocal { pointer in
        if let pointer { Unmanaged<TrackingProbe>.fromOpaque(pointer).release() }
    }

    let registrar = ObservationRegistrar()
    let question: KeyPath<TrackingProbe, Bool>
    private let note: Note

    /// Whether the question was hashed.
    var wasHashed: Bool { note.wasHashed }

    private final class Note: Hashable {
        // Exclusivity checks are off: one thread uses it.
        @exclusivity(unchecked) var wasHashed = false

        static func == (lhs: Note, rhs: Note) -> Bool { lhs === rhs }
        func hash(into hasher: inout Hasher) { wasHashed = true }
    }

    private init() {
        let note = Note()
        self.note = note
        question = \TrackingProbe.[note]
    }

    private subscript(note: Note) -> Bool { note.wasHashed }

    /// Gives the thread a new probe.
    static func renew() {
        let former = local.pointer
        local.pointer = Unmanaged.passRetained(TrackingProbe()).toOpaque()
        if let former { Unmanaged<TrackingProbe>.fromOpaque(former).release() }
    }
}
