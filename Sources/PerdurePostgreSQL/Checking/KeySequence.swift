// SPDX-License-Identifier: Apache-2.0
// Sequences of keys that stand behind the rows of their tables: rows were brought in without their sequences.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL

/// A sequence that gives keys which rows have.
struct KeySequence {
    let table: String
    /// The sequence, quoted and behind its namespace.
    let name: String
    /// What it gives next.
    let next: Int64
    let greatest: Int64

    /// The sequences of a store that are behind their tables.
    static func behind(_ mapping: StoreMapping, _ session: ServerSession, _ place: ServerPlace) throws
        -> [KeySequence]
    {
        try mapping.tables.compactMap { table in
            let (name, key) = (place.table(table.name), ServerName.quoted(mapping.system.key))
            // The rows first: sequences do not wait for transactions, and are ahead of what is read before them.
            let found = try session.run([
                ServerRequest("SELECT max(\(key)) FROM \(name)", isPrepared: false),
                ServerRequest(
                    "SELECT pg_get_serial_sequence($1, $2)", [.text(name), .text(mapping.system.key)],
                    isPrepared: false),
            ])
            guard let greatest = try found[0].value(0, 0)?.integer,
                case .text(let sequence)? = try found[1].value(0, 0)
            else { return nil }
            let state = try session.run(
                ServerRequest(
                    "SELECT CASE WHEN s.is_called THEN s.last_value + q.seqincrement ELSE s.last_value END "
                        + "FROM \(sequence) s, pg_sequence q WHERE q.seqrelid = $1::regclass",
                    [.text(sequence)],
                    isPrepared: false))
            guard let next = try state.value(0, 0)?.integer, next <= greatest else { return nil }
            return KeySequence(table: table.name, name: sequence, next: next, greatest: greatest)
        }
    }

    /// Lets the sequence go on behind the rows; never back, because others may have moved it meanwhile.
    var mending: ServerRequest {
        ServerRequest(
            "SELECT setval($1::regclass, greatest($2, (SELECT last_value FROM \(name))))",
            [.text(name), .int8(greatest)], isPrepared: false)
    }
}
#endif
