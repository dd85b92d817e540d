// SPDX-License-Identifier: Apache-2.0
// From predicate objects of any class to trees and back. NSPredicate+Making.swift has what users call.

import Foundation

extension NSPredicate {
    /// The predicate as a value; one that cannot be taken apart, or only by a deep stack, becomes `.opaque`.
    package var node: PredicateNode { node(at: 0) }

    /// Twice what a text may have (PredicateParser): whoever nests deeper has made a chain of what should be a list.
    private static let deepest = 200

    private func node(at depth: Int) -> PredicateNode {
        switch self {
        case let predicate as any TreePredicate:
            return predicate.tree
        case let compound as NSCompoundPredicate where depth < Self.deepest:
            return Self.node(
                compound.compoundPredicateType, compound.subpredicates.map { $0.node(at: depth + 1) })
        default:
            guard type(of: self) == NSPredicate.self else { return .opaque(OpaquePredicate(self)) }
            switch (self as any FormatReadable).predicateFormat {
            case "TRUEPREDICATE": return .truth(true)
            case "FALSEPREDICATE": return .truth(false)
            default: return .opaque(OpaquePredicate(self))
            }
        }
    }

    /// A compound of no part or of one part is no list, because the language cannot write such a list.
    private static func node(_ type: NSCompoundPredicate.LogicalType, _ parts: [PredicateNode])
        -> PredicateNode
    {
        switch (type, parts.count) {
        case (.not, 0): return .truth(false)
        case (.not, _): return .not(parts[0])
        case (.and, 0): return .truth(true)
        case (.or, 0): return .truth(false)
        case (_, 1): return parts[0]
        case (.and, _): return .and(parts)
        default: return .or(parts)
        }
    }

    /// The predicate object of a tree.
    package static func predicate(of node: PredicateNode) -> NSPredicate {
        switch node {
        case .truth(let value): TruthPredicate(value)
        case .comparison(let comparison): NSComparisonPredicate(node: comparison)
        case .and(let parts): CompoundTreePredicate(.and, parts, tree: node)
        case .or(let parts): CompoundTreePredicate(.or, parts, tree: node)
        case .not(let part): CompoundTreePredicate(.not, [part], tree: node)
        case .opaque(let box): box.predicate
        }
    }
}

// Foundation on Linux calls its property deprecated; only this text tells TRUEPREDICATE from FALSEPREDICATE.
private protocol FormatReadable {
    var predicateFormat: String { get }
}

extension NSPredicate: FormatReadable {}
