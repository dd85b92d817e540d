// SPDX-License-Identifier: Apache-2.0
// Completes the class names of compiled models. Sources have ".Movie" or "Movie". At run time the full name finds a class
// without a search, and finds the right one in libraries too.

import PerdureCodegen
import PerdureModelFormat

/// Completes the class names of models in one module.
struct ClassNaming {
    private let module: String
    /// The classes of the module, declared or generated.
    private let classes: Set<String>

    init(_ target: TargetModels) {
        module = target.module
        let declared = target.sources.types.values.filter { $0.kind == .class }.map(\.name)
        classes = Set(declared).union(target.generatedClasses)
    }

    /// The model with full class names.
    func completing(_ bundle: ModelBundle) -> ModelBundle {
        var result = bundle
        for version in result.versions.indices {
            for entity in result.versions[version].document.entities.indices {
                let name = result.versions[version].document.entities[entity].className
                result.versions[version].document.entities[entity].className = name.map(fullName)
            }
        }
        return result
    }

    private func fullName(_ name: String) -> String {
        if name.hasPrefix(".") { return module + name }
        return classes.contains(name) ? "\(module).\(name)" : name
    }
}
