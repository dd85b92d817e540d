// SPDX-License-Identifier: Apache-2.0
// Which attributes of entities merge.

extension EntityLayout {
    /// The attributes that merge and are stored, in ascending order of slots.
    public var mergeSlots: [Int] {
        properties.filter { $0.merge != nil && !$0.isTransient }.map(\.slot)
    }

    /// Whether any stored attribute merges.
    public var merges: Bool { properties.contains { $0.merge != nil && !$0.isTransient } }
}
