// SPDX-License-Identifier: Apache-2.0
// What a history is made of, as protocols; DefaultHistory.swift has the types of our stores.

import Foundation

/// A position in a history.
public protocol HistoryToken: Comparable, Codable, Hashable, Identifiable, Sendable {
    /// The value behind the position.
    associatedtype TokenType: Codable, Hashable, Sendable
    /// The value behind the position.
    var tokenValue: TokenType? { get }
}

/// One save in a history.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
    /// The positions of the history.
    associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
    /// What identifies a transaction.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// When the save was.
    var timestamp: Date { get }
    /// What was saved.
    var changes: [HistoryChange] { get }
    /// The position after the save.
    var token: TokenType { get }
    /// What identifies the transaction.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The store.
    var storeIdentifier: String { get }
    /// Who saved.
    var author: String? { get }
}

/// One model in one save.
public enum HistoryChange: Sendable {
    /// A new model.
    case insert(any HistoryInsert)
    /// A changed model.
    case update(any HistoryUpdate)
    /// A deleted model.
    case delete(any HistoryDelete)

    /// The model's identifier.
    public var changedPersistentIdentifier: PersistentIdentifier {
        switch self {
        case .insert(let change): change.changedPersistentIdentifier
        case .update(let change): change.changedPersistentIdentifier
        case .delete(let change): change.changedPersistentIdentifier
        }
    }
}

/// A new model.
public protocol HistoryInsert<Model>: Sendable {
    /// The class.
    associatedtype Model: PersistentModel
    /// What identifies a transaction.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// What identifies a change.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// What identifies the transaction.
    var transactionIdentifier: TransactionIdentifier { get }
    /// What identifies the change.
    var changeIdentifier: ChangeIdentifier { get }
    /// The model's identifier.
    var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// A changed model.
public protocol HistoryUpdate<Model>: Sendable {
    /// The class.
    associatedtype Model: PersistentModel
    /// What identifies a transaction.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// What identifies a change.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// A changed property.
    typealias PropertyUpdate = PartialKeyPath<Model> & Sendable
    /// What identifies the transaction.
    var transactionIdentifier: TransactionIdentifier { get }
    /// What identifies the change.
    var changeIdentifier: ChangeIdentifier { get }
    /// The model's identifier.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The changed properties.
    var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}

/// A deleted model.
public protocol HistoryDelete<Model>: Sendable {
    /// The class.
    associatedtype Model: PersistentModel
    /// What identifies a transaction.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// What identifies a change.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// What identifies the transaction.
    var transactionIdentifier: TransactionIdentifier { get }
    /// What identifies the change.
    var changeIdentifier: ChangeIdentifier { get }
    /// The model's identifier.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// What is left of the model.
    var tombstone: HistoryTombstone<Model> { get }
}

/// Values of a deleted model that its class preserves.
public struct HistoryTombstone<Model: PersistentModel>: Sequence, @unchecked Sendable {
    // Sendable because the values are values of attributes.

    /// The values.
    public typealias Element = Any

    /// Goes through the values.
    public struct Iterator: IteratorProtocol {
        fileprivate var rest: [Any]
        /// The next value.
        public mutating func next() -> Any? { rest.isEmpty ? nil : rest.removeFirst() }
    }

    let values: [(name: String, value: any Sendable)]

    /// The value of a property; nil where it was not preserved.
    public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
        guard let name = ModelFacts.of(Model.self).name(of: keyPath) else { return nil }
        return values.first { $0.name == name }?.value
    }

    /// Goes through the values, in the order of their names.
    public func makeIterator() -> Iterator { Iterator(rest: values.map { $0.value }) }
}

/// Which transactions to fetch.
public struct HistoryDescriptor<TransactionType: HistoryTransaction> {
    /// What matches; nil for all.
    public var predicate: Predicate<TransactionType>?
    /// The largest number; 0 for any.
    public var fetchLimit: UInt64 = 0
    /// The order; that of the saves without one.
    public var sortBy: [SortDescriptor<TransactionType>]

    /// Describes a fetch.
    public init(predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = [])
    {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}
