// SPDX-License-Identifier: Apache-2.0
// Enums and option sets of the target whose values are stored as raw values.

/// The raw type of a type.
struct RawType {
    var type: ResolvedType
    var name: String
    var isInteger: Bool

    private static let integers: Set<String> = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    ]

    /// Makes the raw type of a name; nil for a type that is neither an integer nor a string.
    fileprivate init?(_ name: String) {
        guard let known = KnownTypes.type(named: name), Self.integers.contains(name) || name == "String"
        else {
            return nil
        }
        type = .nominal(known, [])
        self.name = name
        isInteger = name != "String"
    }
}

extension ManagedValue {
    /// The raw type of the property's type; nil for a type without one.
    var rawType: RawType? {
        guard case .nominal(let nominal, _) = base, nominal.module == target.module,
            let declared = target.sources.types[nominal.name]
        else { return nil }
        switch declared.kind {
        case .enum: return declared.inheritance.first.flatMap { RawType($0) }
        case .struct:
            guard !Set(declared.inheritance).isDisjoint(with: ["OptionSet", "RawRepresentable"]) else {
                return nil
            }
            return declared.members.properties.first { $0.name == "rawValue" }?.type.flatMap { RawType($0) }
        default: return nil
        }
    }
}
