// SPDX-License-Identifier: Apache-2.0
// Everything about a target that the accessors of one class depend on: its other classes and its models.

import PerdureModelFormat

/// A target with its managed classes.
struct ManagedTarget {
    let module: String
    let sources: TargetSources
    let classes: [ManagedClass]
    /// The names of all of them, and of those that models name and no source declares.
    let classNames: Set<String>
    let generatedClasses: Set<String>
    private let model: ManagedModel

    /// - Throws: `ModelFormatError` for an entity whose superentity or class cannot be.
    init(_ sources: TargetSources, module: String, models: [ModelDocument]) throws {
        self.sources = sources
        self.module = module
        model = try ManagedModel(models, module: module)
        classes = sources.managedClasses(modelClasses: model.classNames)
        classNames = Set(classes.map(\.name)).union(model.classNames)
        generatedClasses = model.classNames.filter { sources.types[$0] == nil }
    }

    /// What the models say about a class; nil for one that none of them names.
    func entry(of name: String) -> ManagedModel.Entry? { model[name] }

    /// The names behind the slot numbers in a class's accessors; nil for a class that must not use numbers.
    ///
    /// The numbers in its accessors also meet objects of subclasses. They fit where the subclass's slots start
    /// with the class's own, as they do when the entities inherit from each other like the classes.
    func slots(of name: String) -> [String]? {
        guard let slots = model[name]?.slots else { return nil }
        let subclasses = classes.filter { sources.superclasses(of: $0.type).contains { $0.name == name } }
        let fits = subclasses.allSatisfy { model[$0.name]?.slots.starts(with: slots) ?? true }
        return fits ? slots : nil
    }

    /// Where the accessor of a property finds its value.
    func place(of property: String, in managed: ManagedClass) -> PropertyPlace {
        let kinds = model[managed.name]?.kinds
        let kind = kinds?[property].flatMap { $0 == .mixed ? nil : $0 }
        if kinds?[property] == nil, let key = Self.primitiveKey(property) {
            // In a class that no model names, the prefix alone tells.
            if kinds == nil || kinds?[key] != nil || kinds?[SwiftName.capitalized(key)] != nil {
                return .primitive(kinds?[key] == nil && kinds != nil ? SwiftName.capitalized(key) : key)
            }
        }
        if let kind, kind != .fetched, let slot = slots(of: managed.name)?.firstIndex(of: property) {
            return .slot(slot, kind)
        }
        return .key(property, kind)
    }

    /// `primitiveTitle` is the primitive value of `title`.
    private static func primitiveKey(_ name: String) -> String? {
        guard name.hasPrefix("primitive") else { return nil }
        let rest = name.dropFirst("primitive".count)
        guard rest.first?.isUppercase == true else { return nil }
        return rest.prefix(1).lowercased() + rest.dropFirst()
    }

    /// Whether a model names the class and none of its entities has the property.
    func lacks(_ property: String, in managed: ManagedClass) -> Bool {
        guard let kinds = model[managed.name]?.kinds else { return false }
        if case .primitive = place(of: property, in: managed) { return false }
        return kinds[property] == nil
    }
}
