// SPDX-License-Identifier: Apache-2.0
// Accessors that read a slot directly, without an object in between. They need a property whose Swift type is the natural
// one of the model's attribute or relationship. Part of ManagedAccessor.swift.

import PerdureAccessorText
import PerdureModelFormat

extension ManagedValue {
    /// The attribute types whose slots hold any object.
    static let objectTypes = Set(AttributeType.all.filter { $0.swiftType == nil }.map(\.number))

    private static let integers: Set<String> = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    ]

    /// The accessor over a slot; nil when the Swift type does not fit the model.
    var slotAccessor: ManagedAccessor? {
        guard case .slot(let number, let kind) = place else { return nil }
        let slot = types.slot(number, value: "value")
        switch kind {
        case .attribute(let type): return attribute(type, slot)
        case .toOne: return toOne(slot)
        case .toMany(let isOrdered): return toMany(slot, isOrdered)
        case .fetched, .mixed: return nil
        }
    }

    private func attribute(_ attribute: Int, _ slot: SlotText) -> ManagedAccessor? {
        if let raw = rawType { return rawAttribute(raw, attribute, slot) }
        guard let name = base.commonName else { return nil }
        if AttributeType.isInteger(attribute) {
            return Self.integers.contains(name) ? integer(name, slot) : nil
        }
        guard let plain = plainType(attribute, name) else { return nil }
        let text = type.isOptional ? plain.optional(at: slot) : plain.required(at: slot)
        return accessor(plain.readsZero ? text.get : completed(text.get), text)
    }

    /// The type whose entry points fit an attribute; nil when a property of this type cannot read them.
    private func plainType(_ attribute: Int, _ name: String) -> PlainType? {
        if AttributeType.isFloating(attribute) {
            return ["Double", "Float"].contains(name) ? PlainType.named(name) : nil
        }
        // A scalar date is a number of seconds since 2001.
        if attribute == AttributeType.date, name == "Double" { return .seconds }
        guard let plain = PlainType.named(name), let facts = AttributeType.facts(of: attribute),
            plain.modelTypes.contains(facts.constantName)
        else { return nil }
        return plain
    }

    private func accessor(_ get: String, _ text: AccessorText) -> ManagedAccessor {
        ManagedAccessor(get: get, set: text.set ?? "")
    }

    /// An integer accessor; it converts between sizes of integers as Objective-C does.
    private func integer(_ name: String, _ slot: SlotText) -> ManagedAccessor {
        let int64 = types.swift("Int64")
        let isPlain = ["Int16", "Int32", "Int64"].contains(name)
        if type.isOptional {
            let other = "\(slot.read("integer")).map { \(baseText)(truncatingIfNeeded: $0) }"
            return ManagedAccessor(
                get: isPlain ? slot.read("optional\(name)") : other,
                set: slot.write("Integer", "value.map { \(int64)(truncatingIfNeeded: $0) }"))
        }
        let other = "\(baseText)(truncatingIfNeeded: \(slot.read("int64")))"
        let written = name == "Int64" ? "value" : "\(int64)(truncatingIfNeeded: value)"
        return ManagedAccessor(
            get: isPlain ? slot.read(name.lowercased()) : other, set: slot.write("Int64", written))
    }

    private func rawAttribute(_ raw: RawType, _ attribute: Int, _ slot: SlotText) -> ManagedAccessor? {
        let written = type.isOptional ? "value?.rawValue" : "value.rawValue"
        if raw.isInteger, AttributeType.isInteger(attribute) {
            let int64 = types.swift("Int64")
            let read =
                type.isOptional
                ? slot.read("integer") : "\(types.swift("Optional"))(\(slot.read("int64")))"
            return ManagedAccessor(
                get: completed("\(read).flatMap { \(baseText)(rawValue: .init(truncatingIfNeeded: $0)) }"),
                set: type.isOptional
                    ? slot.write("Integer", "(\(written)).map { \(int64)(truncatingIfNeeded: $0) }")
                    : slot.write("Int64", "\(int64)(truncatingIfNeeded: \(written))"))
        }
        guard raw.name == "String", attribute == AttributeType.string else { return nil }
        return ManagedAccessor(
            get: completed("\(slot.read("string")).flatMap { \(baseText)(rawValue: $0) }"),
            set: slot.write("String", written))
    }

    private func toOne(_ slot: SlotText) -> ManagedAccessor? {
        guard isManagedClass(base) else { return nil }
        let text = slot.toOne(as: baseText)
        return accessor(completed(text.get), text)
    }

    private func toMany(_ slot: SlotText, _ isOrdered: Bool) -> ManagedAccessor? {
        if let name = base.commonName, name == (isOrdered ? "NSOrderedSet" : "NSSet") {
            let text = slot.objectSet(isOrdered: isOrdered)
            return accessor(completed(text.get), text)
        }
        guard case .nominal(let nominal, let arguments) = base, nominal.module == "Swift",
            arguments.count == 1, isManagedClass(arguments[0]), ["Set", "Array"].contains(nominal.name)
        else { return nil }
        let given = "value\(type.isOptional ? " ?? []" : "")"
        let text =
            nominal.name == "Set"
            ? slot.members(as: elementText, given: given)
            : slot.orderedMembers(as: elementText, given: given)
        return accessor(text.get, text)
    }

    /// Whether a type is a class of managed objects, as far as the available sources tell.
    private func isManagedClass(_ type: ResolvedType) -> Bool {
        guard case .nominal(let nominal, _) = type else { return false }
        if nominal.module == "Perdure" { return nominal.name == "NSManagedObject" }
        return nominal.module == target.module && target.classNames.contains(nominal.name)
    }
}
