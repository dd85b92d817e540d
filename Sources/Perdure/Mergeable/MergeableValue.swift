// SPDX-License-Identifier: Apache-2.0
// The handle of a value that is replaced as a whole: `shape.$color`.

import Foundation
import PerdureStore

/// A value of one object; an unsaved change is kept apart from the stored value.
///
/// ```swift
/// shape.$color.value = .green        // as shape.color = .green
/// if shape.$color.isPending { print("was", shape.$color.storedValue) }
/// ```
///
/// If two writers replace the value, the attribute's conflict resolution decides. The handle only holds its object. Each
/// access may fire the object's fault, which costs at most one store access; nothing else here costs one.
///
/// ## Compatibility
/// An addition.
public struct MergeableValue<Value> {
    private let slot: MergeableSlot
    private let read: () -> Value
    private let write: (Value) -> Void

    /// The value behind a slot number in generated code, read and set by the property's accessors.
    public init(
        _ object: NSManagedObject, at slot: Int, get read: @escaping () -> Value,
        set write: @escaping (Value) -> Void
    ) {
        self.slot = MergeableSlot(object, accessor: slot, .value)
        self.read = read
        self.write = write
    }

    init(_ slot: MergeableSlot, get read: @escaping () -> Value, set write: @escaping (Value) -> Void) {
        self.slot = slot
        self.read = read
        self.write = write
    }

    /// The present value: the unsaved one, or the stored one.
    public var value: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }

    /// Whether there is an unsaved value.
    public var isPending: Bool { slot.state?.isChanged ?? false }

    /// The value that the store holds as key-value coding gives it, as far as the context knows; nil for nil.
    public var storedValue: Any? {
        guard case .value(let value) = slot.state?.base else { return nil }
        return slot.coding?.value(value)
    }
}
