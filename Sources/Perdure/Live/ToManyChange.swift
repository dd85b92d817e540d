// SPDX-License-Identifier: Apache-2.0
// What a save learns of the members of a relationship (Objects/NSManagedObject+Saving.swift).

/// The difference between a to-many relationship of an object and the stored one.
struct ToManyChange {
    var added: [NSManagedObject] = []
    var removed: [NSManagedObject] = []
    /// All members in their order, when the relationship is ordered; nil otherwise.
    var order: [NSManagedObject]?
}
