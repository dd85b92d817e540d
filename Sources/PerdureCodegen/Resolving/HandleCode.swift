// SPDX-License-Identifier: Apache-2.0
// The handle of an attribute that merges: its type, and the expression that makes it for an object.
// Writing/HandleWriter.swift writes it.

import PerdureModelFormat

/// The handle of one property.
struct HandleCode: Sendable, Equatable {
    /// For example `MergeableCounter<Int64>`.
    var type: String
    /// The arguments behind the object and the slot.
    var additions = ""
    var slot: Int
    /// What the property that gives it is called where `$name` cannot be declared, behind the property's name.
    var suffix: String

    init(
        _ merging: MergeDocument, _ attribute: AttributeDocument, _ accessor: AccessorCode, at slot: Int,
        _ types: TypeNames
    ) {
        self.slot = slot
        switch merging.kind {
        case .counter:
            let number = Self.number(attribute.type, types)
            let isScalar = attribute.traits.toolAttributes["usesScalarValueType"] == "YES"
            let isOptional = attribute.traits.isOptional && !isScalar
            type = "\(types.coreData("MergeableCounter"))<\(number)\(isOptional ? "?" : "")>"
            suffix = "Counter"
        case .set:
            type = "\(types.coreData("MergeableSet"))<\(merging.elements.swiftType(types))>"
            suffix = "Set"
        case .dictionary:
            type = types.coreData("MergeableDictionary")
            suffix = "Dictionary"
        case .value:
            type = "\(types.coreData("MergeableValue"))<\(accessor.type)>"
            suffix = "Value"
        }
    }

    private static func number(_ type: Int, _ types: TypeNames) -> String {
        switch type {
        case AttributeType.integer16: types.swift("Int16")
        case AttributeType.integer32: types.swift("Int32")
        case AttributeType.double: types.swift("Double")
        case AttributeType.decimal: types.foundation("Decimal")
        default: types.swift("Int64")
        }
    }

    var isValue: Bool { suffix == "Value" }

    /// The handle of an object, which `property` of it reads and sets.
    func expression(of object: String, property: String) -> String {
        guard isValue else { return "\(type)(\(object), at: \(slot))" }
        return
            "\(type)(\(object), at: \(slot), get: { \(object).\(property) }, set: { \(object).\(property) = $0 })"
    }
}
