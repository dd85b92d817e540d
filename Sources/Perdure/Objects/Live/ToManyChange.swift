// SPDX-License-Identifier: Apache-2.0
// The change of a relationship's members, as a save reads it (Objects/Lifecycle/NSManagedObject+Saving.swift).

/// The difference between a to-many relationship of an object and the stored one.
struct ToManyChange {
    var added: [NSManagedObject] = []
    var removed: [NSManagedObject] = []
    /// All members in their order, when the relationship is ordered; nil otherwise.
    var order: [NSManagedObject]?
}
