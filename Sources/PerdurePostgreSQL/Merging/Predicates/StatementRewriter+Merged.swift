// SPDX-License-Identifier: Apache-2.0
// Comparisons of parts of sets and dictionaries that merge (PG-122). The server decides what it can (StatementRewriter+MergedEquality.swift);
// everything else the evaluator decides for the distinct values in question (Texts/StatementRewriter+Questions.swift).

#if PostgreSQL
import Foundation
import PerdurePredicates
import PerdureSQL
import PerdureStore

extension StatementRewriter {
    /// A comparison with a part of a set or dictionary; nil for other functions.
    func mergedTest(_ name: String, _ arguments: [SQLExpression], isFilter: Bool) throws -> SQLExpression? {
        guard MergedFunction(rawValue: name) == .test, arguments.count == 5,
            case .literal(let number) = arguments[4], let test = MergedTest(number: number)
        else { return nil }
        let left = try side(arguments[0], arguments[1])
        let right = try side(arguments[2], arguments[3])
        if let held = held(test, left, right, arguments, isFilter: isFilter) { return held }
        if let entry = try entry(test, left, right, arguments, isFilter: isFilter) { return entry }
        return try asked(test.comparing, left, right, nil, isFilter: isFilter)
    }

    /// The evaluator's answer for each pair of sides in question; without a condition all are.
    func asked(
        _ test: UntypedComparison, _ left: MergedSide, _ right: MergedSide, _ unjudged: SQLExpression?,
        isFilter: Bool
    ) throws -> SQLExpression {
        let told = [left, right].compactMap(\.question)
        let text = SQLExpression.cast(.call("jsonb_build_array", told), "text")
        let question = try ask([text], unjudged) { [mostTexts] rows in
            try TextLimit.check(rows, mostTexts, "sets and dictionaries")
            var (found, refuted): ([String], [String]) = ([], [])
            for row in rows {
                let sides = MergedSides(row[0])
                guard let truth = try test.truth(sides.next(left), sides.next(right)) else { continue }
                if truth { found.append(row[0]) } else { refuted.append(row[0]) }
            }
            return [.texts(found), .texts(refuted)]
        }
        let isFound = isAmong(text, question, 0)
        if isFilter { return isFound }
        return .choice(
            isFound, then: .truth(true),
            otherwise: .choice(isAmong(text, question, 1), then: .truth(false), otherwise: .null))
    }

    private func isAmong(_ text: SQLExpression, _ question: Int, _ part: Int) -> SQLExpression {
        .inBoundList(text, .texts, SQLListValue(.texts, .answer(question: question, part: part)).binding)
    }

    // MARK: Sides

    private func side(_ value: SQLExpression, _ form: SQLExpression) throws -> MergedSide {
        if let path = form.entryPath {
            return .asked(MergedEntry.expression(value, path), .entry(path))
        }
        guard case .literal(let number) = form, let form = MergedForm(rawValue: number) else {
            return .constant(.null)
        }
        if let rule = form.rule {
            return .asked(.call("to_jsonb", [value]), .set(arrayType(rule), rule))
        }
        return try plainSide(value, form)
    }

    func arrayType(_ rule: MergeRule) -> SQLColumnType { SQLColumnType(rule) ?? .texts }

    /// A constant, or a typed value as its text.
    private func plainSide(_ expression: SQLExpression, _ form: MergedForm) throws -> MergedSide {
        let value = try value(expression).flat
        if value.kind == .null { return .constant(.null) }
        if let constant = value.constant { return .constant(constant.constant(form)) }
        let text =
            value.kind == .data
            ? SQLExpression.call("encode", [value.expression, .value(.text("base64"))])
            : .cast(value.expression, "text")
        return .asked(.call("to_jsonb", [text]), .value(value.kind, form))
    }
}

/// The sides that one row of a question tells, one after the other.
private final class MergedSides {
    private var told: [JSONValue] = []

    init(_ text: String) {
        var reader = JSONReader(text)
        if case .list(let all)? = reader.value() { told = all }
    }

    /// The value of the next side; constants are not told.
    func next(_ side: MergedSide) -> ConstantValue {
        switch side {
        case .constant(let value): return value
        case .asked(_, let reading): return told.isEmpty ? .null : reading.constant(told.removeFirst())
        }
    }
}

extension SQLBinding {
    /// The constant that a comparison binds in a form.
    fileprivate func constant(_ form: MergedForm) -> ConstantValue {
        switch (self, form) {
        case (.blob(let data), .packed): ConstantValue(packed: data) ?? .null
        case (.blob(let data), .uuid): data.asUUID.map { .uuid($0) } ?? .data(data)
        case (.real(let seconds), .date): .date(Date(timeIntervalSinceReferenceDate: seconds))
        case (.integer(let number), _): .integer(number)
        case (.real(let number), _): .double(number)
        case (.text(let text), _): .string(text)
        case (.blob(let data), _): .data(data)
        case (.decimal(let number), _): .decimal(number)
        case (.uuid(let uuid), _): .uuid(uuid)
        case (.boolean(let flag), _): .boolean(flag)
        case (.null, _), (.list, _), (.answer, _): .null
        }
    }
}
#endif
