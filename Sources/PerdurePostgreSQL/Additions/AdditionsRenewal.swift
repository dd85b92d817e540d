// SPDX-License-Identifier: Apache-2.0
// Brings triggers and functions for other programs to their present form, in a store that has older ones. Those go on until a program that
// may define something opens the store, so what the server refuses now is no failure of the opening.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The renewal of what a store has for other programs.
struct AdditionsRenewal {
    let options: PostgreSQLOptions
    let mapping: StoreMapping

    private var place: ServerPlace { ServerPlace(options.namespace) }

    /// Replaces functions of an older form and makes triggers that are missing, in one transaction; costs a round trip where all is there.
    func run(_ session: ServerSession) throws {
        let definitions = OtherWriterDefinitions(mapping, namespace: options.namespace).all()
        guard options.creation == .create, try !missing(definitions, session).isEmpty else { return }
        do {
            try session.beginWriting()
            // Others may be writing for long, and the older ones do until the next opening.
            try session.run([
                ServerRequest("SET LOCAL lock_timeout = '1s'", isPrepared: false),
                StoreLocks.definitions(options.namespace),
            ])
            // Another process may have made them before this one got the lock.
            let missing = try missing(definitions, session)
            if !missing.isEmpty { try make(missing, session) }
            try session.commit()
        } catch PostgreSQLError.server(let report, _, _) where !report.endsConnection {
            session.rollback()
            tell(report.message)
        } catch {
            session.rollback()
            throw error
        }
    }

    /// Triggers that are not there, and all functions where these are of an older form.
    private func missing(_ definitions: [ServerDefinition], _ session: ServerSession) throws
        -> [ServerDefinition]
    {
        let results = try session.run([
            ServerRequest(
                "SELECT split_part(prosrc, E'\\n', 1) FROM pg_proc WHERE pronamespace = $1::regnamespace AND proname = $2",
                [.text(place.namespace), .text(OtherWriterFunctions.commit)], isPrepared: false),
            ServerRequest(
                "SELECT t.tgname::text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
                    + "WHERE c.relnamespace = $1::regnamespace AND NOT t.tgisinternal",
                [.text(place.namespace)], isPrepared: false),
        ])
        let (lines, triggers) = (try Self.texts(results[0]), Set(try Self.texts(results[1])))
        let isOld = OtherWriterCommit.form(ofLine: lines.first ?? "") < OtherWriterCommit.form
        return definitions.filter { definition in
            switch definition.kind {
            case .trigger: !triggers.contains(definition.name)
            case .function: isOld
            default: false
            }
        }
    }

    private static func texts(_ result: ServerResult) throws -> [String] {
        try result.column(0).compactMap { if case .text(let text)? = $0 { text } else { nil } }
    }

    private func make(_ definitions: [ServerDefinition], _ session: ServerSession) throws {
        let role = try DefiningRole(options, session)
        try session.run(
            definitions.map { ServerRequest($0.sql, isPrepared: false) }
                + StoredNameRows(mapping: mapping, place: place.namespace).missingObjects(definitions))
        try role.giveBack(session)
    }

    private func tell(_ reason: String) {
        FileHandle.standardError.write(
            Data(
                ("Perdure: the triggers for other programs in the store \(options.client.description) are those of an older version, "
                    + "and could not be replaced: \(reason). They go on, and the next opening tries again.\n")
                    .utf8))
    }
}
#endif
