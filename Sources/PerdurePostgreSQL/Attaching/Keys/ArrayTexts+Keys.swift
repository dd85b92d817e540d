// SPDX-License-Identifier: Apache-2.0
// How statements that write name keys: numbers as they are, other keys of others column by column (KeyShape.swift).

#if PostgreSQL
import PerdureSQL
import PerdureStore

extension ArrayTexts {
    /// The key in a column of a table; nil for a column of numbers.
    func shape(_ column: String, of table: String) -> KeyShape? { attached?.shapes[table]?[column] }

    /// The parameter of keys of a table.
    func keys(_ parameter: String, of table: String) -> String {
        keys(parameter, in: mapping.system.key, of: table)
    }

    /// The parameter of keys in a column of a table.
    func keys(_ parameter: String, in column: String, of table: String) -> String {
        shape(column, of: table) == nil ? parameter : "\(KeyedStatements.key)(\(parameter))"
    }

    /// The parameter of whole keys of a table.
    func names(_ parameter: String, of table: String) -> String {
        shape(mapping.system.key, of: table) == nil ? parameter : "\(KeyedStatements.name)(\(parameter))"
    }

    /// The condition that a row of the table itself has a key.
    func matches(_ table: String, _ alias: String, _ key: String) -> String {
        matches(mapping.system.key, of: table, alias, key)
    }

    /// The condition that a column of the table itself holds a key.
    func matches(_ column: String, of table: String, _ alias: String, _ key: String) -> String {
        guard let shape = shape(column, of: table) else { return "\(alias).\(own(column, table)) = \(key)" }
        return shape.equals(key) { "\(alias).\(ServerName.quoted(shape.columns[$0]))" }
    }

    /// The condition that a column of the table itself holds one of the keys of a parameter.
    func isAny(_ column: String, of table: String, _ parameter: String) -> String {
        guard let shape = shape(column, of: table) else { return "\(own(column, table)) = ANY(\(parameter))" }
        return shape.isAny(of: keys(parameter, in: column, of: table)) {
            ServerName.quoted(shape.columns[$0])
        }
    }

    /// The condition that a row of the select that stands for a table has a key.
    func isRead(_ table: String, _ alias: String, _ key: String) -> String {
        guard let shape = shape(mapping.system.key, of: table) else {
            return "\(alias).\(ServerName.quoted(mapping.system.key)) = \(key)"
        }
        return shape.equals(key) { "\(alias).\(ServerName.quoted(shape.part($0)))" }
    }

    /// The condition that a row of the select that stands for a table has one of the keys of a parameter.
    func isReadAny(_ table: String, _ parameter: String) -> String {
        let name = mapping.system.key
        guard let shape = shape(name, of: table) else {
            return "\(ServerName.quoted(name)) = ANY(\(parameter))"
        }
        return shape.isAny(of: keys(parameter, of: table)) { ServerName.quoted(shape.part($0)) }
    }

    /// The columns that hold a key, and their values out of a key.
    func assignments(_ column: String, of table: String, _ key: String) -> [(column: String, value: String)] {
        guard let shape = shape(column, of: table) else { return [(own(column, table), key)] }
        return shape.columns.indices.map { (ServerName.quoted(shape.columns[$0]), shape.value(key, $0)) }
    }

    /// The name of a column of numbers in the table itself.
    private func own(_ column: String, _ table: String) -> String {
        column == mapping.system.key ? self.key(of: table) : ServerName.quoted(column)
    }
}
#endif
