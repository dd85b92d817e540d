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
        lines += try creation.requests().map { Self.filled($0) + ";" }
        if let limits {
            let constraints = StrictConstraints(
                mapping: creation.mapping, place: ServerPlace(options.namespace), limits: limits)
            lines += constraints.statements().map { $0 + ";" }
        }
        if let role { lines += DefiningRole.grants(on: options.namespace, to: role).map { $0.text + ";" } }
        return (lines + ["COMMIT;"]).joined(separator: "\n") + "\n"
    }

    /// The text with literals in the place of its parameters.
    private static func filled(_ request: ServerRequest) -> String {
        var text = request.text
        // From the last one down: $1 is the beginning of $10.
        for (index, value) in request.parameters.enumerated().reversed() {
            text = text.replacingOccurrences(of: "$\(index + 1)", with: literal(value))
        }
        return text
    }

    private static func literal(_ value: ServerValue) -> String {
        switch value {
        case .int4(let number): String(number)
        case .int8(let number): String(number)
        // A dollar sign would be taken for a parameter.
        case .text(let text): "'\(text.replacingOccurrences(of: "'", with: "''"))'"
        case .bytea(let data): "'\\x\(data.map { String(format: "%02x", $0) }.joined())'::bytea"
        default: "NULL"
        }
    }
}
#endif
