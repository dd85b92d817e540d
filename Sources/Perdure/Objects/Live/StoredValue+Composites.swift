// SPDX-License-Identifier: Apache-2.0
// The leaves of a composite attribute's stored value.

import PerdureStore

extension StoredValue {
    /// The leaves of a composite, in the order of its layout; nil for any other value.
    package var leaves: [StoredValue]? {
        guard case .composite(let leaves) = self else { return nil }
        return leaves
    }

    /// Whether it is a composite whose leaves are all nil, which counts as nil.
    var isEmptyComposite: Bool { leaves?.allSatisfy(\.isNull) ?? false }

    /// Whether both are composites whose leaves are the same, one by one.
    func areLeavesSame(as other: StoredValue) -> Bool {
        guard let mine = leaves, let theirs = other.leaves, mine.count == theirs.count else { return false }
        return zip(mine, theirs).allSatisfy { $0.isSame(as: $1) }
    }

    /// A composite with its leaves in the form that rows keep; any other value unchanged.
    var withStorableLeaves: StoredValue { leaves.map { .composite($0.map(\.storable)) } ?? self }
}
