// SPDX-License-Identifier: Apache-2.0
// The kinds of merge policies (NSMergePolicy.swift).

/// The kinds of merge policy.
public enum NSMergePolicyType: UInt, Sendable {
    /// The save fails and lists the conflicts.
    case errorMergePolicyType = 0
    /// Merges property by property; where both sides changed a property, the store's value wins.
    case mergeByPropertyStoreTrumpMergePolicyType = 1
    /// Merges property by property; where both sides changed a property, the object's value wins.
    case mergeByPropertyObjectTrumpMergePolicyType = 2
    /// All values of the object win, changed or unchanged.
    case overwriteMergePolicyType = 3
    /// The object's changes are discarded.
    case rollbackMergePolicyType = 4
}
