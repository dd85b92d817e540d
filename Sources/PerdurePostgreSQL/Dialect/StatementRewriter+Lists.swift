// SPDX-License-Identifier: Apache-2.0
// Membership in lists of constants. A list is an array of the column's own type, so that an index serves it; constants that
// no value of the column can equal are left out.

#if PostgreSQL
import Foundation
import PerdurePredicates
import PerdureSQL
import PerdureStore

extension StatementRewriter {
    /// Membership in a list of single expressions.
    func membership(of part: ServerTerm, in elements: [ServerTerm]) throws -> SQLExpression {
        let isPlain = elements.allSatisfy {
            if case .single(let value) = $0 { value.isLiteral } else { false }
        }
        if isPlain {
            return part.condition { value in
                .inList(value.expression, elements.map(\.flat.expression))
            }
        }
        let tests = try elements.map { try compare(part, .equal, $0) }
        return tests.count == 1 ? tests[0] : .or(tests)
    }

    /// Membership in a bound list.
    func membership(of part: ServerTerm, in list: SQLBoundList) throws -> SQLExpression {
        part.condition { value in
            let tests = lists(list, for: value.kind).filter { $0.count > 0 }
            guard !tests.isEmpty else { return value.kind == .null ? .null : never(value) }
            let found = tests.map { list -> SQLExpression in
                let isReal = if case .reals = list { true } else { false }
                let side = value.kind == .decimal && isReal ? value.asDouble : value.comparable
                let test = SQLExpression.inBoundList(side.expression, list.kind, .list(list))
                return switch list {
                case .texts(let texts): listedBeginnings(side.expression, texts, test)
                case .blobs(let blobs): listedBeginnings(side.expression, blobs, test)
                default: test
                }
            }
            return found.count == 1 ? found[0] : .or(found)
        }
    }

    /// The lists that hold what a column of a kind can equal.
    private func lists(_ list: SQLBoundList, for kind: ServerKind) -> [SQLBoundList] {
        switch (kind, list) {
        case (.boolean, _), (.narrow, _), (.integer, _): [.integers(list.wholeNumbers)]
        case (.double, _): [.reals(list.reals)]
        case (.decimal, .reals(let numbers)): [.reals(numbers.filter { !$0.isNaN })]
        case (.decimal, _): [.decimals(list.decimals)]
        case (.text, .texts): [list]
        case (.data, .blobs): [list]
        case (.uuid, .blobs(let blobs)): [.uuids(blobs.compactMap(\.asUUID))]
        default: []
        }
    }
}

extension ServerValueTerm {
    /// Whether the expression is a number of our own making.
    fileprivate var isLiteral: Bool {
        if case .literal = expression { return true }
        return false
    }
}

extension SQLBoundList {
    fileprivate var count: Int {
        switch self {
        case .integers(let all): all.count
        case .reals(let all): all.count
        case .texts(let all): all.count
        case .blobs(let all): all.count
        case .decimals(let all): all.count
        case .uuids(let all): all.count
        }
    }

    /// The whole numbers among the elements.
    fileprivate var wholeNumbers: [Int64] {
        switch self {
        case .integers(let numbers): numbers
        case .reals(let numbers): numbers.compactMap { Int64(exactly: $0) }
        case .decimals(let numbers): numbers.compactMap { Int64($0.description) }
        default: []
        }
    }

    /// The doubles that equal an element.
    fileprivate var reals: [Double] {
        switch self {
        case .integers(let numbers): numbers.compactMap { Double(exactly: $0) }
        case .reals(let numbers): numbers.filter { !$0.isNaN }
        case .decimals(let numbers): numbers.map(\.nearestDouble)
        default: []
        }
    }

    fileprivate var decimals: [Decimal] {
        switch self {
        case .integers(let numbers): numbers.map { Decimal($0) }
        case .decimals(let numbers): numbers
        default: []
        }
    }
}
#endif
