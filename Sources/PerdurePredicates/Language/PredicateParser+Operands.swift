// SPDX-License-Identifier: Apache-2.0
// The operands between operators: literals, keys, variables, arguments, brackets, qualifiers. Calls with names are in
// PredicateParser+Calls.swift.

import Foundation

extension PredicateParser {
    /// Reads one operand, with the prefix operators before it.
    mutating func parsePrefix() throws -> Term {
        let token = token
        switch token.kind {
        case .number(let value): return .expression(leaf(.constant(value)))
        case .string(let text): return .expression(leaf(.constant(.string(text))))
        case .escapedWord(let key): return .expression(leaf(.key(key)))
        case .variable(let name): return .expression(try parseVariable(name))
        case .selector(let name): return .expression(try parseCall(name))
        case .argument(let form): return try parseArgument(form)
        case .word(let text): return try parseWord(text)
        case .symbol(.openRound): return try parseBrackets()
        case .symbol(.openCurly): return .expression(try parseAggregate())
        case .symbol(.not): return .predicate(try parseNot())
        case .symbol(.minus): return .expression(try parseMinus())
        case .symbol(.complement): return .expression(try parseComplement())
        default: throw fault("expected a value, a key or a predicate and found \(token.kind.description)")
        }
    }

    private mutating func leaf(_ node: ExpressionNode) -> ExpressionNode {
        advance()
        height = 1
        return node
    }

    private mutating func parseBrackets() throws -> Term {
        advance()
        let term = try parseTerm(.or)
        try expect(.closeRound)
        return term
    }

    /// Reads a list in braces; a list of constants alone is a constant itself, which is smaller and quicker to test.
    private mutating func parseAggregate() throws -> ExpressionNode {
        advance()
        var elements: [ExpressionNode] = []
        var tallest = 0
        if !at(.closeCurly) {
            repeat {
                elements.append(try parseExpression())
                tallest = max(tallest, height)
            } while consume(.comma)
        }
        try expect(.closeCurly)
        try grow(tallest)
        let list = ExpressionNode.list(elements)
        if list.isFlatConstant { height = 1 }
        return list
    }

    private mutating func parseNot() throws -> PredicateNode {
        advance()
        let operand = try parsePredicate(.not)
        try grow(height)
        return .not(operand)
    }

    /// A minus before a number makes a negative number, before anything else a multiplication by -1.
    private mutating func parseMinus() throws -> ExpressionNode {
        advance()
        if case .number(let value) = token.kind, following.kind != .symbol(.power),
            let negative = value.negated
        {
            return leaf(.constant(negative))
        }
        let operand = try parseExpression(.negation)
        try grow(height)
        return .function(FunctionCall("multiply:by:", [.constant(.integer(-1)), operand]))
    }

    private mutating func parseComplement() throws -> ExpressionNode {
        advance()
        let operand = try parseExpression(.negation)
        try grow(height)
        return .function(FunctionCall("onesComplement:", [operand]))
    }

    private mutating func parseVariable(_ name: String) throws -> ExpressionNode {
        advance()
        height = 1
        guard consume(.assign) else { return .variable(name) }
        let value = try parseExpression()
        try grow(height)
        return .assignment(variable: name, value)
    }

    private mutating func parseWord(_ text: String) throws -> Term {
        guard let word = ReservedWord(text) else { return .expression(try parseKeyOrCall(text)) }
        switch word {
        case .not: return .predicate(try parseNot())
        case .any, .some: return .predicate(try parseQualified(.any))
        case .all: return .predicate(try parseQualified(.all))
        case .none:
            let node = try parseQualified(.any)
            try grow(height)
            return .predicate(.not(node))
        case .truePredicate, .falsePredicate:
            advance()
            height = 1
            return .predicate(.truth(word == .truePredicate))
        case .null, .nil: return .expression(leaf(.constant(.null)))
        case .true, .yes: return .expression(leaf(.constant(.boolean(true))))
        case .false, .no: return .expression(leaf(.constant(.boolean(false))))
        case .itself: return .expression(leaf(.evaluatedObject))
        case .anyKey: return .expression(leaf(.anyKey))
        case .conformsTo, .equalsType: throw fault("\(text) is not supported; compare the type's identifier")
        case _ where word.isKeyElsewhere: return .expression(try parseKeyOrCall(text))
        default: throw fault("'\(text)' is a reserved word; a key of this name is written #\(text)")
        }
    }

    private mutating func parseQualified(_ qualifier: ComparisonNode.Qualifier) throws -> PredicateNode {
        advance()
        return try parseComparison(parseExpression(), qualifier: qualifier)
    }

    private mutating func parseKeyOrCall(_ text: String) throws -> ExpressionNode {
        if following.kind == .symbol(.openRound) { return try parseCall(text) }
        return leaf(.key(text))
    }

    /// The key behind a dot; reserved words are plain keys there.
    mutating func parseKeys(after base: ExpressionNode) throws -> ExpressionNode {
        switch token.kind {
        case .word(let key), .escapedWord(let key):
            advance()
            return try longer(base.appending([key]))
        case .argument(.keyPath):
            return try longer(base.appending(try parseKeyPathArgument()))
        default:
            throw fault("expected a key and found \(token.kind.description)")
        }
    }

    /// Returns a path to which keys were added, unless it is too long.
    private func longer(_ path: ExpressionNode) throws -> ExpressionNode {
        if case .keyPath(_, let keys) = path, keys.count > KeyPathReader.longest {
            throw fault(KeyPathReader.refusal(keys))
        }
        return path
    }
}

extension ExpressionNode {
    /// A list as the language knows it: one constant if all elements are.
    package static func list(_ elements: [ExpressionNode]) -> ExpressionNode {
        var constants: [ConstantValue] = []
        constants.reserveCapacity(elements.count)
        for element in elements {
            guard case .constant(let value) = element else { return .aggregate(elements) }
            constants.append(value)
        }
        return .constant(.array(constants))
    }

    /// Whether the expression is a list of constants that are no lists: one level, as it is as an argument for `%@`.
    fileprivate var isFlatConstant: Bool {
        guard case .constant(.array(let elements)) = self else { return false }
        return !elements.contains { if case .array = $0 { true } else { false } }
    }

    /// The expression with keys read from it.
    package func appending(_ keys: [String]) -> ExpressionNode {
        if case .keyPath(let base, let first) = self { return .keyPath(base: base, keys: first + keys) }
        return .keyPath(base: self, keys: keys)
    }
}

extension ConstantValue {
    /// The number with the opposite sign; nil for other values.
    var negated: ConstantValue? {
        switch self {
        case .integer(let value): .integer(0 &- value)
        case .double(let value): .double(-value)
        case .decimal(let value):
            // The magnitude of this one integer does not fit into 64 bits.
            value == Decimal(UInt64(1) << 63) ? .integer(.min) : .decimal(-value)
        default: nil
        }
    }
}
