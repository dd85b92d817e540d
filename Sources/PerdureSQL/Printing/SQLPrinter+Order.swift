// SPDX-License-Identifier: Apache-2.0
// ORDER BY, limits, and distinct rows that are ordered by something else. SQLPrinter.swift has the rest of selects.

extension SQLPrinter {
    mutating func printOrder(_ order: [SQLOrder]) {
        for (index, term) in order.enumerated() {
            text += index == 0 ? " ORDER BY " : ", "
            printTerm(term)
            if let collation = term.collation { text += " COLLATE \(dialect.identifier(collation))" }
            printDirection(term)
        }
    }

    private mutating func printTerm(_ term: SQLOrder) {
        guard term.isOfGroup else { return print(term.expression, atLeast: .additive) }
        text += term.isAscending ? "MIN(" : "MAX("
        print(term.expression, atLeast: .additive)
        if let collation = term.collation { text += " COLLATE \(dialect.identifier(collation))" }
        text += ")"
    }

    private mutating func printDirection(_ term: SQLOrder) {
        if !term.isAscending { text += " DESC" }
        if !dialect.sortsNullFirst { text += term.isAscending ? " NULLS FIRST" : " NULLS LAST" }
    }

    mutating func printLimit(_ select: SQLSelect) {
        if let limit = select.limit {
            text += " LIMIT "
            printPlaceholder(.integer(limit))
        } else if select.offset > 0, let noLimit = dialect.noLimit {
            text += " LIMIT \(noLimit)"
        }
        guard select.offset > 0 else { return }
        text += " OFFSET "
        printPlaceholder(.integer(select.offset))
    }

    /// Prints a select whose equal rows come once, each at the place of the first of them.
    ///
    /// DISTINCT would choose any of them where the order names something else than columns, or refuse the order.
    mutating func printFirstRows(_ select: SQLSelect) {
        let columns = select.columns.indices.map { "c\($0)" }
        let terms = select.order.indices.map { "o\($0)" }
        let names = columns.joined(separator: ", ")
        text +=
            "SELECT \(names) FROM (SELECT \((columns + terms).joined(separator: ", ")), "
            + "row_number() OVER (PARTITION BY \(names)"
        printNames(terms, select.order)
        text += ") AS n FROM (SELECT "
        for (index, column) in select.columns.enumerated() {
            if index > 0 { text += ", " }
            print(column, atLeast: .or)
            text += " AS \(columns[index])"
        }
        for (index, term) in select.order.enumerated() {
            text += ", "
            printTerm(term)
            text += " AS \(terms[index])"
        }
        printRows(select)
        text += ") AS r) AS r WHERE n = 1"
        printNames(terms, select.order)
        printLimit(select)
    }

    private mutating func printNames(_ names: [String], _ order: [SQLOrder]) {
        for (index, term) in order.enumerated() {
            text += (index == 0 ? " ORDER BY " : ", ") + names[index]
            if let collation = term.collation { text += " COLLATE \(dialect.identifier(collation))" }
            printDirection(term)
        }
    }
}
