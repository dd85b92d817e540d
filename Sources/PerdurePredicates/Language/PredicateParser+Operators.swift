// SPDX-License-Identifier: Apache-2.0
// Precedence climbing over both kinds of term: NOT binds tighter than AND, AND tighter than OR; then
// comparisons, bits, sums, products, minus, powers, and what follows an operand. AND and OR lists stay flat.

extension PredicateParser {
    /// Reads an operand and all operators behind it that bind at least as tightly as asked.
    mutating func parseTerm(_ minimum: Binding) throws -> Term {
        try nested { parser in
            let offset = parser.token.offset
            var left = try parser.parsePrefix()
            while let binding = parser.bindingOfInfix, binding >= minimum {
                left = try parser.parseInfix(left, binding, startingAt: offset)
            }
            return left
        }
    }

    private var bindingOfInfix: Binding? {
        switch token.kind {
        case .symbol(let symbol):
            if symbol.comparison != nil { return .comparison }
            switch symbol {
            case .or: return .or
            case .and: return .and
            case .plus, .minus: return .additive
            case .times, .divide: return .multiplicative
            case .power: return .power
            case .bitOr: return .bitOr
            case .bitXor: return .bitXor
            case .bitAnd: return .bitAnd
            case .shiftLeft, .shiftRight: return .shift
            case .dot, .openSquare: return .postfix
            default: return nil
            }
        case .word:
            switch reservedWord {
            case .or: return .or
            case .and: return .and
            case .union, .intersect, .minus: return .setOperation
            case let word: return word?.comparison == nil ? nil : .comparison
            }
        default: return nil
        }
    }

    private mutating func parseInfix(_ left: Term, _ binding: Binding, startingAt offset: Int) throws -> Term
    {
        switch binding {
        case .or, .and:
            return .predicate(try parseList(predicate(left, at: offset), binding))
        case .comparison:
            return .predicate(try parseComparison(expression(left, at: offset), qualifier: .direct))
        case .setOperation:
            return .expression(try parseSetOperation(expression(left, at: offset)))
        case .postfix:
            return .expression(try parsePostfix(expression(left, at: offset)))
        default:
            return .expression(try parseArithmetic(expression(left, at: offset), binding))
        }
    }

    /// `a AND b AND c` as one list, however long.
    private mutating func parseList(_ first: PredicateNode, _ binding: Binding) throws -> PredicateNode {
        var parts = [first]
        var tallest = height
        while bindingOfInfix == binding {
            advance()
            parts.append(try parsePredicate(binding.tighter))
            tallest = max(tallest, height)
        }
        try grow(tallest)
        return binding == .and ? .and(parts) : .or(parts)
    }

    mutating func parseComparison(
        _ left: ExpressionNode, qualifier: ComparisonNode.Qualifier
    ) throws -> PredicateNode {
        let leftHeight = height
        guard let comparison = comparisonOperator else {
            throw fault("expected a comparison operator and found \(token.kind.description)")
        }
        advance()
        let options = try parseOptions(of: comparison)
        let right = try parseExpression()
        try grow(leftHeight, height)
        return .comparison(ComparisonNode(left, comparison, right, qualifier: qualifier, options: options))
    }

    private var comparisonOperator: ComparisonNode.Comparison? {
        if case .symbol(let symbol) = token.kind { return symbol.comparison }
        return reservedWord?.comparison
    }

    /// `[cd]` behind an operator.
    private mutating func parseOptions(of comparison: ComparisonNode.Comparison) throws -> ComparisonOptions {
        guard at(.openSquare) else { return [] }
        guard comparison != .between else { throw fault("BETWEEN has no options") }
        advance()
        guard case .word(let letters) = token.kind else {
            throw fault("expected option letters (c, d, n, l)")
        }
        var options: ComparisonOptions = []
        for letter in letters {
            switch letter {
            case "c", "C": options.insert(.caseInsensitive)
            case "d", "D": options.insert(.diacriticInsensitive)
            case "n", "N": options.insert(.normalized)
            case "l", "L": options.insert(.localeSensitive)
            default: throw fault("unknown option '\(letter)'; options are c, d, n and l")
            }
        }
        advance()
        try expect(.closeSquare)
        return options
    }

    private mutating func parseSetOperation(_ left: ExpressionNode) throws -> ExpressionNode {
        let leftHeight = height
        guard let operation = reservedWord?.setOperation else {
            throw fault("expected UNION, INTERSECT or MINUS")
        }
        advance()
        let right = try parseExpression(Binding.setOperation.tighter)
        try grow(leftHeight, height)
        return .setOperation(operation, left, right)
    }

    private mutating func parseArithmetic(_ left: ExpressionNode, _ binding: Binding) throws -> ExpressionNode
    {
        let leftHeight = height
        guard case .symbol(let symbol) = token.kind, let name = Self.arithmetic[symbol] else {
            throw fault("expected an arithmetic operator")
        }
        advance()
        // Powers group to the right, everything else to the left.
        let right = try parseExpression(binding == .power ? .power : binding.tighter)
        try grow(leftHeight, height)
        return .function(FunctionCall(name, [left, right]))
    }

    private static let arithmetic: [Token.Symbol: String] = [
        .plus: "add:to:", .minus: "from:subtract:", .times: "multiply:by:", .divide: "divide:by:",
        .power: "raise:toPower:", .bitOr: "bitwiseOr:with:", .bitXor: "bitwiseXor:with:",
        .bitAnd: "bitwiseAnd:with:", .shiftLeft: "leftshift:by:", .shiftRight: "rightshift:by:",
    ]

    /// `.key` and `[index]` behind an operand.
    private mutating func parsePostfix(_ base: ExpressionNode) throws -> ExpressionNode {
        if consume(.dot) { return try parseKeys(after: base) }
        let baseHeight = height
        try expect(.openSquare)
        let index: ExpressionIndex
        height = 0
        switch following.kind == .symbol(.closeSquare) ? reservedWord : nil {
        case .first: index = .first
        case .last: index = .last
        case .size: index = .size
        default: index = .expression(try parseExpression())
        }
        if case .expression = index {} else { advance() }
        try expect(.closeSquare)
        try grow(baseHeight, height)
        return .index(base: base, index)
    }
}
