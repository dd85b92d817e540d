// SPDX-License-Identifier: Apache-2.0
// Expressions as text. Only necessary brackets are printed, because databases limit the nesting.

/// How tightly an expression binds: a loose expression needs brackets inside of a tight one.
enum SQLBindingStrength: Int, Comparable {
    case or, and, not, comparison, additive, multiplicative, operand

    static func < (left: SQLBindingStrength, right: SQLBindingStrength) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension SQLExpression {
    fileprivate var strength: SQLBindingStrength {
        switch self {
        case .or(let parts): parts.isEmpty ? .operand : parts.count == 1 ? parts[0].strength : .or
        case .and(let parts): parts.isEmpty ? .operand : parts.count == 1 ? parts[0].strength : .and
        case .not: .not
        case .binary(_, let symbol, _): symbol.strength
        case .isNull, .isNotNull, .isTrue, .inList, .inBoundList, .inListParameter, .inSelects, .between:
            .comparison
        case .narrowed(let part, _): part.strength
        // Some databases read `~a - b` as `~(a - b)`.
        case .prefix(.complement, _): .comparison
        case .prefix, .column, .own, .proposed, .value, .parameter, .literal, .null, .truth, .exists, .scalar,
            .call, .fallback, .countAll, .cast, .choice, .collated:
            .operand
        }
    }
}

extension SQLOperator {
    fileprivate var strength: SQLBindingStrength {
        switch self {
        case .add, .subtract: .additive
        case .multiply, .divide, .modulus: .multiplicative
        // Databases disagree about these operators. Here they bind as loosely as comparisons, so they always get brackets
        // inside of other operators.
        case .bitAnd, .bitOr, .shiftLeft, .shiftRight: .comparison
        default: .comparison
        }
    }

    /// The least strength of each operand without brackets.
    ///
    /// The left operand may have the operator's own strength if that changes nothing.
    fileprivate var operands: (left: SQLBindingStrength, right: SQLBindingStrength) {
        switch self {
        case .add, .subtract: (.additive, .multiplicative)
        case .multiply, .divide, .modulus: (.multiplicative, .operand)
        case .bitAnd, .bitOr, .shiftLeft, .shiftRight: (.operand, .operand)
        default: (.additive, .additive)
        }
    }
}

extension SQLPrinter {
    mutating func print(_ expression: SQLExpression, atLeast strength: SQLBindingStrength) {
        // A tree whose parts stand in it several times may be endless as a text.
        guard text.utf8.count <= Self.longestText else { return }
        let needsBrackets = expression.strength < strength
        if needsBrackets { text += "(" }
        printBare(expression)
        if needsBrackets { text += ")" }
    }

    private mutating func printBare(_ expression: SQLExpression) {
        switch expression {
        case .column(let alias, let name): text += "t\(alias).\(dialect.identifier(name))"
        case .own(let name): text += dialect.quoted(name)
        case .proposed(let name): text += "excluded.\(dialect.quoted(name))"
        case .value(let value): printPlaceholder(value)
        case .parameter(let number): text += dialect.parameter(number)
        case .literal(let number): text += String(number)
        case .null: text += "NULL"
        case .truth(let value): text += dialect.truth(value)
        case .and(let parts): printChain(parts[...], " AND ", empty: true, strength: .and)
        case .or(let parts): printChain(parts[...], " OR ", empty: false, strength: .or)
        case .not(let part): printPrefix("NOT ", part, .operand)
        case .prefix(let symbol, let part): printPrefix(symbol.rawValue, part, .operand)
        case .binary(let left, let symbol, let right): printBinary(left, symbol, right)
        case .countAll: text += "COUNT(*)"
        case .call(let name, let arguments): printCall(name, arguments)
        case .fallback(let value, let other): printCall(dialect.fallback, [value, other])
        case .exists(let select): printSelect("EXISTS (", select)
        case .scalar(let select): printSelect("(", select)
        case .cast(let part, let type): printCast(part, type)
        case .choice(let test, let yes, let no): printChoice(test, yes, no)
        case .collated(let part, let collation): printSuffix(part, " COLLATE \(dialect.quoted(collation))")
        case .narrowed(let part, _): printBare(part)
        default: printTest(expression)
        }
    }

    private mutating func printTest(_ expression: SQLExpression) {
        switch expression {
        case .isNull(let part): printSuffix(part, " IS NULL")
        case .isNotNull(let part): printSuffix(part, " IS NOT NULL")
        case .isTrue(let part): printSuffix(part, " IS TRUE")
        case .inList(let part, let elements):
            printSuffix(part, " IN (")
            printList(elements)
            text += ")"
        case .inBoundList(let part, let kind, let list):
            print(part, atLeast: .additive)
            bindings.append(list)
            text += dialect.listTest(kind, dialect.placeholder(bindings.count))
        case .inListParameter(let part, let kind, let number):
            printSuffix(part, dialect.listTest(kind, dialect.parameter(number)))
        case .inSelects(let part, let selects):
            printSuffix(part, " IN (")
            for (index, select) in selects.enumerated() {
                if index > 0 { text += " UNION ALL " }
                print(select)
            }
            text += ")"
        case .between(let part, let low, let high):
            printSuffix(part, " BETWEEN ")
            print(low, atLeast: .additive)
            text += " AND "
            print(high, atLeast: .additive)
        default:
            break
        }
    }

    /// Prints a chain.
    ///
    /// A long chain is cut into bracketed pieces, because each link adds a level to the database's tree.
    private mutating func printChain(
        _ parts: ArraySlice<SQLExpression>, _ word: String, empty: Bool, strength: SQLBindingStrength
    ) {
        guard parts.count > 1 else {
            if let part = parts.first { printBare(part) } else { text += dialect.truth(empty) }
            return
        }
        let tighter: SQLBindingStrength = strength == .or ? .and : .not
        guard parts.count > dialect.longestChain else {
            for (index, part) in parts.enumerated() {
                if index > 0 { text += word }
                print(part, atLeast: tighter)
            }
            return
        }
        let size = (parts.count + dialect.longestChain - 1) / dialect.longestChain
        var rest = parts
        while !rest.isEmpty {
            if rest.startIndex > parts.startIndex { text += word }
            text += "("
            printChain(rest.prefix(size), word, empty: empty, strength: strength)
            text += ")"
            rest = rest.dropFirst(size)
        }
    }

    private mutating func printBinary(_ left: SQLExpression, _ symbol: SQLOperator, _ right: SQLExpression) {
        print(left, atLeast: symbol.operands.left)
        text += " \(word(of: symbol)) "
        print(right, atLeast: symbol.operands.right)
    }

    private func word(of symbol: SQLOperator) -> String {
        switch symbol {
        case .same: dialect.same
        case .notSame: dialect.notSame
        default: symbol.rawValue
        }
    }

    private mutating func printPrefix(
        _ word: String, _ part: SQLExpression, _ strength: SQLBindingStrength
    ) {
        text += word
        // Two signs in a row would begin a comment.
        if case .prefix = part, word != "NOT " { text += " " }
        print(part, atLeast: strength)
    }

    private mutating func printSuffix(_ part: SQLExpression, _ word: String) {
        print(part, atLeast: .additive)
        text += word
    }

    private mutating func printCall(_ name: String, _ arguments: [SQLExpression]) {
        text += "\(name)("
        printList(arguments)
        text += ")"
    }

    private mutating func printSelect(_ word: String, _ select: SQLSelect) {
        text += word
        print(select)
        text += ")"
    }

    private mutating func printCast(_ part: SQLExpression, _ type: String) {
        text += "CAST("
        print(part, atLeast: .or)
        text += " AS \(type))"
    }

    private mutating func printChoice(_ test: SQLExpression, _ yes: SQLExpression, _ no: SQLExpression) {
        text += "CASE WHEN "
        print(test, atLeast: .or)
        text += " THEN "
        print(yes, atLeast: .or)
        text += " ELSE "
        print(no, atLeast: .or)
        text += " END"
    }
}
