// SPDX-License-Identifier: Apache-2.0
// Checks that the composite types of a model exist, and that each has a name of its own. CompositeRefusals.swift finds types
// that hold themselves. Part of ModelDocument+Problems.swift.

/// Checks the composite types of one model.
struct CompositeChecker {
    let model: ModelDocument
    let names: Set<String>

    init(_ model: ModelDocument) {
        self.model = model
        names = Set(model.composites.map(\.name))
    }

    func check(_ checker: inout ModelChecker) {
        var seen: Set<String> = []
        for composite in model.composites {
            if !seen.insert(composite.name).inserted {
                checker.report("two composite types are called '\(composite.name)'; rename one of them")
            }
            for name in composite.elements.compactMap(\.compositeName) where !names.contains(name) {
                checker.report(
                    "the composite type '\(composite.name)' uses the type '\(name)', which is not in the model; "
                        + "add it, or choose another one")
            }
        }
    }
}
