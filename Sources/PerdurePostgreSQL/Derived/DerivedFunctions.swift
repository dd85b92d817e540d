// SPDX-License-Identifier: Apache-2.0
// The server's functions that derived values are computed with (PG-142, PG-144), and the table that names computed rows (PG-143).

#if PostgreSQL
import PerdurePredicates
import PerdureSQL

/// Functions of a namespace for derived values.
enum DerivedFunctions {
    static let wholeDouble = "perdure_whole_double"
    static let wholeDecimal = "perdure_whole_decimal"
    static let decimal = "perdure_decimal"
    static let overflow = "perdure_overflow"
    /// The table of rows whose derived values a transaction has computed.
    static let computed = "perdure_computed"

    /// The statements that make them.
    static func definitions(_ place: ServerPlace) -> [ServerDefinition] {
        table(place) + numbers(place) + DerivationForm.TextFunction.allCases.map { text($0, place) }
    }

    private static func table(_ place: ServerPlace) -> [ServerDefinition] {
        let index = "perdure_computed_xid"
        return [
            ServerDefinition(
                kind: .table, name: computed,
                sql:
                    "CREATE UNLOGGED TABLE \(place.table(computed)) (xid xid8 NOT NULL, entity integer NOT NULL, "
                    + "id bigint NOT NULL, columns text[] NOT NULL, asks boolean NOT NULL)"),
            ServerDefinition(
                kind: .index, name: index,
                sql: "CREATE INDEX \(ServerName.quoted(index)) ON \(place.table(computed)) (xid)"),
        ]
    }

    private static func function(
        _ name: String, _ place: ServerPlace, _ signature: String, _ language: String, _ body: String
    ) -> ServerDefinition {
        ServerDefinition(
            kind: .function, name: name,
            sql: "CREATE FUNCTION \(place.table(name))\(signature) LANGUAGE \(language) "
                + "SET search_path = pg_catalog AS \(ServerName.literal(body))")
    }

    /// Conversions that stay within 64 bits, and the error of a sum that does not.
    private static func numbers(_ place: ServerPlace) -> [ServerDefinition] {
        [
            function(
                wholeDouble, place, "(x double precision) RETURNS bigint",
                "sql IMMUTABLE STRICT PARALLEL SAFE",
                "SELECT CASE WHEN x >= 9223372036854775808 THEN 9223372036854775807 "
                    + "WHEN x <= -9223372036854775808 THEN -9223372036854775808 ELSE trunc(x)::bigint END"),
            function(
                wholeDecimal, place, "(x numeric) RETURNS bigint", "sql IMMUTABLE STRICT PARALLEL SAFE",
                "SELECT least(greatest(trunc(x), -9223372036854775808), 9223372036854775807)::bigint"),
            function(
                decimal, place, "(x double precision) RETURNS numeric", "sql IMMUTABLE STRICT PARALLEL SAFE",
                "SELECT x::text::numeric"),
            function(
                overflow, place, "(entity text, attribute text) RETURNS bigint", "plpgsql",
                """
                BEGIN
                  IF \(SaveSetting.isOwn) THEN RETURN NULL; END IF;
                  RAISE EXCEPTION 'the sum of the derived attribute %.% does not fit into 64 bits', entity, attribute
                    USING ERRCODE = '22003', HINT = 'write smaller values', TABLE = entity, COLUMN = attribute;
                END
                """),
        ]
    }

    /// A text function, which is exact for ASCII.
    ///
    /// In transactions of Perdure the client computes the rest.
    private static func text(_ function: DerivationForm.TextFunction, _ place: ServerPlace)
        -> ServerDefinition
    {
        let (plain, other) =
            switch function {
            case .uppercase: ("upper", "upper(s COLLATE \"default\")")
            case .lowercase: ("lower", "lower(s COLLATE \"default\")")
            case .canonical:
                (
                    "lower",
                    "normalize(lower(regexp_replace(normalize(s, NFD), U&'[\\0300-\\036F]', '', 'g') "
                        + "COLLATE \"default\"), NFC)"
                )
            }
        return self.function(
            function.serverName, place, "(s text) RETURNS text", "sql STABLE",
            "SELECT CASE WHEN octet_length(s) = length(s) THEN \(plain)(s COLLATE \"C\") COLLATE \"default\" "
                + "WHEN \(SaveSetting.isOwn) THEN NULL ELSE \(other) END")
    }
}

extension DerivationForm.TextFunction {
    /// The function of a namespace.
    var serverName: String {
        switch self {
        case .uppercase: "perdure_uppercase"
        case .lowercase: "perdure_lowercase"
        case .canonical: "perdure_canonical"
        }
    }
}
#endif
