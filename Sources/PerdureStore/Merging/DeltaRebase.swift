// SPDX-License-Identifier: Apache-2.0
// A snapshot and an unsaved change of a mergeable attribute. Refreshing, merging, undo, saving and the resolution of conflicts
// all use this type.

/// A stored value and the change that has not been saved yet (MRG-1 to MRG-3).
package struct DeltaRebase: Sendable, Equatable {
    /// The snapshot: the stored value, as far as it is known.
    package let base: MergeContent
    /// The change; normalized for the snapshot, unless the rule counts each call of a setter.
    package let delta: AttributeDelta
    private let isNormalized: Bool

    /// Puts a change on a snapshot.
    package init(_ delta: AttributeDelta, onto base: MergeContent, by rule: MergeRule) {
        self.init(rule.own(delta), base, isNormalized: rule.criterion == .valueDiffers)
    }

    private init(_ delta: AttributeDelta, _ base: MergeContent, isNormalized: Bool) {
        self.base = base
        self.delta = isNormalized ? delta.normalized(for: base) : delta
        self.isNormalized = isNormalized
    }

    /// Whether there is a change to save.
    package var isChanged: Bool { !delta.isIdentity }

    /// The visible value: the change applied to the snapshot.
    package var visible: MergeContent { delta.shown(on: base) }

    /// The value that a save would store.
    ///
    /// - Throws: `MergeError` when the change does not fit the snapshot any more.
    package func result() throws -> MergeContent { try delta.applied(to: base) }

    /// The snapshot with a further change, as setters make it.
    ///
    /// - Throws: `MergeError` when the change does not fit the visible value.
    package func adding(_ later: AttributeDelta) throws -> DeltaRebase {
        let sum = DeltaRebase(try delta.composed(with: later), base, isNormalized: isNormalized)
        _ = try sum.result()
        return sum
    }
}
