// SPDX-License-Identifier: Apache-2.0
// Statements that write, as text. Statements about one table always quote names, because these names come from files and
// models unchanged.

extension SQLPrinter {
    /// The text of an update.
    package static func print(_ update: SQLUpdate, dialect: SQLDialect) -> SQLText {
        printed(dialect) { $0.print(update) }
    }

    /// The text of a deletion.
    package static func print(_ delete: SQLDelete, dialect: SQLDialect) -> SQLText {
        printed(dialect) {
            $0.text += "DELETE FROM \($0.tableName(delete.table))"
            $0.printClause(" WHERE ", delete.filter)
        }
    }

    /// The text of an insertion.
    package static func print(_ insert: SQLInsert, dialect: SQLDialect) -> SQLText {
        printed(dialect) { $0.print(insert, "INSERT INTO ") }
    }

    /// The text of an insertion that may conflict with existing rows.
    package static func print(_ upsert: SQLUpsert, dialect: SQLDialect) -> SQLText {
        printed(dialect) { printer in
            switch upsert.resolution {
            case .keep:
                printer.print(upsert.insert, "\(dialect.insertKeeping) ")
                printer.text += dialect.insertKeepingEnd
            case .update(let key, let assignments):
                printer.print(upsert.insert, "INSERT INTO ")
                let columns = key.map(dialect.quoted).joined(separator: ", ")
                printer.text += " ON CONFLICT (\(columns)) DO UPDATE SET "
                printer.print(assignments, dialect.quoted)
            }
        }
    }

    private mutating func print(_ update: SQLUpdate) {
        if let alias = update.alias {
            text +=
                "UPDATE \(dialect.table?(update.table) ?? dialect.identifier(update.table)) AS t\(alias) SET "
            print(update.assignments, dialect.identifier)
        } else {
            text += "UPDATE \(tableName(update.table)) SET "
            print(update.assignments, dialect.quoted)
        }
        printClause(" WHERE ", update.filter)
    }

    private mutating func print(_ assignments: [SQLUpdate.Assignment], _ name: (String) -> String) {
        for (index, assignment) in assignments.enumerated() {
            text += (index > 0 ? ", " : "") + "\(name(assignment.column)) = "
            print(assignment.value, atLeast: .or)
        }
    }

    private mutating func print(_ insert: SQLInsert, _ words: String) {
        let columns = insert.columns.map(dialect.quoted).joined(separator: ", ")
        text += "\(words)\(tableName(insert.table)) (\(columns)) "
        switch insert.rows {
        case .select(let select): print(select)
        case .values(let values):
            text += "VALUES ("
            printList(values)
            text += ")"
        }
    }
}
