// SPDX-License-Identifier: Apache-2.0
// What @Model reports of a class and of its properties. The words are those that programs know from Apple's compiler,
// where those are known.

import SwiftDiagnostics
import SwiftSyntax

/// The mistakes of one class.
struct PersistentClassCheck {
    let model: PersistentClass
    let node: AttributeSyntax

    /// The problem of a declaration that is no class; nil for a class.
    static func obstacle(_ declaration: some DeclGroupSyntax, _ node: AttributeSyntax) -> Diagnostic? {
        let found: (kind: String, name: TokenSyntax)? =
            switch DeclSyntax(declaration).as(DeclSyntaxEnum.self) {
            case .structDecl(let type): ("struct", type.name)
            case .enumDecl(let type): ("enum", type.name)
            case .actorDecl(let type): ("actor", type.name)
            default: nil
            }
        guard let found else { return nil }
        return Problem(
            id: "model-kind",
            message: "'@Model' cannot be applied to \(found.kind) type '\(found.name.text)'"
        ).at(node)
    }

    /// All problems of the class.
    var problems: [Diagnostic] {
        var result = initializerProblem.map { [$0] } ?? []
        for property in model.properties { result += problems(of: property) }
        for member in model.declaration.memberBlock.members {
            if let variable = member.decl.as(VariableDeclSyntax.self) {
                result += transientProblems(variable)
            }
        }
        return result + repeatedConstraints
    }

    private var initializerProblem: Diagnostic? {
        let members = model.declaration.memberBlock.members
        guard !members.contains(where: { $0.decl.is(InitializerDeclSyntax.self) }) else { return nil }
        return Problem(
            id: "model-initializer",
            message: "@Model requires an initializer be provided for '\(model.name)'"
        ).at(node)
    }

    private func problems(of property: PersistentProperty) -> [Diagnostic] {
        var result: [Diagnostic] = []
        if property.isConstant {
            result.append(
                Problem(
                    id: "model-constant",
                    message: "the persisted property '\(property.name)' cannot be a 'let': write 'var' with "
                        + "'private(set)', or mark it with @Transient"
                ).at(property.binding))
        }
        if let problem = Self.name(property.name) { result.append(problem.at(property.binding.pattern)) }
        if let observers = property.observers {
            result.append(
                Problem(
                    id: "model-observers",
                    message:
                        "willSet and didSet of the persisted property '\(property.name)' are not called: "
                        + "keep the value in a @Transient property, or set it through a computed one",
                    severity: .warning
                ).at(observers))
        }
        return result
    }

    /// What is to be said of a property's name; nil for most names.
    private static func name(_ name: String) -> Problem? {
        if name == "persistentModelID" || ReservedMemberNames.model.contains(name) {
            return Problem(
                id: "model-name",
                message:
                    "a persisted property cannot be named '\(name)': every model, or the object behind it, has a member "
                    + "of that name; choose another name")
        }
        guard name == "modelContext" else { return nil }
        return Problem(
            id: "model-name",
            message: "the persisted property '\(name)' hides the model's own property of that name",
            severity: .warning)
    }

    /// A transient property that could not be filled when a model is read from a store.
    private func transientProblems(_ variable: VariableDeclSyntax) -> [Diagnostic] {
        guard PersistentProperty.attribute(of: variable, "Transient") != nil,
            variable.bindingSpecifier.tokenKind == .keyword(.var), let binding = variable.bindings.first,
            binding.initializer == nil, binding.accessorBlock == nil,
            let type = binding.typeAnnotation?.type, !Self.isOptional(type)
        else { return [] }
        let name = binding.pattern.trimmedDescription
        return [
            Problem(
                id: "model-transient",
                message: "@Transient requires non-optional property '\(name)' to have a default value"
            ).at(binding)
        ]
    }

    private static func isOptional(_ type: TypeSyntax) -> Bool {
        type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
            || type.trimmedDescription.hasPrefix("Optional<")
    }

    private var repeatedConstraints: [Diagnostic] {
        var seen: Set<String> = []
        return model.constraints.compactMap {
            let kind = $0.macroName.text
            guard !seen.insert(kind).inserted else { return nil }
            return Problem(
                id: "model-constraints",
                message: "a class has one #\(kind): write all of them into the first one"
            ).at($0)
        }
    }
}
