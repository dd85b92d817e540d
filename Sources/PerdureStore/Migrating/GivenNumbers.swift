// SPDX-License-Identifier: Apache-2.0
// What a store has given out so far: a store that takes its place must give none of it again.

/// The last numbers of a store.
package struct GivenNumbers: Sendable, Equatable {
    /// The last numbers of objects, by the name of the hierarchy's root.
    package var objects: [String: Int64]
    /// The number of the newest transaction that the history ever had; 0 without a history.
    package var transaction: Int64
    /// Whether the history has a transaction, so that it must go on.
    package var hasHistory: Bool
    /// Whether one sequence serves all hierarchies, so that no two objects of the store have one number.
    package var hasOneSequence = false

    package init(objects: [String: Int64] = [:], transaction: Int64 = 0, hasHistory: Bool = false) {
        self.objects = objects
        self.transaction = transaction
        self.hasHistory = hasHistory
    }

    /// The last number of a hierarchy.
    ///
    /// A file may know the root by another name than the model; the largest number of all is safe then.
    package func last(of root: String) -> Int64 { objects[root] ?? objects.values.max() ?? 0 }
}
