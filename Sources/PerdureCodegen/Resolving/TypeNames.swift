// SPDX-License-Identifier: Apache-2.0
// How generated code names types that are not the model's own. A model may well have a class `Data` or `Date`:
// then the other one is written with its module.

/// Spells the names of types of the standard library, Foundation and Core Data.
struct TypeNames: Sendable {
    /// Names that mean something else in the module.
    var shadowed: Set<String> = []
    /// "CoreData" or "Perdure".
    var coreDataModule = "CoreData"

    func swift(_ name: String) -> String { spelled(name, in: "Swift") }
    func foundation(_ name: String) -> String { spelled(name, in: "Foundation") }
    func observation(_ name: String) -> String { spelled(name, in: "Observation") }
    func coreData(_ name: String) -> String { spelled(name, in: coreDataModule) }

    private func spelled(_ name: String, in module: String) -> String {
        shadowed.contains(name) ? "\(module).\(name)" : name
    }
}
