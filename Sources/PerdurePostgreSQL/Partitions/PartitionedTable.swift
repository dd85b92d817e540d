// SPDX-License-Identifier: Apache-2.0
// The statements that make a table in parts by the hash of its key (PG-145): a sequence, because a table in parts has no identity before
// version 17 of the server, the table, and its parts.

#if PostgreSQL
import PerdureSQL

/// A table whose rows lie in several ones.
struct PartitionedTable {
    let place: ServerPlace
    let name: String
    /// The key's column.
    let key: String
    /// The definitions of the other columns.
    let columns: [String]
    let count: Int
    /// The step of the keys' sequence.
    let keyBlock: Int64
    /// Keeps names apart from those of a table that had this name before.
    let mark: String

    /// The statements, in the order in which to run them; all of them go with the table.
    func definitions(_ names: inout ServerNames) -> [ServerDefinition] {
        let sequence = names.claim("\(name)_\(key)\(mark)_seq")
        let (table, own) = (place.table(name), place.table(sequence))
        let column =
            "\(ServerName.quoted(key)) bigint NOT NULL DEFAULT nextval(\(ServerName.literal(own))::regclass) PRIMARY KEY"
        let list = ([column] + columns).joined(separator: ", ")
        let parts = (0..<count).map { part in
            let name = names.claim("\(name)_part\(mark)_\(part)")
            return (
                name,
                "CREATE TABLE \(place.table(name)) PARTITION OF \(table) FOR VALUES WITH (MODULUS \(count), REMAINDER \(part))"
            )
        }
        let statements =
            [
                (sequence, "CREATE SEQUENCE \(own) INCREMENT BY \(keyBlock)"),
                (name, "CREATE TABLE \(table) (\(list)) PARTITION BY HASH (\(ServerName.quoted(key)))"),
                (sequence, "ALTER SEQUENCE \(own) OWNED BY \(table).\(ServerName.quoted(key))"),
            ] + parts
        return statements.map { ServerDefinition(kind: .table, name: $0.0, sql: $0.1) }
    }
}
#endif
