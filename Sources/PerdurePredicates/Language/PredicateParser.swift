// SPDX-License-Identifier: Apache-2.0
// Reads format strings. Predicates and expressions share their brackets, so one precedence climber reads
// both (PredicateParser+Operators.swift); operands are in +Operands.swift, calls in +Calls.swift.

import Foundation
import PerdureBase

/// Reads format strings into trees.
package struct PredicateParser {
    /// How deep a tree may be: NOT, calls, chains of arithmetic.
    ///
    /// Long flat AND and OR lists are not deep.
    static let depthLimit = 100
    /// How long a format may be, in bytes of UTF-8.
    package static let lengthLimit = 10_000_000
    /// How deep the parser may recur: a printed tree needs an operand and a pair of brackets for each of its levels.
    private static let recursionLimit = 2 * depthLimit + 2

    /// The result of each step of the parser: brackets can hold a predicate or an expression.
    enum Term {
        case predicate(PredicateNode)
        case expression(ExpressionNode)
    }

    private let tokens: [Token]
    private var position = 0
    private var arguments: ArraySlice<ConstantValue>
    private var depth = 0
    /// The height of the tree read last.
    var height = 0

    private init(_ format: String, _ arguments: [ConstantValue]) throws {
        guard format.utf8.count <= Self.lengthLimit else { throw Self.tooLong(format) }
        tokens = try FormatTokenCache.tokens(of: format)
        self.arguments = arguments[...]
    }

    private static func tooLong(_ format: String) -> SyntaxFault {
        SyntaxFault(
            offset: lengthLimit,
            message: "the text has \(format.utf8.count) bytes, and \(lengthLimit) are the limit; "
                + "give long lists and texts as arguments for %@ instead")
    }

    /// Reads a predicate.
    ///
    /// - Parameters:
    ///   - format: A text of the predicate language.
    ///   - arguments: Values for `%@`, `%K` and the numeric forms, in their order.
    /// - Returns: The predicate.
    /// - Throws: CoreDataException (NSInvalidArgumentException) that says what is wrong and where.
    package static func parse(_ format: String, arguments: [ConstantValue] = []) throws -> PredicateNode {
        try reporting(format) {
            var parser = try PredicateParser(format, arguments)
            let term = try parser.parseTerm(.or)
            try parser.expectEnd()
            return try parser.predicate(term, at: 0)
        }
    }

    /// Reads an expression.
    ///
    /// - Parameters:
    ///   - format: A text of the predicate language.
    ///   - arguments: Values for `%@`, `%K` and the numeric forms, in their order.
    /// - Returns: The expression.
    /// - Throws: CoreDataException (NSInvalidArgumentException) that says what is wrong and where.
    package static func parseExpression(
        _ format: String, arguments: [ConstantValue] = []
    ) throws -> ExpressionNode {
        try reporting(format) {
            var parser = try PredicateParser(format, arguments)
            let term = try parser.parseTerm(.or)
            try parser.expectEnd()
            return try parser.expression(term, at: 0)
        }
    }

    private static func reporting<Node>(_ format: String, _ body: () throws -> Node) throws -> Node {
        do {
            return try body()
        } catch let fault as SyntaxFault {
            let shown = format.count > 1_000 ? format.prefix(1_000) + "…" : format[...]
            throw CoreDataException.invalidArgument(
                "Unable to parse the format string \"\(shown)\": \(fault.message) (at character \(fault.offset + 1))"
            )
        }
    }
}

// MARK: - Tokens

extension PredicateParser {
    var token: Token { tokens[position] }
    var following: Token { tokens[min(position + 1, tokens.count - 1)] }

    mutating func advance() {
        if position < tokens.count - 1 { position += 1 }
    }

    func at(_ symbol: Token.Symbol) -> Bool { token.kind == .symbol(symbol) }

    mutating func consume(_ symbol: Token.Symbol) -> Bool {
        guard at(symbol) else { return false }
        advance()
        return true
    }

    mutating func expect(_ symbol: Token.Symbol) throws {
        guard consume(symbol) else {
            throw fault("expected '\(symbol.rawValue)' and found \(token.kind.description)")
        }
    }

    private func expectEnd() throws {
        guard token.kind == .end else { throw fault("did not expect \(token.kind.description) here") }
    }

    /// The reserved word at the position, if the token is one and is not escaped.
    var reservedWord: ReservedWord? {
        guard case .word(let text) = token.kind else { return nil }
        return ReservedWord(text)
    }

    func fault(_ message: String, at offset: Int? = nil) -> SyntaxFault {
        SyntaxFault(offset: offset ?? token.offset, message: message)
    }

    mutating func nextArgument(_ form: Token.ArgumentForm, at offset: Int) throws -> ConstantValue {
        guard let argument = arguments.popFirst() else {
            throw fault("there is no argument for \(form.rawValue)", at: offset)
        }
        return argument
    }
}

// MARK: - Terms

extension PredicateParser {
    func predicate(_ term: Term, at offset: Int) throws -> PredicateNode {
        switch term {
        case .predicate(let node): return node
        case .expression:
            throw fault("expected a predicate and found an expression without a comparison", at: offset)
        }
    }

    func expression(_ term: Term, at offset: Int) throws -> ExpressionNode {
        switch term {
        case .expression(let node): return node
        case .predicate: throw fault("expected an expression and found a predicate", at: offset)
        }
    }

    mutating func parsePredicate(_ minimum: Binding) throws -> PredicateNode {
        let offset = token.offset
        return try predicate(parseTerm(minimum), at: offset)
    }

    mutating func parseExpression(_ minimum: Binding = .setOperation) throws -> ExpressionNode {
        let offset = token.offset
        return try expression(parseTerm(minimum), at: offset)
    }

    /// Runs one level of recursion; every recursion of the parser goes through here, so the stack is bounded too.
    mutating func nested<Result>(_ body: (inout PredicateParser) throws -> Result) throws -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.recursionLimit else { throw tooDeep }
        return try body(&self)
    }

    /// Notes that a tree was built on top of trees of these heights.
    mutating func grow(_ heights: Int...) throws {
        height = (heights.max() ?? 0) + 1
        guard height <= Self.depthLimit else { throw tooDeep }
    }

    private var tooDeep: SyntaxFault {
        fault("nested deeper than \(Self.depthLimit) levels; join conditions by one flat AND or OR instead")
    }
}
