// SPDX-License-Identifier: Apache-2.0
// Accounts whose sum never changes: the invariant of the stress test, whose workers are in FaultWriter.

import Foundation
import Perdure

/// A model of accounts and of the workers that move amounts between them.
///
/// Whatever happens, the balances add up to `total`, and the touches of the accounts to those of the workers: each
/// change of an account counts one touch there, and in the same transaction in the row of the worker that made it.
/// So neither a lost update nor half a transaction can hide.
public enum AccountModel {
    /// The number of accounts at first.
    public static let accounts = 1_000
    /// What all accounts hold together, always.
    public static let total = accounts * 1_000

    /// Account and Worker.
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
    /// - Throws: what saving reports.
    public static func fill(_ stack: Stack) throws {
        let context = stack.context()
        try context.performAndWait {
            for _ in 0..<accounts { context.insert("Account", ["balance": total / accounts]) }
            try context.save()
        }
    }

    /// The sum of an attribute over all rows of an entity, as one fetch sees them.
    ///
    /// - Parameters:
    ///   - key: the attribute.
    ///   - entity: the entity's name.
    ///   - context: where it is fetched.
    /// - Returns: the sum.
    /// - Throws: what fetching reports.
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
