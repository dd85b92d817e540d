// SPDX-License-Identifier: Apache-2.0
// Tests of texts (PG-109, PG-114 to PG-118). The server decides with the store's own functions; what it cannot judge as the
// evaluator does becomes a question (StatementRewriter+Questions.swift).

#if PostgreSQL
import PerdurePredicates
import PerdureSQL
import PerdureStore

/// A test of two texts.
struct TextTest: Sendable {
    let function: SQLFunction
    /// The operator of `SQLFunction.compare`.
    var symbol = SQLOperator.equal
    let options: ComparisonOptions

    /// The evaluator's own answer.
    func holds(_ left: String, _ right: String) throws -> Bool {
        switch function {
        case .contains: StringMatching.contains(left, right, options: options)
        case .beginsWith: StringMatching.beginsWith(left, right, options: options)
        case .endsWith: StringMatching.endsWith(left, right, options: options)
        case .like: StringMatching.like(left, right, options: options)
        case .matches: try StringMatching.matches(left, right, options: options)
        case .compare: holds(StringMatching.compare(left, right, options: options).rawValue)
        default: StringMatching.equal(left, right, options: options)
        }
    }

    private func holds(_ order: Int) -> Bool {
        switch symbol {
        case .less: order < 0
        case .lessOrEqual: order <= 0
        case .greater: order > 0
        case .greaterOrEqual: order >= 0
        case .notEqual: order != 0
        default: order == 0
        }
    }

    /// How the server prepares texts; nil when only the client can compare them.
    var folding: TextFolding? {
        if function == .matches || options.contains(.localeSensitive) { return nil }
        return TextFolding(options)
    }
}

extension StatementRewriter {
    /// A test of texts by its function; nil for other functions.
    func textTest(_ name: String, _ arguments: [SQLExpression], isFilter: Bool) throws -> SQLExpression? {
        switch SQLFunction(rawValue: name) {
        case .contains?, .beginsWith?, .endsWith?, .like?, .matches?, .equal?: break
        default: return nil
        }
        guard let function = SQLFunction(rawValue: name), case .literal(let options)? = arguments.last else {
            return nil
        }
        let test = TextTest(
            function: function, options: ComparisonOptions(rawValue: UInt(truncatingIfNeeded: options)))
        return try textTest(test, arguments, isFilter: isFilter)
    }

    /// A comparison of texts by their order.
    func textOrder(_ sides: [SQLExpression], _ symbol: SQLOperator, isFilter: Bool) throws -> SQLExpression {
        guard case .literal(let options)? = sides.last else { return .null }
        let test = TextTest(
            function: .compare, symbol: symbol,
            options: ComparisonOptions(rawValue: UInt(truncatingIfNeeded: options)))
        return try textTest(test, sides, isFilter: isFilter)
    }

    private func textTest(_ test: TextTest, _ sides: [SQLExpression], isFilter: Bool) throws -> SQLExpression
    {
        let (left, right) = (try value(sides[0]), try value(sides[1]))
        return try left.condition { left in
            try right.condition { right in
                if left.kind == .null || right.kind == .null { return .null }
                return try self.test(
                    test, left.converted(to: .text), right.converted(to: .text), isFilter: isFilter)
            }
        }
    }

    private func test(
        _ test: TextTest, _ left: ServerValueTerm, _ right: ServerValueTerm, isFilter: Bool
    ) throws -> SQLExpression {
        if let first = left.text, let second = right.text { return .truth(try test.holds(first, second)) }
        if let second = right.text, second.utf8.contains(0), let never = nullCharacter(test, left, right) {
            return never
        }
        let isForClient =
            left.text?.utf8.contains(0) == true || right.text?.utf8.contains(0) == true
            || test.function == .like && right.text == nil
        guard let folding = test.folding, !isForClient, hasFunctions || !folding.mayFail else {
            return try asked(test, left, right, nil, nil, isFilter: isFilter)
        }
        let sides = [left, right].map { prepared($0, test.options, folding) }
        var found = served(test, left, sides[0], right, sides[1])
        if case .value(.text(let text)) = sides[1] {
            found = foldedBeginnings(test, left, sides[0], text, found)
        }
        guard folding.mayFail else { return found }
        let unjudged = zip([left, right], sides).filter { $0.0.text == nil }.map {
            SQLExpression.isNull($0.1)
        }
        return try asked(
            test, left, right, found, unjudged.count == 1 ? unjudged[0] : .or(unjudged), isFilter: isFilter)
    }

    /// A constant with U+0000, which is in no stored text (PG-37); nil where the client must compare.
    private func nullCharacter(
        _ test: TextTest, _ left: ServerValueTerm, _ right: ServerValueTerm
    ) -> SQLExpression? {
        switch test.function {
        case .contains, .beginsWith, .endsWith, .equal: never(left)
        default: nil
        }
    }

    /// A text in the form in which the server compares it.
    func prepared(_ value: ServerValueTerm, _ options: ComparisonOptions, _ folding: TextFolding)
        -> SQLExpression
    {
        if let text = value.text { return .value(.text(StringMatching.prepared(text, options))) }
        guard let name = folding.function else { return value.expression }
        if !hasFunctions, folding == .composed { return .call("normalize", [value.expression]) }
        return function(name, [value.expression])
    }

    /// The server's answer.
    private func served(
        _ test: TextTest, _ left: ServerValueTerm, _ text: SQLExpression, _ right: ServerValueTerm,
        _ part: SQLExpression
    ) -> SQLExpression {
        switch test.function {
        case .contains: return .binary(.call("strpos", [text, part]), .greater, .literal(0))
        case .beginsWith: return .call("starts_with", [text, part])
        case .endsWith: return .binary(.call("right", [text, .call("length", [part])]), .equal, part)
        case .like:
            let pattern = LikePatternText.text(right.text ?? "", options: test.options)
            return .call("textlike", [text, .value(.text(pattern))])
        case .compare where test.options.isEmpty:
            // Spellings of one text are equal; others have the order of their bytes.
            let plain = SQLExpression.binary(.collated(left.expression, "C"), test.symbol, right.expression)
            let includesEqual = test.symbol == .lessOrEqual || test.symbol == .greaterOrEqual
            let same = SQLExpression.binary(text, includesEqual ? .equal : .notEqual, part)
            return includesEqual ? .or([plain, same]) : .and([plain, same])
        case .compare: return .binary(.collated(text, "C"), test.symbol, part)
        default: return .binary(text, .equal, part)
        }
    }
}

/// Patterns of LIKE in the server's spelling.
enum LikePatternText {
    /// The pattern with `_` for one character and `%` for many.
    static func text(_ pattern: String, options: ComparisonOptions) -> String {
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in StringMatching.prepared(pattern, options).unicodeScalars {
            switch scalar {
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case "?" where !isEscaped: text.append("_")
            case "*" where !isEscaped: text.append("%")
            case "%", "_", "\\": text.append(contentsOf: ["\\", scalar])
            default: text.append(scalar)
            }
            isEscaped = false
        }
        // A lone backslash at the end stands for itself.
        if isEscaped { text.append(contentsOf: ["\\", "\\"]) }
        return String(text)
    }
}

extension ServerValueTerm {
    /// The constant text, when the expression is one.
    var text: String? {
        if case .text(let text)? = constant { return text }
        return nil
    }
}
#endif
