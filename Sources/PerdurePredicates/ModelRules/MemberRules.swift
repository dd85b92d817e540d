// SPDX-License-Identifier: Apache-2.0
// The rules for the members of uniqueness constraints and indexes. The caller has looked the names up.

/// A member of a constraint or an index.
package enum RuledMember: Sendable {
    /// An attribute, or an element of a composite; `isAssigned` when programs set its stored value.
    case attribute(isAssigned: Bool, isNumber: Bool)
    /// A relationship; `isStored` when rows have a column for it.
    case relationship(isStored: Bool)
    case expression
    /// A property without a value in rows.
    case other
}

/// An index whose names have been looked up.
package struct RuledIndex {
    package struct Element {
        /// How the index names the member; nil for an expression without a name.
        let path: String?
        /// nil when the entity has no such member.
        let member: RuledMember?
        let isRange: Bool

        package init(path: String?, member: RuledMember?, isRange: Bool) {
            self.path = path
            self.member = member
            self.isRange = isRange
        }
    }

    let name: String
    let elements: [Element]
    let hasPredicate: Bool

    package init(_ name: String, _ elements: [Element], hasPredicate: Bool) {
        self.name = name
        self.elements = elements
        self.hasPredicate = hasPredicate
    }
}

/// Checks the members of one entity's constraints and indexes.
package struct MemberRules {
    private let entity: String?

    package init(of entity: String?) { self.entity = entity }

    /// Checks one member of a constraint; nil when the entity has no such member.
    package func checkConstraint(
        _ path: String, _ member: RuledMember?, _ report: (ModelFault) throws -> Void
    ) rethrows {
        switch member {
        case .attribute(isAssigned: true, _): break
        case .attribute: try report(.uncontrolledConstraint(entity, path))
        case .relationship(isStored: true): try report(.referenceConstraint(entity, path))
        case .relationship: try report(.unstoredConstraint(entity, path))
        default: try report(.unknownConstraint(entity, path))
        }
    }

    /// Checks that no two indexes have one name.
    package func checkIndexNames(_ names: [String], _ report: (ModelFault) throws -> Void) rethrows {
        var seen: Set<String> = []
        for name in names where !seen.insert(name).inserted { try report(.repeatedIndex(entity, name)) }
    }

    /// Checks that the entity has each member of an index.
    package func checkNames(of index: RuledIndex, _ report: (ModelFault) throws -> Void) rethrows {
        for element in index.elements where element.member == nil {
            try report(.unknownIndexed(entity, index.name, element.path))
        }
    }

    /// Checks that an R-tree index holds numbers only, and has no predicate.
    package func checkRanges(of index: RuledIndex, _ report: (ModelFault) throws -> Void) rethrows {
        let ranges = index.elements.filter(\.isRange)
        guard !ranges.isEmpty else { return }
        if ranges.count < index.elements.count { try report(.mixedRange(entity, index.name)) }
        for element in ranges {
            switch element.member {
            case .attribute(_, isNumber: true), nil: break
            case .attribute: try report(.rangeOfTexts(entity, index.name, element.path))
            case .expression: try report(.rangeOfExpression(entity, index.name))
            case .relationship, .other: try report(.rangeOfOthers(entity, index.name, element.path))
            }
        }
        if index.hasPredicate { try report(.partialRange(entity, index.name)) }
    }
}

extension ModelFault {
    fileprivate static func uncontrolledConstraint(_ entity: String?, _ path: String) -> ModelFault {
        ModelFault(
            .assignedConstraint, entity, path,
            "a uniqueness constraint names a transient or derived attribute; take it out of the constraint"
        )
    }

    fileprivate static func referenceConstraint(_ entity: String?, _ path: String) -> ModelFault {
        ModelFault(
            .constrainedAttribute, entity, path,
            "a uniqueness constraint names a relationship; take it out of the constraint")
    }

    fileprivate static func unstoredConstraint(_ entity: String?, _ path: String) -> ModelFault {
        ModelFault(
            .storedReference, entity, path,
            "a uniqueness constraint names a transient or to-many relationship; take it out of the constraint"
        )
    }

    fileprivate static func unknownConstraint(_ entity: String?, _ path: String) -> ModelFault {
        ModelFault(
            .knownConstraint, entity, path,
            "a uniqueness constraint names this, which is no property of the entity; "
                + "correct the name, or remove the constraint")
    }

    fileprivate static func repeatedIndex(_ entity: String?, _ index: String) -> ModelFault {
        ModelFault(
            .differentIndexes, entity, "two indexes have the name \(name: index); rename one of them")
    }

    package static func unknownIndexed(_ entity: String?, _ index: String, _ path: String?) -> ModelFault {
        ModelFault(
            .knownIndexed, entity, path,
            "the index \(name: index) names this, which is no property of the entity; "
                + "correct the name, or remove the index")
    }

    fileprivate static func mixedRange(_ entity: String?, _ index: String) -> ModelFault {
        ModelFault(
            .wholeRange, entity,
            "the R-tree index \(name: index) has elements of another type; all its elements must be of that type"
        )
    }

    fileprivate static func partialRange(_ entity: String?, _ index: String) -> ModelFault {
        ModelFault(
            .unconditionalRange, entity,
            "the R-tree index \(name: index) has a predicate, which only binary indexes may have; remove it")
    }

    fileprivate static func rangeOfExpression(_ entity: String?, _ index: String) -> ModelFault {
        ModelFault(
            .rangeOfNumbers, entity,
            "the R-tree index \(name: index) has an expression; give it an attribute")
    }

    fileprivate static func rangeOfTexts(_ entity: String?, _ index: String, _ path: String?) -> ModelFault {
        ModelFault(
            .rangeOfNumbers, entity, path,
            "the R-tree index \(name: index) holds an attribute that is no number; make the index binary")
    }

    fileprivate static func rangeOfOthers(_ entity: String?, _ index: String, _ path: String?) -> ModelFault {
        ModelFault(
            .rangeOfAttributes, entity, path,
            "the R-tree index \(name: index) holds a property that is no attribute; take it out of the index")
    }
}
