// SPDX-License-Identifier: Apache-2.0
// The key of a table of others: one column of whole numbers, or anything else that tells rows apart (KeyShape.swift).

#if PostgreSQL
import Foundation
import PerdureSQL

/// How the rows of one table are told apart.
enum AttachedKey: Sendable {
    /// A column of whole numbers.
    case number(String)
    /// A column of another type, or several columns.
    case shape(KeyShape)

    /// The columns, in the order of the key.
    var columns: [String] {
        switch self {
        case .number(let column): [column]
        case .shape(let shape): shape.columns
        }
    }

    /// What the select that stands for the table says of the key.
    func selected(_ alias: String, _ system: SystemColumns) -> [String] {
        switch self {
        case .number(let column):
            ["\(alias).\(ServerName.quoted(column)) AS \(ServerName.quoted(system.key))"]
        case .shape(let shape): shape.selected(alias)
        }
    }

    /// The condition that a row has the key that a reference of another row holds.
    func isReferred(_ alias: String, by reference: KeyShape?, _ column: String, of other: String) -> String {
        switch (self, reference) {
        case (.shape(let shape), let reference?):
            zip(shape.columns, reference.columns).map {
                "\(alias).\(ServerName.quoted($0)) = \(other).\(ServerName.quoted($1))"
            }.joined(separator: " AND ")
        default: "\(alias).\(ServerName.quoted(columns[0])) = \(other).\(ServerName.quoted(column))"
        }
    }
}

/// Names of columns, as one word of a model lists them.
enum ColumnList {
    /// The names in "a, b"; a column may have such a name itself.
    static func names(_ text: String, in relation: AttachedCatalog.Relation?) -> [String] {
        guard relation?[text] == nil, text.contains(",") else { return [text] }
        return text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
#endif
