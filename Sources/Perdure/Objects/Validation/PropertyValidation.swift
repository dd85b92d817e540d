// SPDX-License-Identifier: Apache-2.0
// Validation of an object's properties, with Core Data's codes. The overridable methods call it
// through NSManagedObject+Validation.swift; the wording of its errors is in ValidationErrors.swift. Ranges and predicates are in
// PropertyValidation+Rules.swift, the elements of composites in PropertyValidation+Elements.swift.

import Foundation
import PerdureStore

/// Checks the properties of one object.
struct PropertyValidation {
    let object: NSManagedObject

    init(_ object: NSManagedObject) { self.object = object }

    /// Checks all properties through the method that subclasses may override.
    ///
    /// - Throws: the one error, or 1560 with all errors.
    func validateAll() throws {
        var errors: [any Error] = []
        if object.tables.validatesValues {
            for property in object.binding.slotProperties {
                do { try validateAsking(property) } catch { errors.append(error) }
            }
        } else if !isPlainlyValid {
            for property in object.binding.validatedProperties where !isPlainlyValid(property) {
                do { try validateDirectly(property) } catch { errors.append(error) }
            }
        }
        if !errors.isEmpty { try ValidationErrors.throwAll(errors, of: object) }
    }

    /// Whether all values are certainly valid.
    ///
    /// This test comes first: it makes no object of a value, and of most attributes it reads the rule alone.
    private var isPlainlyValid: Bool {
        let binding = object.binding
        for rule in binding.plainRules where !rule.accepts(object.slots.address(of: rule.slot)) {
            return false
        }
        for property in binding.otherValidatedProperties where !hasRightCount(property) { return false }
        return true
    }

    /// Whether a value is certainly valid: of the attribute's own type without rules in the model, or as many members as it may have.
    private func isPlainlyValid(_ property: SlotProperty) -> Bool {
        guard let rule = property.plainRule else { return hasRightCount(property) }
        return rule.accepts(object.slots.address(of: property.slot))
    }

    /// Whether members that are read are neither too few nor too many.
    private func hasRightCount(_ property: SlotProperty) -> Bool {
        guard let description = property.relationship?.description,
            let many = object.slots[property.slot].members,
            many.isLoaded
        else { return false }
        let count = many.members.count
        if count == 0, property.isOptional { return true }
        return count >= description.minCount && (description.maxCount <= 0 || count <= description.maxCount)
    }

    private func validateDirectly(_ property: SlotProperty) throws {
        if !isUntouched(property) { try validate(object.value(of: property), property) }
    }

    /// Validates a property through the overridable method; takes over a replacement value.
    private func validateAsking(_ property: SlotProperty) throws {
        if isUntouched(property) { return }
        let before = boxed(property)
        var after = before
        try object.validateValue(&after, forKey: property.name)
        if !Self.isSame(before, after) { object.setValue(after, forKey: property.name) }
    }

    /// Whether two values are equal; a validator that always sets an equal value must not make the save start over.
    private static func isSame(_ before: AnyObject?, _ after: AnyObject?) -> Bool {
        guard let before, let after else { return before === after }
        return before === after || TransformedValue.areEqual(before, after)
    }

    /// Whether a relationship is unchanged since it was read: it was valid then, and a check would read its objects.
    ///
    /// A custom validator may check anything, so its relationship always counts as touched.
    private func isUntouched(_ property: SlotProperty) -> Bool {
        guard let relationship = property.relationship, object.tables.validators[property.name] == nil else {
            return false
        }
        switch object.slots[property.slot] {
        case .live: return false
        // A new object has read no row: nil means that the relationship has no members.
        case .stored(.null): return relationship.isToMany && object.slots.row != nil
        case .stored: return true
        }
    }

    /// The value as subclasses see it.
    private func boxed(_ property: SlotProperty) -> AnyObject? {
        if let object = property.coding?.object(object.slots[property.slot]) { return object }
        return object.value(of: property).map { $0 as AnyObject }
    }

    /// Checks a value that `validateValue(_:forKey:)` was given; an unknown key passes.
    func validate(object value: AnyObject?, forKey key: String) throws {
        guard let property = object.binding.property(named: key) else { return }
        if !property.hasRules, let value, property.coding?.accepts(value) ?? false { return }
        try validate(value, property)
    }

    /// Asks the class's own validator of a key, which may replace the value.
    func askValidator(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String) throws {
        guard let validator = object.tables.validators[key] else { return }
        let isAsked = try validator.check(object, value)
        guard !isAsked, let type = validator.valueType, let given = value.pointee else { return }
        throw ObjectErrors.refusedByValidator(given, key: key, of: object, wanted: type)
    }

    private func validate(_ value: Any?, _ property: SlotProperty) throws {
        if let relationship = property.relationship {
            return try validate(value, property, relationship)
        }
        guard let value, !Self.isMissing(value) else {
            if property.isOptional { return }
            throw missing(property)
        }
        // Nobody but the store can mend a derived value, so an error would lock the object.
        if property.isComputed { return }
        guard let coding = property.coding, let slotValue = property.keptForm(of: value, object.entity.name)
        else {
            throw error(1550, property, value, "\(name(of: property)) has a value of a wrong class.")
        }
        try validateElements(of: value, slotValue, property, coding)
        try validateType(slotValue, property, value)
        let checked = ValidatedValue(
            value: value, key: property.name, name: name(of: property), description: property.description)
        try validateRange(of: checked, slotValue, coding.type)
        try validatePredicates(of: checked)
    }

    /// Checks that the property's Swift type knows the value; accepts an unknown value that came from the store.
    private func validateType(_ slotValue: SlotValue, _ property: SlotProperty, _ value: Any) throws {
        guard let type = property.swiftType, let reads = type.reads, !reads(value) else { return }
        let slots = object.slots
        let isStored = slots.row != nil && !slots.written.contains(property.slot)
        if isStored, slots[property.slot] == slotValue { return }
        throw error(
            1550, property, value, TypedErrors.unknownValue(value, type: type.name, name: name(of: property)))
    }

    /// Whether a value counts as nil: NSNull, and NaN, which no store can hold.
    static func isMissing(_ value: Any) -> Bool {
        value is NSNull || (value as? NSNumber)?.doubleValue.isNaN == true
    }

    private func missing(_ property: SlotProperty) -> NSError {
        error(1570, property, nil, "\(name(of: property)) is a required value.")
    }

    /// The model's name of a property for users.
    private func name(of property: SlotProperty) -> String {
        ModelTexts(object.entity).name(of: property.name)
    }

    private func validate(_ value: Any?, _ property: SlotProperty, _ relationship: RelationshipBinding) throws
    {
        let count =
            relationship.isToMany ? NSManagedObject.objects(in: value)?.count ?? 0 : value == nil ? 0 : 1
        if count == 0 {
            if property.isOptional { return }
            guard relationship.isToMany else { throw missing(property) }
        }
        guard relationship.isToMany else { return }
        let description = relationship.description
        if count < description.minCount {
            throw error(1580, property, value, "\(name(of: property)) has too few objects.")
        }
        if description.maxCount > 0, count > description.maxCount {
            throw error(1590, property, value, "\(name(of: property)) has too many objects.")
        }
    }

    /// Checks that relationships with the deny rule lead only to objects that are deleted too.
    func validateDeletion() throws {
        var errors: [any Error] = []
        for slot in object.binding.relationshipSlots {
            let property = object.binding.slotProperties[slot]
            guard property.relationship?.description.deleteRule == .denyDeleteRule else { continue }
            let remaining = object.destinations(at: slot).filter { !$0.isDeleted }
            if remaining.isEmpty { continue }
            let text = "\(name(of: property)) must be empty before the object is deleted."
            errors.append(error(1600, property, object.value(of: property), text))
        }
        if !errors.isEmpty { try ValidationErrors.throwAll(errors, of: object) }
    }

    /// The error of a deletion that a member prevents by the deny rule.
    static func denial(of owner: NSManagedObject, _ slot: Int, _ member: NSManagedObject) -> NSError {
        let (validation, property) = (PropertyValidation(owner), owner.binding.slotProperties[slot])
        let text = "\(validation.name(of: property)) must be empty before the object is deleted."
        return validation.error(1600, property, member, text)
    }

    private func error(_ code: Int, _ property: SlotProperty, _ value: Any?, _ text: String) -> NSError {
        ValidationErrors.error(code, of: object, key: property.name, value: value, text: text)
    }
}
