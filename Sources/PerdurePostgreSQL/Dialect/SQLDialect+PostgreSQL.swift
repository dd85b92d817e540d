// SPDX-License-Identifier: Apache-2.0
// The PostgreSQL dialect for PerdureSQL's printer. What needs types is an adapter's work (SQLAdapter).

#if PostgreSQL
import PerdureSQL

extension SQLDialect {
    /// The function of the store that reads the clock.
    static let clock = "perdure_now"

    /// The dialect for the tables of one namespace.
    ///
    /// Tables are qualified, because sessions have no search path of their own.
    static func postgreSQL(
        namespace: String, adapter: (any SQLAdapter)? = nil, attached: AttachedTables? = nil
    ) -> SQLDialect {
        var dialect = SQLDialect(
            placeholder: { "$\($0)" },
            parameter: { "$\($0)" },
            identifier: { ServerName.quoted($0) },
            quoted: { ServerName.quoted($0) },
            insertKeeping: "INSERT INTO",
            truth: { $0 ? "TRUE" : "FALSE" },
            fallback: "COALESCE",
            // A column of whole numbers holds nothing else.
            isNoWholeNumber: { _ in .truth(false) },
            listTest: { " = ANY(\($1)\(arrayType($0)))" },
            now: clock, noLimit: nil, sortsNullFirst: false, longestChain: 1_000,
            deepestNesting: 500, longestPlainList: 1)
        dialect.table = { "\(ServerName.quoted(namespace)).\(ServerName.quoted($0))" }
        if let attached {
            dialect.table = { attached.source($0) }
            dialect.onlyTable = { "\(attached.source($0)) s" }
            if !attached.shapes.isEmpty { dialect.finish = { KeyRewriter.finished($0, attached.shapes) } }
        }
        dialect.insertKeepingEnd = " ON CONFLICT DO NOTHING"
        dialect.same = "IS NOT DISTINCT FROM"
        dialect.notSame = "IS DISTINCT FROM"
        dialect.typed = { SQLBinding($0, for: $1) }
        dialect.listType = arrayType
        dialect.sharesPlaceholders = true
        dialect.adapter = adapter
        return dialect
    }

    private static let arrayType: @Sendable (SQLListKind) -> String = { kind in
        switch kind {
        case .integers: "::bigint[]"
        case .reals: "::double precision[]"
        case .texts: "::text[]"
        case .blobs: "::bytea[]"
        case .decimals: "::numeric[]"
        case .uuids: "::uuid[]"
        }
    }
}

/// Names in statements.
enum ServerName {
    /// A name in quotes, with its quotes doubled.
    static func quoted(_ name: String) -> String {
        var scalars = String.UnicodeScalarView("\"".unicodeScalars)
        // By scalars: a quote with a combining mark behind it is another character.
        for scalar in name.unicodeScalars {
            scalars.append(contentsOf: scalar == "\"" ? [scalar, scalar] : [scalar])
        }
        scalars.append("\"")
        return String(scalars)
    }
}
#endif
