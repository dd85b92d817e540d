// SPDX-License-Identifier: Apache-2.0
// The place of a migration's new store beside one on a server: a namespace of its own (TemporaryNamespace, PerdurePostgreSQL).

#if PostgreSQL
import Foundation
import Perdure
import PerdureModel
import PerdureModelFormat
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdureStore

/// A namespace beside a namespace.
final class BesideServerStore: ClaimedPlace {
    let url: URL
    let options: [AnyHashable: Any]
    private let namespace: TemporaryNamespace

    init(_ namespace: TemporaryNamespace, _ url: URL, _ given: [AnyHashable: Any]) {
        (self.namespace, self.url) = (namespace, url)
        var options = given
        options[PostgreSQLOptionKey.schema] = namespace.name
        options[PostgreSQLOptionKey.creation] = nil
        // Nobody else writes here.
        options[PostgreSQLOptionKey.notifications] = "off"
        options[NSReadOnlyPersistentStoreOption] = nil
        self.options = options
    }

    func fill(timeout: TimeInterval) throws {
        try translating { try namespace.fill(schema: Self.schema) }
    }

    func replace(timeout: TimeInterval, whileLocked: () throws -> Void) throws {
        try translating {
            try ServerHandover(namespace, schema: Self.schema).run(timeout: timeout, whileLocked: whileLocked)
        }
    }

    func remove() { namespace.remove() }

    private func translating(_ body: () throws -> Void) throws {
        do { try body() } catch let error as PostgreSQLError {
            throw error.storeError("replace the store", .opening)
        }
    }

    /// Reads the model that a store keeps of itself.
    static func schema(_ archive: Data, _ place: String) throws -> Schema {
        let document = try CompiledModelReader.read(data: archive, path: place)
        return try NSManagedObjectModel(document: document).compiled().schema
    }
}
#endif
