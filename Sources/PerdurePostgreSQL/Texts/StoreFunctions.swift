// SPDX-License-Identifier: Apache-2.0
// The functions of a store: texts as the evaluator sees them (PG-109, PG-111), and numbers that overflow as doubles do in
// memory. NumberFunctions.swift has those of numbers.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// Makes the functions that statements call.
enum StoreFunctions {
    /// All functions, those first that others call.
    static func definitions(_ namespace: String) -> [ServerDefinition] {
        let place = ServerName.quoted(namespace)
        return texts(place) + foldings(namespace) + NumberFunctions.all(place)
    }

    /// The functions of indexes on folded texts.
    static func foldings(_ namespace: String) -> [ServerDefinition] {
        TextFolding.tables.flatMap { folding(ServerName.quoted(namespace), $0) }
    }

    /// Makes the functions that an opened store lacks: it was made with other tables, by another toolchain.
    ///
    /// - Throws: `StoreError.notAStore` when they are missing and the store cannot get them.
    static func require(_ session: ServerSession, _ options: PostgreSQLOptions) throws {
        let all = definitions(options.namespace)
        let found = try session.run(
            ServerRequest(
                "SELECT p.proname::text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace "
                    + "WHERE n.nspname = $1 AND p.proname LIKE 'perdure\\_%'", [.text(options.namespace)]))
        let names = Set(
            try found.column(0).compactMap { if case .text(let name)? = $0 { name } else { nil } })
        let missing = all.filter { !names.contains($0.name) }
        guard !missing.isEmpty else { return }
        guard !options.isReadOnly, options.creation == .create else {
            throw StoreError.notAStore(
                path: options.client.description,
                reason: "it lacks the functions \(missing.map(\.name).joined(separator: ", ")); "
                    + "open it once for writing, as the owner of its tables")
        }
        try session.beginWriting()
        defer { session.rollback() }
        let role = try DefiningRole(options, session)
        try session.run(missing.map { ServerRequest($0.sql, isPrepared: false) })
        try role.giveBack(session)
        try session.commit()
    }

    /// A function with a body in some language.
    static func function(
        _ place: String, _ name: String, _ signature: String, _ words: String, _ body: String
    ) -> ServerDefinition {
        ServerDefinition(
            kind: .function, name: name,
            sql: "CREATE OR REPLACE FUNCTION \(place).\(name)\(signature) \(words) PARALLEL SAFE "
                + "AS $perdure$\(body)$perdure$")
    }

    // MARK: Texts

    private static func texts(_ place: String) -> [ServerDefinition] {
        [
            function(
                place, "perdure_nfc", "(s text) RETURNS text", "LANGUAGE sql IMMUTABLE",
                "SELECT CASE WHEN octet_length(s) = length(s) THEN s ELSE normalize(s, NFC) END"),
            // The length in UTF-16: scalars beyond U+FFFF count twice.
            function(
                place, "perdure_length", "(s text) RETURNS bigint", "LANGUAGE sql IMMUTABLE",
                "SELECT CASE WHEN octet_length(s) = length(s) THEN length(s)::bigint ELSE 2 * length(s)::bigint - "
                    + "length(regexp_replace(s COLLATE \"C\", '[\\U00010000-\\U0010FFFF]', '', 'g')) END"),
            function(
                place, SQLDialect.clock, "() RETURNS double precision", "LANGUAGE sql STABLE",
                "SELECT extract(epoch FROM transaction_timestamp())::double precision - 978307200"),
        ]
    }

    /// The outer function is not STRICT, because only so does the server inline it.
    private static func folding(_ place: String, _ folding: TextFolding) -> [ServerDefinition] {
        guard let name = folding.function else { return [] }
        let rest = name.replacingOccurrences(of: "perdure_fold_", with: "perdure_rest_")
        let plain = folding == .ignoringDiacritics ? "s" : "lower(s COLLATE \"C\")"
        let table = (FoldingTable.tables[folding] ?? "{}").replacingOccurrences(of: "'", with: "''")
        return [
            function(
                place, rest, "(s text) RETURNS text", "LANGUAGE plpgsql IMMUTABLE STRICT",
                """

                DECLARE n text COLLATE "C" := normalize(s, NFC);
                BEGIN
                  IF n ~ '\(FoldingTable.unjudged)' THEN RETURN NULL; END IF;
                  RETURN normalize((SELECT string_agg(coalesce('\(table)'::jsonb ->> ch, ch), '' ORDER BY o)
                    FROM string_to_table(n, NULL) WITH ORDINALITY AS u(ch, o)), NFC);
                END

                """),
            function(
                place, name, "(s text) RETURNS text", "LANGUAGE sql IMMUTABLE",
                "SELECT CASE WHEN octet_length(s) = length(s) THEN \(plain) ELSE \(place).\(rest)(s) END"),
        ]
    }
}
#endif
