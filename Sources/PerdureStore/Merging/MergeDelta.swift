// SPDX-License-Identifier: Apache-2.0
// The algebra of mergeable attributes. A change is kept apart from the value that it changes, and can be applied to a newer
// value. Each kind has a file of its own; AttributeDelta.swift is a change of any kind.

/// A change of a value, kept apart from it.
///
/// For all values v, w and deltas d, e, as far as nothing throws:
/// - v with the identity is v; v with d, then with e, is v with d composed with e; composition is associative;
/// - d normalized for v does to v what d does, and is the identity exactly if d does nothing to v;
/// - v with d, then with d inverted for v, is v;
/// - v with the difference from v to w is w, and no smaller change is.
package protocol MergeDelta: Sendable, Equatable {
    associatedtype Value

    /// The change that changes nothing.
    static var identity: Self { get }

    /// The value after the change.
    ///
    /// - Throws: `MergeError` when the kind has no such value: a number out of range, a number added to a text.
    func applied(to value: Value) throws -> Value

    /// The value to show: the nearest one where `applied` throws, because the change no longer fits the value.
    func shown(on value: Value) -> Value

    /// One change that does what this one and then a later one do.
    ///
    /// - Throws: `MergeError`, as `applied`.
    func composed(with later: Self) throws -> Self

    /// The part of the change that has an effect on a value.
    func normalized(for value: Value) -> Self

    /// The change that undoes this one, computed for the value that it was applied to.
    ///
    /// - Throws: `MergeError`, as `applied`.
    func inverted(for value: Value) throws -> Self

    /// The smallest change from one value to another.
    static func difference(from old: Value, to new: Value) -> Self
}

extension MergeDelta {
    package var isIdentity: Bool { self == .identity }
}

/// Why a change has no result.
package enum MergeError: Error, Equatable, Sendable {
    /// The number would be larger than its type can hold.
    case tooLarge
    /// The number would be smaller than its type can hold.
    case tooSmall
    /// NaN and infinities cannot be added.
    case notFinite
    /// An addition to a value of a dictionary that is no number: its key.
    case notANumber(key: String)
    /// The change belongs to another kind of attribute.
    case otherKind
    /// The stored value does not have the form of its kind: why.
    case unreadable(String)
    /// A value cannot be part of such an attribute: why.
    case unusable(String)
}
