// SPDX-License-Identifier: Apache-2.0
// The live view of an ordered relationship, as its members know it. RelationshipOrderedSet.swift is the view.

import Foundation

/// Shows the members of an ordered relationship, and hears of their changes.
protocol MembersView: NSMutableOrderedSet {
    /// The relationship inserted a member at an index.
    func follow(_ value: ToManyValue, insertionOf object: NSManagedObject, at index: Int)

    /// The relationship removed the member at an index.
    func follow(_ value: ToManyValue, removalAt index: Int)

    /// The relationship's members changed in another way.
    func follow(_ value: ToManyValue)
}
