// SPDX-License-Identifier: Apache-2.0
// Equality of values that are stored in several columns: enums without raw values by their cases, structs by their parts. Part of
// Term+Comparing.swift; PredicateScope+Naming.swift makes such parts.

import Foundation

extension Term {
    /// Whether two parts are equal of which one is an enum without raw values.
    ///
    /// - Throws: `PredicateRefusal` for another side that is computed.
    static func caseEquality(_ left: Term, _ cases: [StoredCase], _ naming: any ModelNaming, _ right: Term)
        throws
        -> Truth
    {
        if case .cases(let others, _) = right.meaning {
            let same = zip(cases, others).map {
                Truth.presence(of: $0.node).and(.presence(of: $1.node)).isTrue
            }
            let equal = PredicateNode.any(same + [.all([left.presence.isNil, right.presence.isNil])])
            return Truth(equal, else: .not(equal))
        }
        guard case .constant(let value?) = right.meaning else {
            throw PredicateRefusal(
                "an enum without raw values", "compare it with a captured value of the enum")
        }
        let name = naming.caseName(of: value)
        guard let found = cases.first(where: { $0.name == name }) else { return Truth(false) }
        return .presence(of: found.node)
    }

    /// Whether a struct equals a captured one: each part equals, and so does being nil.
    ///
    /// - Throws: `PredicateRefusal` for another side that is computed, and for parts that no column can be compared with.
    static func partsEquality(_ left: Term, _ node: ExpressionNode, _ paths: [[String]], _ right: Term) throws
        -> Truth
    {
        guard case .constant(let value?) = right.meaning else { throw partsRefusal }
        let start = Truth(left.presence.isThere, else: left.presence.isNil)
        return try paths.reduce(start) { truth, path in
            let constant = Term.constant(try part(of: value, path[...]))
            guard try constant.asExpression().isColumnValue else { throw partsRefusal }
            return truth.and(try equality(.optional(node.reading(path)), constant))
        }
    }

    /// The value at a path of stored properties; nil below an optional without a value.
    ///
    /// - Throws: `PredicateRefusal` for a name that is no stored property.
    private static func part(of value: Any, _ path: ArraySlice<String>) throws -> Any? {
        guard let name = path.first else { return value }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            return try mirror.children.first.flatMap { try part(of: $0.value, path) }
        }
        guard let field = mirror.children.first(where: { $0.label == name }) else { throw partsRefusal }
        return try part(of: field.value, path.dropFirst())
    }

    static let partsRefusal = PredicateRefusal(
        "a struct as a value",
        "compare its stored properties, or it with nil or a captured one of plain values")
}

extension ExpressionNode {
    /// Whether the expression is nil, or a constant that one column can hold.
    fileprivate var isColumnValue: Bool {
        guard case .constant(let value) = self else { return false }
        return switch value {
        case .array, .set, .dictionary, .reference, .object: false
        default: true
        }
    }
}

extension Truth {
    /// Whether an expression is not nil.
    static func presence(of node: ExpressionNode) -> Truth {
        let presence = Presence(of: node)
        return Truth(presence.isThere, else: presence.isNil)
    }
}
