// SPDX-License-Identifier: Apache-2.0
// Statements of a program in the transaction of a save. PerdurePostgreSQLStores has the public face; OwnStatementText.swift
// refuses what would end the transaction, or outlive it.

#if PostgreSQL
import PerdureBase
import PerdurePostgreSQLClient
import PerdureStore

/// Runs statements in an open transaction.
package final class OwnStatements {
    /// nil once the transaction is out of the program's hands.
    private var session: ServerSession?
    /// The first error: the server refuses all that follows one.
    private(set) var failure: PostgreSQLError?
    /// The namespace of the store.
    private let namespace: String

    init(_ session: ServerSession, namespace: String) {
        self.session = session
        self.namespace = namespace
    }

    /// A table's name, quoted and behind the namespace.
    package func name(_ table: String) -> String {
        "\(ServerName.quoted(namespace)).\(ServerName.quoted(table))"
    }

    /// Runs one statement behind the rows of the save.
    ///
    /// - Parameters:
    ///   - text: The statement, with $1, $2 … for values; names need their schema.
    ///   - values: The values.
    /// - Returns: What the server answered.
    /// - Throws: `StoreError` for what the server refuses, an invalid argument for what no statement of a program may do.
    package func run(_ text: String, _ values: [ServerValue]) throws -> ServerResult {
        guard let session else {
            throw CoreDataException.invalidArgument(
                "The transaction has ended; run statements inside of the closure that got it.")
        }
        try OwnStatementText(text).check()
        do {
            if let failure { throw failure }
            return try session.run(ServerRequest(text, values, isPrepared: false))
        } catch let error as PostgreSQLError {
            if failure == nil { failure = error }
            throw error.storeError("running a statement of the program")
        }
    }

    /// Lets a companion run its statements.
    ///
    /// - Throws: What the server refused, as the client says it, so that a save may be tried again; else what the companion throws.
    ///
    /// Triggers see them as another program's: nobody finishes here what they would leave to a save.
    static func run(_ companion: any ServerCompanion, _ session: ServerSession, namespace: String) throws {
        let statements = OwnStatements(session, namespace: namespace)
        defer { statements.session = nil }
        session.queue(SaveSetting.request(isOwn: false))
        do { try companion.run(statements) } catch {
            if let failure = statements.failure, WriteRetries.mayHelp(failure) { throw failure }
            throw error
        }
        // A program may not have looked at it.
        guard let failure = statements.failure else { return }
        throw WriteRetries.mayHelp(failure)
            ? failure : failure.storeError("running a statement of the program")
    }
}

/// What a program does in the transaction of a save.
package protocol ServerCompanion: SaveCompanion {
    /// Runs statements; called again when the save is tried again.
    func run(_ statements: OwnStatements) throws
}
#endif
