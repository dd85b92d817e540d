// SPDX-License-Identifier: Apache-2.0
// Turns the syntax tree into text and bindings, once, at the end. Expressions are in SQLPrinter+Expressions.swift, statements
// that write in SQLPrinter+Writing.swift. SQLDialect.swift has the differences between databases.

import PerdureStore

/// Writes one statement.
package struct SQLPrinter {
    let dialect: SQLDialect
    var text = ""
    var bindings: [SQLBinding] = []

    private init(_ dialect: SQLDialect) { self.dialect = dialect }

    package static func print(_ select: SQLSelect, dialect: SQLDialect) -> SQLText {
        let select = dialect.finish?(select) ?? select
        return printed(dialect) { $0.print(select) }
    }

    /// The text of a select of a program, in the database's terms, with the questions that come before it.
    ///
    /// - Throws: `StoreError.unsupported` when the database has no form for it.
    static func adapted(_ select: SQLSelect, _ mapping: StoreMapping, _ dialect: SQLDialect) throws
        -> AdaptedStatement<SQLText>
    {
        let adapted = try dialect.adapter?.adapted(select, in: mapping) ?? AdaptedStatement(select)
        return AdaptedStatement(
            try whole(print(adapted.statement, dialect: dialect)), questions: adapted.questions)
    }

    /// The text of a batch's update, in the database's terms, with the questions that come before it.
    ///
    /// - Throws: `StoreError.unsupported` when the database has no form for it.
    static func adapted(_ update: SQLUpdate, _ mapping: StoreMapping, _ dialect: SQLDialect) throws
        -> AdaptedStatement<SQLText>
    {
        let adapted = try dialect.adapter?.adapted(update, in: mapping) ?? AdaptedStatement(update)
        return AdaptedStatement(
            try whole(print(adapted.statement, dialect: dialect)), questions: adapted.questions)
    }

    /// A text that the printer has not cut off.
    ///
    /// - Throws: `StoreError.unsupported` for a longer one.
    private static func whole(_ text: SQLText) throws -> SQLText {
        guard text.text.utf8.count > longestText else { return text }
        throw StoreError.unsupported(
            "the statement would be longer than \(longestText) bytes, because expressions stand in it several times; make the "
                + "predicate simpler, or fetch more and filter the results by evaluate(with:)")
    }

    /// How many bytes a statement may have; SQLite is told the same number (SQLiteConnection+Hardening.swift).
    package static let longestText = 16 << 20

    package static func print(_ expression: SQLExpression, dialect: SQLDialect) -> SQLText {
        printed(dialect) { $0.print(expression, atLeast: .or) }
    }

    /// The text of a WHERE clause, to follow a select that has none.
    static func printFilter(_ condition: SQLExpression, dialect: SQLDialect) -> SQLText {
        printed(dialect) { $0.printClause(" WHERE ", condition) }
    }

    static func printed(_ dialect: SQLDialect, _ write: (inout SQLPrinter) -> Void) -> SQLText {
        var printer = SQLPrinter(dialect)
        write(&printer)
        return SQLText(printer.text, printer.bindings)
    }

    mutating func print(_ select: SQLSelect) {
        if select.isDistinct, select.keepsFirst, !select.order.isEmpty { return printFirstRows(select) }
        text += select.isDistinct ? "SELECT DISTINCT " : "SELECT "
        printList(select.columns)
        printRows(select)
        printOrder(select.order)
        printLimit(select)
    }

    /// What gives the rows of a select, in no order.
    mutating func printRows(_ select: SQLSelect) {
        print(select.source)
        for join in select.joins {
            text += join.isOuter ? " LEFT OUTER JOIN " : " JOIN "
            printTable(join.source)
            text += " ON "
            print(join.condition, atLeast: .or)
        }
        printClause(" WHERE ", select.filter)
        if !select.groupBy.isEmpty {
            text += " GROUP BY "
            printList(select.groupBy)
        }
        printClause(" HAVING ", select.having)
        for other in select.united {
            text += " UNION "
            print(other)
        }
    }

    mutating func printClause(_ word: String, _ condition: SQLExpression?) {
        guard let condition else { return }
        text += word
        print(condition, atLeast: .or)
    }

    private mutating func print(_ source: SQLSource) {
        if case .nothing = source { return }
        text += " FROM "
        printTable(source)
    }

    private mutating func printTable(_ source: SQLSource) {
        switch source {
        case .nothing: break
        case .only(let name): text += dialect.onlyTable?(name) ?? tableName(name)
        case .table(let name, let alias):
            text += "\(dialect.table?(name) ?? dialect.identifier(name)) t\(alias)"
        case .bothWays(let name, let own, let member, let place, let alias):
            let (own, member) = (dialect.identifier(own), dialect.identifier(member))
            printPairs(dialect.table?(name) ?? dialect.identifier(name), own, member, place)
            text += " t\(alias)"
        case .select(let select, let alias):
            text += "("
            print(select)
            text += ") t\(alias)"
        case .values(let values, let alias):
            text += "LATERAL (SELECT "
            for (index, value) in values.enumerated() {
                if index > 0 { text += ", " }
                print(value, atLeast: .or)
                text += " AS \(SQLSource.valueName(index))"
            }
            text += ") AS t\(alias)"
        case .lists(let first, let second, let alias):
            text += "unnest("
            for (index, list) in [first, second].enumerated() {
                if index > 0 { text += ", " }
                printPlaceholder(list.binding)
                text += dialect.listType(list.kind)
            }
            text += ") AS t\(alias)(\(SQLSource.first), \(SQLSource.second))"
        }
    }

    /// The pairs of a table in both directions, each once; a direction without a row has no position.
    private mutating func printPairs(_ table: String, _ own: String, _ member: String, _ place: String?) {
        let places = place.map { (", \(dialect.identifier($0))", ", NULL") } ?? ("", "")
        text +=
            "(SELECT \(own), \(member)\(places.0) FROM \(table) UNION ALL SELECT b.\(member), b.\(own)\(places.1)"
            + " FROM \(table) b WHERE NOT EXISTS"
            + " (SELECT 1 FROM \(table) f WHERE f.\(own) = b.\(member) AND f.\(member) = b.\(own)))"
    }

    /// The name of the only table of a statement.
    func tableName(_ name: String) -> String { dialect.table?(name) ?? dialect.quoted(name) }

    mutating func printList(_ expressions: [SQLExpression]) {
        for (index, expression) in expressions.enumerated() {
            if index > 0 { text += ", " }
            print(expression, atLeast: .or)
        }
    }

    mutating func printPlaceholder(_ value: SQLBinding) {
        if dialect.sharesPlaceholders, let index = bindings.firstIndex(where: { $0.isIdentical(to: value) }) {
            text += dialect.placeholder(index + 1)
            return
        }
        bindings.append(value)
        text += dialect.placeholder(bindings.count)
    }
}
