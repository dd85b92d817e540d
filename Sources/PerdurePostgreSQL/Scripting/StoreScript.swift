// SPDX-License-Identifier: Apache-2.0
// The definitions of a new store as a text that an administrator runs (PG-136, PG-147); nothing is connected to.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureStore

/// Writes the statements of a new store.
package struct StoreScript {
    private let options: PostgreSQLOptions
    private let creation: StoreCreation

    /// Chooses the names of the store.
    ///
    /// - Parameters:
    ///   - options: the namespace, the metadata and the model's archive of the store.
    ///   - schema: the model.
    /// - Throws: `StoreError.invalidSchema`.
    package init(_ options: PostgreSQLOptions, schema: Schema) throws {
        self.options = options
        creation = try StoreCreation(options, schema, nil, included: schema.entities.map(\.number))
    }

    /// The text; with the rights of a role that reads and writes the store, and with constraints where limits are given.
    package func text(grantingTo role: String?, strictness limits: StrictLimits? = nil) throws -> String {
        let place = ServerName.quoted(options.namespace)
        var lines = ["BEGIN;", "CREATE SCHEMA IF NOT EXISTS \(place);"]
        lines += try creation.requests().map { $0.filledText + ";" }
        if let limits {
            let constraints = StrictConstraints(
                mapping: creation.mapping, place: ServerPlace(options.namespace), limits: limits)
            lines += constraints.statements().map { $0 + ";" }
        }
        if let role { lines += DefiningRole.grants(on: options.namespace, to: role).map { $0.text + ";" } }
        return (lines + ["COMMIT;"]).joined(separator: "\n") + "\n"
    }
}
#endif
