// SPDX-License-Identifier: Apache-2.0
// The events at which an object takes earlier values.

/// Why an object was given earlier values.
public struct NSSnapshotEventType: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes an event type from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// An insertion was undone.
    public static let undoInsertion = NSSnapshotEventType(rawValue: 2)
    /// A deletion was undone, or an insertion redone.
    public static let undoDeletion = NSSnapshotEventType(rawValue: 4)
    /// A change was undone or redone.
    public static let undoUpdate = NSSnapshotEventType(rawValue: 8)
    /// The context rolled back.
    public static let rollback = NSSnapshotEventType(rawValue: 16)
    /// The object was refreshed.
    public static let refresh = NSSnapshotEventType(rawValue: 32)
    /// A merge policy changed the object.
    public static let mergePolicy = NSSnapshotEventType(rawValue: 64)
}
