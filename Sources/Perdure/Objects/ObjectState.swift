// SPDX-License-Identifier: Apache-2.0
// Where an object is in its life, in one word. Set by the context, read by the properties below.

/// The life-cycle flags of an object; the upper half is the journal's, for the current event.
struct ObjectState: OptionSet {
    let rawValue: UInt32

    /// In the context's insertedObjects.
    static let inserted = ObjectState(rawValue: 1)
    /// Dirty by a change; reported as isUpdated and, unless inserted or deleted, in updatedObjects.
    static let updated = ObjectState(rawValue: 2)
    static let deleted = ObjectState(rawValue: 4)
    /// Was touched since the last processPendingChanges.
    static let inEvent = ObjectState(rawValue: 8)
    /// Changes are not tracked: awakeFromFetch, refreshing.
    static let untracked = ObjectState(rawValue: 16)
    /// Filled with nils because its row is gone; exempt from validation.
    static let inaccessible = ObjectState(rawValue: 32)
    /// Delete rules were applied to it in this deletion.
    static let propagated = ObjectState(rawValue: 64)
    /// Its fault is being fired.
    static let firing = ObjectState(rawValue: 128)
    /// Its version is checked by the next save although it is unchanged.
    static let locked = ObjectState(rawValue: 256)
    /// Held by the context's journal.
    static let pinned = ObjectState(rawValue: 512)
    /// Was deleted before it was ever saved: leaves the context at the end of the event.
    static let leaving = ObjectState(rawValue: 1024)
    /// Made to follow a key path: belongs to no context.
    static let probe = ObjectState(rawValue: 2048)
    /// Somebody may observe it: ObservationTable knows.
    static let observed = ObjectState(rawValue: 4096)

    /// A fault of which some values are known: PartialValues has them.
    static let partial = ObjectState(rawValue: 8192)
    /// Deleted, and without a row already: somebody else has deleted it too.
    static let gone = ObjectState(rawValue: 16384)

    /// Filled with nils because its row, which is there, cannot be read.
    static let unreadable = ObjectState(rawValue: 32768)

    static let dirty: ObjectState = [.inserted, .updated, .deleted]

    /// In the upper half: inserted in this event, while nobody records changes for undo.
    ///
    /// Of such an object the journal keeps no notes of initial values: the mask of noted slots says which they are.
    static let newcomer = ObjectState(rawValue: 64 << 16)
    /// A newcomer whose first change the context has heard of, so that it need not hear of more.
    static let changedNewcomer: ObjectState = [.newcomer, .updated, .inEvent]
}

extension NSManagedObject {
    /// Whether the object was inserted and not saved since.
    public final var isInserted: Bool { state.contains(.inserted) }

    /// Whether the object changed since it was last fetched or saved; does not fire the fault.
    public final var isUpdated: Bool { state.contains(.updated) }

    /// Whether the object will be deleted by the next save; of a new object, until its deletion is processed.
    public final var isDeleted: Bool { !state.isDisjoint(with: [.deleted, .leaving]) }

    /// Whether the object is inserted, updated or deleted.
    public final var hasChanges: Bool { !state.isDisjoint(with: .dirty) }

    /// Whether the object has no values yet; reading a property fires the fault.
    ///
    /// True also when the object's context is gone.
    public final var isFault: Bool { slots.isFault || isOrphan }

    /// Whether the object had a context that is gone.
    private var isOrphan: Bool { link.map { $0.sink == nil } ?? false }

    /// 0 when the object has its values, else not; does not fire the fault.
    public final var faultingState: Int { isFault ? 1 : 0 }
}

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

/// A pointer to a value that a callee may replace.
///
/// ## Compatibility
/// Foundation on Linux has no such type; here it is a plain pointer, and `&value` makes one.
public typealias AutoreleasingUnsafeMutablePointer<Pointee> = UnsafeMutablePointer<Pointee>
