// SPDX-License-Identifier: Apache-2.0
// Decides which code each entity of a model gets. ClassCodeBuilder+Properties.swift resolves the properties of an entity.

import PerdureModelFormat

/// Makes the code of a model's classes.
struct ClassCodeBuilder {
    let model: ModelDocument
    let options: CodeGenerator.Options
    let classes: ModelClasses
    let types: TypeNames

    /// - Throws: `ModelFormatError` for a class name that is no name in Swift.
    init(_ model: ModelDocument, _ options: CodeGenerator.Options) throws {
        self.model = model
        self.options = options
        classes = try ModelClasses(model, module: options.module)
        types = TypeNames(
            shadowed: options.declaredTypes.union(classes.localNames),
            coreDataModule: options.importedModule)
    }

    /// The code of all classes that the model asks for, in the order of their names.
    ///
    /// - Throws: `ModelFormatError` that names entity and property.
    func build() throws -> [ClassCode] {
        var owners: [String: String] = [:]
        var result: [ClassCode] = []
        for entity in model.entities.sorted(by: { $0.name < $1.name }) {
            guard options.entityNames?.contains(entity.name) ?? true, let code = try code(of: entity) else {
                continue
            }
            if let other = owners.updateValue(entity.name, forKey: code.className) {
                throw ModelFormatError(
                    .inconsistent,
                    "the entity '\(other)' generates the class '\(code.className)' too; give one of them another class, or set its "
                        + "code generation to Manual/None", entity: entity.name)
            }
            result.append(code)
        }
        return result
    }

    private func code(of entity: EntityDocument) throws -> ClassCode? {
        guard let kind = try kind(of: entity), let reference = classes.reference(of: entity.name) else {
            return nil
        }
        try check(reference, kind, entity)
        let lineage = try classes.lineage(of: entity)
        let slots = classes.slots(of: lineage)
        let inherited = lineage.dropFirst()
        let properties = try properties(of: entity, slots: slots, lineage: lineage)
        let modules = try modules(of: entity, lineage: lineage)
        return ClassCode(
            kind: kind, entityName: entity.name, className: reference.name,
            superclass: classes.superclass(of: lineage), importedModules: modules, slots: slots,
            properties: properties,
            handWritten: options.handWritten[reference.name] ?? HandWrittenMembers(),
            isIdentifiable: inherited.allSatisfy { classes.reference(of: $0.name) == nil },
            isObservable: try isObservable(entity)
                && !inherited.contains { (try? isObservable($0)) ?? false },
            takenNames: Set(lineage.flatMap(\.propertyNames)), types: types)
    }

    private func kind(of entity: EntityDocument) throws -> ClassCode.Kind? {
        if options.generatesEveryClass { return .definition }
        switch entity.toolAttributes["codeGenerationType"] {
        case nil: return nil
        case "class": return .definition
        case "category": return .category
        case let other?:
            throw ModelFormatError(
                .inconsistent,
                "its code generation '\(other)' is not known; choose Class Definition, Category/Extension or Manual/None",
                entity: entity.name)
        }
    }

    private func check(_ reference: ClassReference, _ kind: ClassCode.Kind, _ entity: EntityDocument) throws {
        if let module = reference.module {
            throw ModelFormatError(
                .inconsistent,
                "its class is in the module '\(module)', but code is generated for the module '\(options.module)'; set the "
                    + "entity's module to Current Product Module, or its code generation to Manual/None",
                entity: entity.name)
        }
        guard kind == .definition else { return }
        if reference.isNested {
            throw ModelFormatError(
                .inconsistent,
                "its class '\(reference.name)' is nested in another one, which generated classes cannot be; set its code "
                    + "generation to Category/Extension", entity: entity.name)
        }
        if options.declaredTypes.contains(reference.name) {
            throw ModelFormatError(
                .inconsistent,
                "the sources of the module '\(options.module)' declare its class '\(reference.name)' already; set its code "
                    + "generation to Category/Extension, or remove the class from the sources",
                entity: entity.name)
        }
    }

    private func isObservable(_ entity: EntityDocument) throws -> Bool {
        try UserInfoKey.flag(UserInfoKey.observable, in: entity.userInfo, entity: entity.name) ?? false
    }

    /// The modules of classes that an entity's code names.
    private func modules(of entity: EntityDocument, lineage: [EntityDocument]) throws -> Set<String> {
        let destinations =
            entity.relationships.compactMap(\.destinationEntityName)
            + entity.fetchedProperties.compactMap { $0.fetchRequest?.entityName }
        let named =
            destinations.compactMap { classes.reference(of: $0) }
            + [classes.superclass(of: lineage)].compactMap { $0 }
        return Set(named.compactMap(\.module))
    }
}
