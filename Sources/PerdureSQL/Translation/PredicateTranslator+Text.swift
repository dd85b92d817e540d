// SPDX-License-Identifier: Apache-2.0
// Texts: prefixes, substrings, patterns, folding. The functions are those of StringFunctions.swift, so a database finds the
// same rows as the evaluator in memory. Part of PredicateTranslator.swift.

import PerdurePredicates
import PerdureStore

extension PredicateTranslator {
    /// Whether texts are compared with options instead of by their characters.
    ///
    /// A text beside a column of UUIDs is compared as the UUID that it writes.
    func usesFolding(_ left: Operand, _ right: Operand, _ options: ComparisonOptions) -> Bool {
        guard !options.contains(.normalized), !left.isUUIDOfRow, !right.isUUIDOfRow else { return false }
        return !options.isEmpty && (left.isText || right.isText)
    }

    /// Whether both sides are text columns: each may spell accents in its own way.
    func areTextsOfRows(_ left: Operand, _ right: Operand) -> Bool {
        guard case .typed(_, let leftType) = left, case .typed(_, let rightType) = right else { return false }
        return leftType.isText && rightType.isText
    }

    func text(
        _ function: SQLFunction, _ left: Operand, _ right: Operand, _ options: ComparisonOptions
    ) throws -> SQLExpression {
        try requireComparable(left, right)
        for side in [left, right] {
            guard let kind = side.kind, kind != .text else { continue }
            throw StoreError.unsupported(
                "Can't do a substring operation with something that isn't a string (\(kind.rawValue))")
        }
        let text: ValueType = .attribute(.string)
        let leftValue = try value(left, for: text) ?? .null
        let rightValue = try value(right, for: text) ?? .null
        return decided(
            .call(function.rawValue, [leftValue, rightValue, .literal(Int64(options.rawValue))]))
    }

    /// Translates a prefix test.
    ///
    /// An index first finds the range of an ASCII prefix; the function then decides.
    func prefix(
        _ left: Operand, _ right: Operand, _ options: ComparisonOptions
    ) throws -> SQLExpression {
        let test = try text(.beginsWith, left, right, options)
        guard options.isEmpty || options == .normalized, case .typed(let column, .attribute(.string)) = left,
            case .column = column, case .constant(.string(let prefix)) = right, let end = Self.end(of: prefix)
        else { return test }
        let range = [
            decided(.binary(column, .greaterOrEqual, .value(.text(prefix)))),
            decided(.binary(column, .less, .value(.text(end)))),
        ]
        return .and(options == .normalized ? range : range + [test])
    }

    /// The first text after all texts with an ASCII prefix; nil for other prefixes.
    private static func end(of prefix: String) -> String? {
        guard let last = prefix.unicodeScalars.last, prefix.utf8.allSatisfy({ (1..<127).contains($0) }) else {
            return nil
        }
        var end = prefix.unicodeScalars
        end.removeLast()
        end.append(Unicode.Scalar(UInt8(last.value + 1)))
        return String(end)
    }

    /// Translates CONTAINS: a member of a collection, or a part of a text.
    func contains(
        _ left: Operand, _ right: Operand, _ options: ComparisonOptions, _ environment: Environment
    ) throws -> SQLExpression {
        switch left {
        case .members(let members):
            return try membership(of: right, in: members, options)
        case .list, .constant(.array), .constant(.set), .constant(.dictionary):
            return try membership(of: right, in: left, options, environment)
        default:
            return try text(.contains, left, right, options)
        }
    }
}

extension Operand {
    fileprivate var isUUIDOfRow: Bool {
        if case .typed(_, let type) = self { return type.kind == .uuid }
        return false
    }
}
