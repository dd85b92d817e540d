// SPDX-License-Identifier: Apache-2.0
// Collections of objects in expressions. KeyPaths.swift finds them; MemberQuery.swift opens a sub-select over the members.

import PerdurePredicates

/// A collection of objects that an expression describes.
indirect enum MemberSet {
    case path(MemberPath)
    case subquery(MemberSet, variable: String, PredicateNode, environment: Environment, rest: [String])

    /// The object that has the members.
    var owner: PathNode {
        switch self {
        case .path(let path): path.owner
        case .subquery(let collection, _, _, _, _): collection.owner
        }
    }

    /// Whether the collection may be missing.
    ///
    /// A SUBQUERY always gives a collection.
    var mayBeMissing: Bool {
        if case .path(let path) = self { return path.owner.isOptional }
        return false
    }

    var rest: [String] {
        switch self {
        case .path(let path): path.rest
        case .subquery(_, _, _, _, let rest): rest
        }
    }
}

/// A to-many relationship of an object on a path.
struct MemberPath {
    let owner: PathNode
    let columns: ToManyColumns
    /// Keys to read from each member.
    let rest: [String]
}
