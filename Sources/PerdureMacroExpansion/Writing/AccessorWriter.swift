// SPDX-License-Identifier: Apache-2.0
// The getter and setter of a stored property that became one of the model.

/// Writes a property's accessors.
struct AccessorWriter {
    let property: ManagedProperty
    /// The slot as an expression.
    let slot: String

    var getter: String { "get { \(property.type.isOptional ? read : readRequired) }" }

    /// Nil for properties that can only be read.
    var setter: String? { write.map { "set { \($0) }" } }

    private var type: PropertyType { property.type }

    /// The call that gives an optional value.
    private var read: String {
        switch property.kind {
        case .relationship, .fetched: return readObjects
        case .transformed: return "_transformed(at: \(slot), as: \(type.text).self)"
        case .mergeableSet: return "_mergeableSet(at: \(slot), of: \(type.element).self)"
        case .mergeableDictionary: return "_mergeableDictionary(at: \(slot), of: \(type.element).self)"
        case .attribute, .derived, .transient: break
        }
        if let plain = type.plain { return plain.read(slot) }
        let entry = property.kind == .transient ? "_transient" : "_attribute"
        return type.text == "NSNumber"
            ? "_number(at: \(slot))" : "\(entry)(at: \(slot), as: \(type.text).self)"
    }

    private var readRequired: String {
        guard property.isAttribute else { return readObjects }
        // Sets and dictionaries are never nil.
        if property.isMergeableCollection { return read }
        let plain = property.kind == .transformed ? nil : type.plain
        if let plain, let readZero = plain.readZero, isZero(plain) { return readZero(slot) }
        return "\(read) ?? \(property.fallback.map(InitialValue.operand) ?? plain?.zero ?? "nil")"
    }

    private func isZero(_ plain: PlainType) -> Bool {
        guard let text = property.fallback?.trimmedDescription else { return true }
        return text == plain.zero || (plain.family == .number && text == "0.0")
    }

    private var readObjects: String {
        switch type.shape {
        case .single: return "_toOne(at: \(slot), as: \(type.text).self)"
        case .set(let element): return "_members(at: \(slot), as: \(element).self)"
        case .array(let element):
            if property.kind == .fetched { return "_fetched(\"\(property.name)\", as: \(element).self)" }
            return "_orderedMembers(at: \(slot), as: \(element).self)"
        case .objectSet: return "_set(at: \(slot))" + (type.isOptional ? "" : " ?? NSSet()")
        case .orderedObjectSet:
            return "_orderedSet(at: \(slot))" + (type.isOptional ? "" : " ?? NSOrderedSet()")
        }
    }

    private var write: String? {
        switch property.kind {
        case .derived, .fetched: return nil
        case .relationship: return writeObjects
        case .transformed: return "_setTransformed(newValue, at: \(slot))"
        case .mergeableSet: return "_setMergeableSet(newValue, at: \(slot))"
        case .mergeableDictionary: return "_setMergeableDictionary(newValue, at: \(slot))"
        case .attribute, .transient: break
        }
        if let plain = type.plain { return type.isOptional ? plain.writeOptional(slot) : plain.write(slot) }
        if type.text == "NSNumber" { return "_setNumber(newValue, at: \(slot))" }
        return "\(property.kind == .transient ? "_setTransient" : "_setAttribute")(newValue, at: \(slot))"
    }

    private var writeObjects: String {
        switch type.shape {
        case .single: "_setToOne(newValue, at: \(slot))"
        case .set: "_setToMany(Array(newValue), at: \(slot))"
        case .array: "_setToMany(newValue, at: \(slot))"
        case .objectSet, .orderedObjectSet: "_setValue(newValue, at: \(slot))"
        }
    }
}
