// SPDX-License-Identifier: Apache-2.0
// What the model says of a mergeable attribute. Compiled from a description's user info
// (PerdureModel/Merging/MergeableAttributeDescription.swift in Perdure).

import PerdurePredicates

/// How an attribute merges.
public struct MergeRule: Sendable, Hashable {
    package typealias Kind = MergeKind
    package typealias Criterion = MergeCriterion
    package typealias Conflict = MergeConflictResolution
    package typealias Element = MergeElementType

    /// What merges: a number, a set, a dictionary or a whole value.
    public var kind: MergeKind
    /// The attribute's type.
    public var type: StoredAttributeType
    package var criterion = Criterion.valueDiffers
    /// Which of two replacements of a value counts.
    public var conflict = MergeConflictResolution.mine
    /// The type of a set's elements.
    public var element = MergeElementType.string
    /// Whether keys of a dictionary are paths into nested dictionaries.
    public var isDeep = false
    /// The keys of a dictionary that have an index; an empty text stands for an index on a set's elements.
    package var indexes: [String] = []
    /// Whether undo of a saved change skips values that other writers have changed since.
    package var skipsChanged = false
    /// The bounds of a counter.
    public var minimum: StoredValue?
    /// The upper bound of a counter.
    public var maximum: StoredValue?
    /// Whether the value may be nil.
    public var isOptional = true

    /// Makes a rule.
    public init(_ kind: MergeKind, type: StoredAttributeType) {
        self.kind = kind
        self.type = type
    }

    /// Whether two rules are equal.
    public static func == (left: MergeRule, right: MergeRule) -> Bool {
        left.kind == right.kind && left.type == right.type && left.criterion == right.criterion
            && left.conflict == right.conflict && left.element == right.element && left.isDeep == right.isDeep
            && left.indexes == right.indexes && left.skipsChanged == right.skipsChanged
            && left.minimum == right.minimum && left.maximum == right.maximum
            && left.isOptional == right.isOptional
    }

    /// Hashes a part of what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(type)
        hasher.combine(criterion)
        hasher.combine(conflict)
    }

    /// The change that changes nothing.
    package var identity: AttributeDelta {
        switch kind {
        case .counter: counterIdentity
        case .set: .set(.identity)
        case .dictionary: .dictionary(DictionaryDelta(isDeep: isDeep))
        case .value: .value(.identity)
        }
    }

    private var counterIdentity: AttributeDelta {
        switch type {
        case .double, .float: .real(.identity)
        case .decimal: .decimal(.identity)
        default: .integer(.identity)
        }
    }
}

/// A rule on the heap.
final class MergeRuleBox: Sendable, Hashable {
    let rule: MergeRule

    init(_ rule: MergeRule) { self.rule = rule }

    static func == (left: MergeRuleBox, right: MergeRuleBox) -> Bool { left.rule == right.rule }
    func hash(into hasher: inout Hasher) { hasher.combine(rule) }
}
