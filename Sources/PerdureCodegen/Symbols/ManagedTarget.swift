// SPDX-License-Identifier: Apache-2.0
// The other classes of a target and its models, on which the accessors of one class depend.

import PerdureModelFormat

/// A target with its managed classes.
struct ManagedTarget {
    let module: String
    let sources: TargetSources
    let classes: [ManagedClass]
    /// The names of all managed classes, including classes that a model names and no source declares.
    let classNames: Set<String>
    let generatedClasses: Set<String>
    private let model: ManagedModel

    /// - Throws: `ModelFormatError` for an entity with an impossible superentity or class.
    init(_ sources: TargetSources, module: String, models: [ModelDocument]) throws {
        self.sources = sources
        self.module = module
        model = try ManagedModel(models, module: module)
        classes = sources.managedClasses(modelClasses: model.classNames)
        classNames = Set(classes.map(\.name)).union(model.classNames)
        generatedClasses = model.classNames.filter { sources.types[$0] == nil }
    }

    /// The models' entry for a class; nil for a class that no model names.
    func entry(of name: String) -> ManagedModel.Entry? { model[name] }

    /// The property names behind the slot numbers of a class's accessors; nil for a class that must not use numbers.
    ///
    /// The accessors also run on objects of subclasses. The numbers fit a subclass whose slots start with the class's own
    /// slots. This holds when the entities inherit from each other like the classes.
    func slots(of name: String) -> [String]? {
        guard let slots = model[name]?.slots else { return nil }
        let subclasses = classes.filter { sources.superclasses(of: $0.type).contains { $0.name == name } }
        let fits = subclasses.allSatisfy { model[$0.name]?.slots.starts(with: slots) ?? true }
        return fits ? slots : nil
    }

    /// The place where the accessor of a property finds its value.
    func storage(of property: String, in managed: ManagedClass) -> AccessorStorage {
        let kinds = model[managed.name]?.kinds
        let kind = kinds?[property].flatMap { $0 == .mixed ? nil : $0 }
        if kinds?[property] == nil, let key = Self.primitiveKey(property) {
            // In a class that no model names, the prefix alone decides.
            if kinds == nil || kinds?[key] != nil || kinds?[SwiftName.capitalized(key)] != nil {
                return .primitive(kinds?[key] == nil && kinds != nil ? SwiftName.capitalized(key) : key)
            }
        }
        if let kind, kind != .fetched, let slot = slots(of: managed.name)?.firstIndex(of: property) {
            return .slot(slot, kind)
        }
        return .key(property, kind)
    }

    /// The key of a primitive property: `title` for `primitiveTitle`.
    private static func primitiveKey(_ name: String) -> String? {
        guard name.hasPrefix("primitive") else { return nil }
        let rest = name.dropFirst("primitive".count)
        guard rest.first?.isUppercase == true else { return nil }
        return rest.prefix(1).lowercased() + rest.dropFirst()
    }

    /// Whether a model names the class and none of its entities has the property.
    func lacks(_ property: String, in managed: ManagedClass) -> Bool {
        guard let kinds = model[managed.name]?.kinds else { return false }
        if case .primitive = storage(of: property, in: managed) { return false }
        return kinds[property] == nil
    }
}
