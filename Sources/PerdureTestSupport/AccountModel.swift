// SPDX-License-Identifier: Apache-2.0
// Accounts whose sum never changes: the invariant of the stress test. The workers of the test are in FaultWriter.

import Foundation
import Perdure

/// A model of accounts and of the workers that move amounts between them.
///
/// The balances always add up to `total`. The touches of all accounts are as many as the touches of all workers. Each change
/// of an account adds one touch to the account, and in the same transaction one touch to the row of its worker. A lost
/// update or half a transaction would break one of the sums.
public enum AccountModel {
    /// The number of accounts at first.
    public static let accounts = 1_000
    /// The sum of all balances, which never changes.
    public static let total = accounts * 1_000

    /// The model with Account and Worker.
    public static func bank() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Account", .attribute("balance", .integer64AttributeType),
                .attribute("touches", .integer64AttributeType, default: 0)),
            EntitySketch(
                "Worker", .attribute("name"), .attribute("touches", .integer64AttributeType, default: 0)))
    }

    /// Fills an empty store with accounts.
    ///
    /// - Parameter stack: the store.
    /// - Throws: the error of a save.
    public static func fill(_ stack: Stack) throws {
        let context = stack.context()
        try context.performAndWait {
            for _ in 0..<accounts { context.insert("Account", ["balance": total / accounts]) }
            try context.save()
        }
    }

    /// The sum of an attribute over all rows of an entity, in one fetch.
    ///
    /// - Parameters:
    ///   - key: the attribute.
    ///   - entity: the entity's name.
    ///   - context: the context that fetches.
    /// - Returns: the sum.
    /// - Throws: the error of a fetch.
    public static func sum(of key: String, _ entity: String, in context: NSManagedObjectContext) throws -> Int
    {
        let column = NSExpressionDescription()
        column.name = "sum"
        column.expression = NSExpression(format: "@sum.\(key)")
        column.expressionResultType = .integer64AttributeType
        let request = NSFetchRequest<NSDictionary>(entityName: entity)
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = [column]
        return try context.fetch(request).first?["sum"] as? Int ?? 0
    }
}
