// SPDX-License-Identifier: Apache-2.0
// A snapshot and a change, for attributes that merge: what refreshing, merging, undo, saving and the settlement of conflicts
// do with the two is all here.

/// A stored value and the change that has not been saved yet (MRG-1 to MRG-3).
package struct DeltaRebase: Sendable, Equatable {
    /// The snapshot: what the store holds, as far as is known.
    package let base: MergeContent
    /// The change, normalized for the snapshot unless the rule counts what a setter was called for.
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

    /// Whether something waits for being saved.
    package var isChanged: Bool { !delta.isIdentity }

    /// What is to be seen: the change applied to the snapshot.
    package var visible: MergeContent { delta.shown(on: base) }

    /// What a save would store.
    ///
    /// - Throws: `MergeError` when the change does not fit the snapshot any more.
    package func result() throws -> MergeContent { try delta.applied(to: base) }

    /// The snapshot with a further change: setters.
    ///
    /// - Throws: `MergeError` when the change does not fit what is to be seen.
    package func adding(_ later: AttributeDelta) throws -> DeltaRebase {
        let sum = DeltaRebase(try delta.composed(with: later), base, isNormalized: isNormalized)
        _ = try sum.result()
        return sum
    }
}
