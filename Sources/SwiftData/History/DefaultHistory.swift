// SPDX-License-Identifier: Apache-2.0
// The history of our stores. ModelContext+History.swift makes it of managed objects' histories.

import Foundation

/// A position in the histories of a container's stores: the number of the last transaction of each.
public struct DefaultHistoryToken: HistoryToken {
    /// Numbers of transactions by the identifiers of stores.
    public typealias TokenType = [String: Int64]
    let numbers: [String: Int64]

    /// The numbers.
    public var tokenValue: [String: Int64]? { numbers }
    /// A number that identifies the position.
    public var id: Int { numbers.hashValue }

    /// Whether a position is before another one: in a store that both know, else by all numbers together.
    public static func < (lhs: Self, rhs: Self) -> Bool {
        let shared = lhs.numbers.keys.filter { rhs.numbers[$0] != nil }
        if shared.isEmpty { return lhs.numbers.values.reduce(0, +) < rhs.numbers.values.reduce(0, +) }
        return shared.contains { (lhs.numbers[$0] ?? 0) < (rhs.numbers[$0] ?? 0) }
    }
}

/// One save.
public struct DefaultHistoryTransaction: HistoryTransaction {
    /// The positions of the history.
    public typealias TokenType = DefaultHistoryToken
    /// The numbers of transactions.
    public typealias TransactionIdentifier = Int64

    /// Who saved.
    public let author: String?
    /// The program that saved.
    public let bundleIdentifier: String
    /// What was saved.
    public let changes: [HistoryChange]
    /// The process that saved.
    public let processIdentifier: String
    /// The store.
    public let storeIdentifier: String
    /// When the save was.
    public let timestamp: Date
    /// The position after the save.
    public let token: DefaultHistoryToken
    /// The number of the transaction in its store.
    public let transactionIdentifier: Int64

    /// The number of the transaction.
    public var id: Int64 { transactionIdentifier }

    /// Whether both are the same save.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.transactionIdentifier == rhs.transactionIdentifier && lhs.storeIdentifier == rhs.storeIdentifier
    }

    /// Hashes number and store.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(transactionIdentifier)
        hasher.combine(storeIdentifier)
    }
}

/// A new model.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert, Hashable {
    /// The numbers of transactions.
    public typealias TransactionIdentifier = Int64
    /// The numbers of changes.
    public typealias ChangeIdentifier = Int64
    /// The number of the transaction.
    public let transactionIdentifier: Int64
    /// The number of the change.
    public let changeIdentifier: Int64
    /// The model's identifier.
    public let changedPersistentIdentifier: PersistentIdentifier
}

/// A changed model.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate, Hashable {
    /// The numbers of transactions.
    public typealias TransactionIdentifier = Int64
    /// The numbers of changes.
    public typealias ChangeIdentifier = Int64
    /// The number of the transaction.
    public let transactionIdentifier: Int64
    /// The number of the change.
    public let changeIdentifier: Int64
    /// The model's identifier.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The changed properties.
    public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]

    /// Whether both are the same change.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.changeIdentifier == rhs.changeIdentifier
            && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
    }
    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(changeIdentifier) }
}

/// A deleted model.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete, Hashable {
    /// The numbers of transactions.
    public typealias TransactionIdentifier = Int64
    /// The numbers of changes.
    public typealias ChangeIdentifier = Int64
    /// The number of the transaction.
    public let transactionIdentifier: Int64
    /// The number of the change.
    public let changeIdentifier: Int64
    /// The model's identifier.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// What is left of the model.
    public let tombstone: HistoryTombstone<Model>

    /// Whether both are the same change.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.changeIdentifier == rhs.changeIdentifier
            && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
    }
    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(changeIdentifier) }
}
