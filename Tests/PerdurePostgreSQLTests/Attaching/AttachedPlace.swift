// SPDX-License-Identifier: Apache-2.0
// Tables of others for one test, and stores that are attached to them.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLStores
import PerdureTestSupport

/// A namespace with tables that plain SQL has made.
final class AttachedPlace {
    let namespace: ServerNamespace
    let other: PlainWriter

    init(_ statements: String...) throws {
        namespace = try ServerNamespace()
        try SharedServer.run("CREATE SCHEMA \(namespace.name)")
        other = try PlainWriter(namespace.name)
        for text in statements { try other.run(text) }
    }

    /// Runs a body in a context of an attached store.
    func attached(_ model: NSManagedObjectModel, _ body: (NSManagedObjectContext) throws -> Void) throws {
        let stack = try Stack(
            at: namespace.url, model, options: ["PerdurePostgreSQLSchemaCreation": "attach"])
        defer { withExtendedLifetime(stack) {} }
        let context = stack.context()
        try context.performAndWait { try body(context) }
    }
}
#endif
