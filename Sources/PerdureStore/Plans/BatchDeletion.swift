// SPDX-License-Identifier: Apache-2.0
// The deletion of all rows that a fetch finds, with the model's delete rules. Part of Batch.swift.

/// The deletion of many rows.
public struct BatchDeletion: Sendable {
    /// Which rows, with order and page.
    public var rows: FetchPlan
    /// The rules of relationships by entity and slot; a relationship without one nullifies.
    public var rules: [Int32: [Int: DeletionRule]]

    /// Makes a deletion.
    public init(_ rows: FetchPlan, rules: [Int32: [Int: DeletionRule]]) {
        self.rows = rows
        self.rows.shape = .keys
        self.rules = rules
    }
}

/// What the deletion of an object does to the members of a relationship.
public enum DeletionRule: Sendable {
    /// Nothing: the members keep references to no object.
    case noAction
    /// The members lose their references.
    case nullify
    /// The members are deleted too.
    case cascade
    /// The deletion fails if there are members.
    case deny
}
