// SPDX-License-Identifier: Apache-2.0
// Accounts with attributes that merge, and several contexts that have read the same account.

import Foundation
import Perdure

extension PropertySketch {
    /// A mergeable attribute.
    ///
    /// - Parameters:
    ///   - name: the attribute's name.
    ///   - kind: how the attribute merges.
    ///   - type: the attribute's type; nil for the usual type of the kind.
    ///   - value: the default value.
    ///   - isTransient: whether the attribute is not stored.
    ///   - configure: sets other properties of the description.
    /// - Returns: the property.
    public static func mergeable(
        _ name: String, _ kind: MergeKind, _ type: NSAttributeType? = nil, default value: Any? = nil,
        isTransient: Bool = false, _ configure: (MergeableAttributeDescription) -> Void = { _ in }
    ) -> PropertySketch {
        let attribute = MergeableAttributeDescription(kind)
        attribute.name = name
        if let type { attribute.attributeType = type }
        attribute.defaultValue = value
        attribute.isTransient = isTransient
        configure(attribute)
        return PropertySketch(description: attribute, destination: nil, inverse: nil)
    }
}

/// A model with attributes that merge.
public enum MergingModel {
    /// The model of Account, with an attribute of each kind, and of Item with a unique id.
    ///
    /// - Parameter configure: changes attributes for one test, by their names.
    /// - Returns: the model.
    public static func accounts(
        _ configure: [String: (MergeableAttributeDescription) -> Void] = [:]
    ) -> NSManagedObjectModel {
        func mergeable(
            _ name: String, _ kind: MergeKind, _ type: NSAttributeType? = nil, default value: Any? = nil,
            isTransient: Bool = false
        ) -> PropertySketch {
            .mergeable(
                name, kind, type, default: value, isTransient: isTransient, configure[name] ?? { _ in })
        }
        return NSManagedObjectModel(
            EntitySketch(
                "Account", .attribute("owner"), .attribute("note"),
                mergeable("likes", .counter, default: 0), mergeable("score", .counter),
                mergeable("points", .counter, .doubleAttributeType, default: 0.0),
                mergeable("amount", .counter, .decimalAttributeType), mergeable("tags", .set),
                mergeable("settings", .dictionary), mergeable("color", .value, .stringAttributeType),
                mergeable("visits", .counter, isTransient: true),
                mergeable("marks", .set, isTransient: true)),
            EntitySketch(
                "Item", unique: [["id"]], .attribute("id"), .attribute("title"),
                mergeable("count", .counter, default: 0), mergeable("labels", .set),
                mergeable("facts", .dictionary)))
    }
}

/// One stored account, and three contexts that have read it.
public final class AccountStage {
    /// The store.
    public let stack: Stack
    /// The context of most cases.
    public let a: NSManagedObjectContext
    /// The second context, for changes by another writer.
    public let b: NSManagedObjectContext
    /// The third context, which only reads.
    public let c: NSManagedObjectContext
    /// The account in each of the contexts.
    public let accounts: [NSManagedObjectContext: NSManagedObject]

    /// Stores an account.
    ///
    /// - Parameters:
    ///   - kind: the kind of store.
    ///   - values: the account's values.
    ///   - policy: the merge policy of the contexts.
    ///   - configure: the argument of `MergingModel.accounts`.
    /// - Throws: the error of a save.
    public init(
        _ kind: Stack.Kind, _ values: [String: Any?] = [:], policy: NSMergePolicy = .error,
        _ configure: [String: (MergeableAttributeDescription) -> Void] = [:]
    ) throws {
        stack = try Stack(kind, MergingModel.accounts(configure))
        let first = stack.context()
        first.insert("Account", values)
        try first.save()
        a = stack.context(policy)
        b = stack.context(policy)
        c = stack.context(policy)
        accounts = try Dictionary(
            uniqueKeysWithValues: [a, b, c].map { context in
                context.undoManager = UndoManager()
                guard let account = try context.all("Account").first else { throw CocoaError(.coreData) }
                _ = account.value(forKey: "likes")
                return (context, account)
            })
    }

    /// The account of a context.
    public subscript(context: NSManagedObjectContext) -> NSManagedObject { accounts[context]! }

    /// The stored value, read by a new context.
    public func stored(_ key: String) throws -> Any? {
        let context = stack.context()
        return try withExtendedLifetime(context) { try context.all("Account").first?.value(forKey: key) }
    }
}
