// SPDX-License-Identifier: Apache-2.0
// The names that generated code uses for types outside of the model. A model may have a class `Data` or `Date`. Generated
// code then writes Foundation's type with its module.

import PerdureAccessorText

/// Spells the names of types of the standard library, Foundation and Core Data.
struct TypeNames: Sendable {
    /// The names that have another meaning in the module.
    var shadowed: Set<String> = []
    /// "CoreData" or "Perdure".
    var coreDataModule = "CoreData"

    func swift(_ name: String) -> String { spelled(name, in: "Swift") }
    func foundation(_ name: String) -> String { spelled(name, in: "Foundation") }
    func observation(_ name: String) -> String { spelled(name, in: "Observation") }
    func coreData(_ name: String) -> String { spelled(name, in: coreDataModule) }

    /// The spelled name of a type from the table of accessors.
    func spelled(_ type: TypeName) -> String { spelled(type.name, in: type.module) }

    /// The accessors of a slot.
    func slot(_ number: Int, value: String = "newValue") -> SlotText {
        SlotText(String(number), value: value, spelled: spelled)
    }

    private func spelled(_ name: String, in module: String) -> String {
        shadowed.contains(name) ? "\(module).\(name)" : name
    }
}
