// SPDX-License-Identifier: Apache-2.0
// Mergeable attributes in macro expansions: the declaration of an attribute plus its merge rule.

import Foundation
import PerdurePredicates

extension PropertyDeclaration {
    /// Makes a declared attribute mergeable.
    public static func mergeable(
        _ declaration: PropertyDeclaration, as kind: MergeKind, criterion: MergeCriterion = .valueDiffers,
        conflict: MergeConflictResolution = .mine, deep: Bool = false, indexedKeys: [String] = [],
        indexesElements: Bool = false, skipsChangedInUndo: Bool = false
    ) -> PropertyDeclaration {
        var declaration = declaration
        guard let attribute = declaration.mergeableDescription() else { return declaration }
        attribute.mergeKind = kind
        if kind == .counter { attribute.startAtZero() }
        if criterion != .valueDiffers { attribute.criterion = criterion }
        if conflict != .mine { attribute.conflictResolution = conflict }
        if deep { attribute.isDeep = true }
        if !indexedKeys.isEmpty { attribute.indexedKeys = indexedKeys }
        if indexesElements { attribute.isIndexingElements = true }
        if skipsChangedInUndo { attribute.skipsChangedInUndo = true }
        return declaration
    }

    /// Makes a declared attribute mergeable as a whole value, by a function.
    public static func mergeable<Value>(
        _ declaration: PropertyDeclaration, as kind: MergeKind, criterion: MergeCriterion = .valueDiffers,
        merge: @escaping @Sendable (Value?, Value?, Value?) -> Value?
    ) -> PropertyDeclaration {
        let declaration = mergeable(declaration, as: kind, criterion: criterion, conflict: .merge)
        (declaration.description as? MergeableAttributeDescription)?.merge = { base, mine, theirs in
            merge(typed(base), typed(mine), typed(theirs))
        }
        return declaration
    }

    /// Declares the attribute of a mergeable set: binary data, nil for the empty set.
    public static func mergeableSet<Element: MergeableElement>(
        _ name: String, of type: Element.Type, originalName: String? = nil, hashModifier: String? = nil,
        options: [PropertyOption] = []
    ) -> PropertyDeclaration {
        var declaration = collection(name, originalName, hashModifier, options)
        let attribute = declaration.mergeableDescription()
        attribute?.mergeKind = .set
        if Element._elementType != .string { attribute?.elementType = Element._elementType }
        return declaration
    }

    /// Declares the attribute of a mergeable dictionary: binary data, nil for the empty dictionary.
    public static func mergeableDictionary(
        _ name: String, originalName: String? = nil, hashModifier: String? = nil,
        options: [PropertyOption] = []
    ) -> PropertyDeclaration {
        collection(name, originalName, hashModifier, options)
    }

    private static func collection(
        _ name: String, _ originalName: String?, _ hashModifier: String?, _ options: [PropertyOption]
    ) -> PropertyDeclaration {
        make(
            MergeableAttributeDescription(), name, .binaryDataAttributeType, true, nil,
            AttributeNames(originalName, hashModifier), nil, options)
    }

    /// The description as a mergeable one; nil, with the fault set, for an attribute that cannot merge.
    private mutating func mergeableDescription() -> MergeableAttributeDescription? {
        if let known = description as? MergeableAttributeDescription { return known }
        guard let plain = description as? NSAttributeDescription,
            type(of: plain) == NSAttributeDescription.self
        else {
            fault = fault ?? TypedErrors.cannotMerge(description.name)
            return nil
        }
        let made = MergeableAttributeDescription()
        made.facts = plain.facts
        made.attributeFacts = plain.attributeFacts
        description = made
        return made
    }

    /// A value of key-value coding in the Swift type that the class declares.
    private static func typed<Value>(_ value: Any?) -> Value? {
        guard let value else { return nil }
        if let value = value as? Value { return value }
        if let plain = Value.self as? any _PlainAttribute.Type { return plain._value(of: value) as? Value }
        return (Value.self as? any RawRepresentable.Type).flatMap { raw($0, value) as? Value }
    }

    private static func raw<Case: RawRepresentable>(_ type: Case.Type, _ value: Any) -> Case? {
        let plain = Case.RawValue.self as? any _PlainAttribute.Type
        return (plain?._value(of: value) as? Case.RawValue).flatMap(Case.init)
    }
}

extension MergeableAttributeDescription {
    /// Gives a mandatory counter the default 0; otherwise a new object could not be saved before it was counted.
    fileprivate func startAtZero() {
        guard !isOptional, defaultValue == nil else { return }
        defaultValue = attributeType == .decimalAttributeType ? NSDecimalNumber.zero : NSNumber(value: 0)
    }
}
