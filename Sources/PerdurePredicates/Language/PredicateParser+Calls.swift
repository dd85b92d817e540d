// SPDX-License-Identifier: Apache-2.0
// Calls: predefined functions in both spellings, and the forms with a syntax of their own (SUBQUERY, CAST,
// TERNARY, FUNCTION, FETCH). Arguments of format strings are in PredicateParser+Arguments.swift.

extension PredicateParser {
    /// Reads a call from its name on.
    mutating func parseCall(_ name: String) throws -> ExpressionNode {
        switch ReservedWord(name) {
        case .subquery: return try parseSubquery()
        case .cast: return try parseCast()
        case .ternary: return try parseTernary()
        case .function: return try parseMethodCall()
        case .fetch: return try parseFetch()
        default: return try parsePredefined(name)
        }
    }

    private mutating func parsePredefined(_ name: String) throws -> ExpressionNode {
        guard let selector = PredefinedFunction.selector(name) else {
            throw fault("unknown function '\(name)'")
        }
        let offset = token.offset
        let arguments = try parseParenthesized { try $0.parseExpressions() }
        guard PredefinedFunction.accepts(selector, count: arguments.count) else {
            throw fault("the function '\(selector)' does not take \(arguments.count) arguments", at: offset)
        }
        return .function(FunctionCall(selector, arguments))
    }

    private mutating func parseParenthesized<Result>(
        _ body: (inout PredicateParser) throws -> Result
    ) throws -> Result {
        advance()
        try expect(.openRound)
        height = 0
        let result = try body(&self)
        try expect(.closeRound)
        try grow(height)
        return result
    }

    /// Expressions with commas between them, up to the closing bracket.
    private mutating func parseExpressions() throws -> [ExpressionNode] {
        var expressions: [ExpressionNode] = []
        var tallest = 0
        guard !at(.closeRound) else { return [] }
        repeat {
            expressions.append(try parseExpression())
            tallest = max(tallest, height)
        } while consume(.comma)
        height = tallest
        return expressions
    }

    private mutating func parseSubquery() throws -> ExpressionNode {
        try parseParenthesized { parser in
            let collection = try parser.parseExpression()
            let tallest = parser.height
            try parser.expect(.comma)
            guard case .variable(let variable) = parser.token.kind else {
                throw parser.fault("expected the subquery's variable, such as $x")
            }
            parser.advance()
            try parser.expect(.comma)
            let predicate = try parser.parsePredicate(.or)
            parser.height = max(parser.height, tallest)
            return .subquery(collection: collection, variable: variable, predicate: predicate)
        }
    }

    /// Casts of literals are constants: the printer writes dates and the like in this form.
    private mutating func parseCast() throws -> ExpressionNode {
        let arguments = try parseParenthesized { try $0.parseExpressions() }
        guard arguments.count == 2 else { throw fault("CAST takes a value and the name of a type") }
        if case .constant(let value) = arguments[0], case .constant(.string(let type)) = arguments[1],
            let constant = LiteralCast.constant(value, type: type)
        {
            // A constant is one level, however it is written: the tree that was printed had no more.
            height = 1
            return .constant(constant)
        }
        return .function(FunctionCall("castObject:toType:", arguments))
    }

    private mutating func parseTernary() throws -> ExpressionNode {
        try parseParenthesized { parser in
            let test = try parser.parsePredicate(.or)
            let testHeight = parser.height
            try parser.expect(.comma)
            let yes = try parser.parseExpression()
            let yesHeight = parser.height
            try parser.expect(.comma)
            let no = try parser.parseExpression()
            parser.height = max(testHeight, yesHeight, parser.height)
            return .conditional(test, yes, no)
        }
    }

    private mutating func parseMethodCall() throws -> ExpressionNode {
        let arguments = try parseParenthesized { try $0.parseExpressions() }
        guard arguments.count >= 2, case .constant(.string(let selector)) = arguments[1] else {
            throw fault("FUNCTION takes a receiver, the name of a selector, and the selector's arguments")
        }
        return .function(FunctionCall(selector, operand: arguments[0], Array(arguments[2...])))
    }

    private mutating func parseFetch() throws -> ExpressionNode {
        let arguments = try parseParenthesized { try $0.parseExpressions() }
        guard arguments.count == 3, case .constant(let flag) = arguments[2] else {
            throw fault("FETCH takes a request, a context, and YES or NO for counting only")
        }
        switch flag {
        case .boolean(let countOnly):
            return .fetch(request: arguments[0], context: arguments[1], countOnly: countOnly)
        case .integer(let number):
            return .fetch(request: arguments[0], context: arguments[1], countOnly: number != 0)
        default: throw fault("the third argument of FETCH is YES or NO")
        }
    }
}
