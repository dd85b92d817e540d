// SPDX-License-Identifier: Apache-2.0
// A key of others that is no whole number, as statements see it: one column or several, each compared in its own type so that
// indexes serve, and all together one text. KeyDirectory.swift gives the texts numbers.

#if PostgreSQL
import Foundation

/// The columns of one key, or of one reference to a key.
struct KeyShape: Hashable, Sendable {
    /// The name of the text in the select that stands for the table.
    let name: String
    /// The number of the hierarchy that the key belongs to.
    let hierarchy: Int
    /// The columns of the table, in the order of the key.
    let columns: [String]
    /// The type of each column, as a statement names it.
    let types: [String]

    /// The types whose equal values have equal texts.
    static let comparableTypes: Set = [
        "int2", "int4", "int8", "uuid", "text", "varchar", "bpchar", "date", "timestamp", "timestamptz",
    ]

    /// The name of a column in the select that stands for the table.
    func part(_ index: Int) -> String { ServerWord.fitting("\(name)#\(index + 1)") }

    // MARK: Reading

    /// The text of the key; NULL where a column is.
    func text(_ alias: String) -> String {
        let own = columns.map { "\(alias).\(ServerName.quoted($0))::text" }
        // One collation for all keys, whatever their columns have.
        guard own.count > 1 else { return "('\(hierarchy):' || \(own[0])) COLLATE \"C\"" }
        let known = columns.map { "\(alias).\(ServerName.quoted($0)) IS NOT NULL" }
        return "CASE WHEN \(known.joined(separator: " AND ")) THEN ('\(hierarchy):' || "
            + "jsonb_build_array(\(own.joined(separator: ", ")))::text) COLLATE \"C\" END"
    }

    /// The text and the columns of the key, for the select that stands for the table.
    func selected(_ alias: String) -> [String] {
        ["\(text(alias)) AS \(ServerName.quoted(name))"]
            + columns.indices.map {
                "\(alias).\(ServerName.quoted(columns[$0])) AS \(ServerName.quoted(part($0)))"
            }
    }

    // MARK: Comparing and writing

    /// The value of one column, out of a statement's text of a key.
    func value(_ text: String, _ index: Int) -> String {
        columns.count == 1 ? "\(text)::\(types[0])" : "(\(text)::jsonb ->> \(index))::\(types[index])"
    }

    /// The condition that a row has the key; `names` are those of the table, or of the select that stands for it.
    func equals(_ text: String, _ names: (Int) -> String) -> String {
        columns.indices.map { "\(names($0)) = \(value(text, $0))" }.joined(separator: " AND ")
    }

    /// The condition that a row has one of the keys of an array.
    func isAny(of array: String, _ names: (Int) -> String) -> String {
        guard columns.count > 1 else { return "\(names(0)) = ANY(\(array)::\(types[0])[])" }
        let values = columns.indices.map { value("k.k", $0) }.joined(separator: ", ")
        return "(\(columns.indices.map(names).joined(separator: ", "))) IN "
            + "(SELECT \(values) FROM unnest(\(array)) AS k(k))"
    }

    // MARK: Texts of the client

    /// The text of a key with these values, as `text` makes it on the server.
    func text(of values: [String]) -> String {
        "\(hierarchy):" + (values.count == 1 ? values[0] : Self.json(values))
    }

    /// The text without the number of its hierarchy.
    static func bare(_ text: String) -> String {
        text.firstIndex(of: ":").map { String(text[text.index(after: $0)...]) } ?? text
    }

    /// An array of texts as the server writes it.
    private static func json(_ values: [String]) -> String {
        "[" + values.map { "\"" + $0.unicodeScalars.map(escaped).joined() + "\"" }.joined(separator: ", ")
            + "]"
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\u{8}": "\\b"
        case "\u{c}": "\\f"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case _ where scalar.value < 0x20: "\\u" + String(format: "%04x", scalar.value)
        default: String(scalar)
        }
    }

    /// The values of a key's text; nil for a text that cannot be one.
    func values(of bare: String) -> [String]? {
        let found =
            columns.count == 1
            ? [bare] : (try? JSONSerialization.jsonObject(with: Data(bare.utf8))) as? [String]
        guard let found, found.count == columns.count,
            zip(found, types).allSatisfy({ Self.mayBe($0, $1) })
        else { return nil }
        return found
    }

    private static func mayBe(_ value: String, _ type: String) -> Bool {
        switch type {
        case "uuid": UUID(uuidString: value) != nil
        case "smallint": Int16(value) != nil
        case "integer": Int32(value) != nil
        case "bigint": Int64(value) != nil
        default: !value.utf8.contains(0)
        }
    }
}
#endif
