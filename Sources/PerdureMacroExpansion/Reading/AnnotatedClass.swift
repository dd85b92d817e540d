// SPDX-License-Identifier: Apache-2.0
// A class with @ManagedObject, read from its syntax tree; both roles of the macro use this value. Next:
// PropertyReader.swift, then Writing/.

import SwiftDiagnostics
import SwiftSyntax

/// A class whose stored properties are the properties of an entity.
struct AnnotatedClass {
    let declaration: ClassDeclSyntax
    let name: String
    let access: AccessLevel
    /// The superclass as written.
    let superclass: String
    let arguments: MacroArguments
    /// The properties of the model, in the order of the source.
    private(set) var properties: [ManagedProperty] = []
    private(set) var computed: [ComputedProperty] = []
    /// The key paths on which each key depends.
    private(set) var dependencies: [(key: String, paths: [String])] = []
    /// The class members that return what a key depends on.
    private(set) var dependencyMembers: [DependencyMember] = []
    /// The methods that validate a key.
    private(set) var validators: [KeyValidatorMethod] = []
    /// The names that the class declares itself; the expansion must not declare them again.
    private(set) var declaredNames: Set<String> = []
    private(set) var problems: [Diagnostic] = []
    private var settable: Set<String> = []
    private var functions: [FunctionDeclSyntax] = []

    /// Reads a class; nil for one without a superclass.
    ///
    /// - Parameters:
    ///   - declaration: The class.
    ///   - attribute: The macro's attribute.
    ///   - scope: The declaration around the class, which may give the class its access level.
    init?(_ declaration: ClassDeclSyntax, _ attribute: AttributeSyntax, in scope: Syntax? = nil) {
        guard let first = declaration.inheritanceClause?.inheritedTypes.first?.type,
            !Self.isProtocol(first.trimmedDescription)
        else { return nil }
        self.declaration = declaration
        name = declaration.name.text
        access = AccessLevel(declaration.modifiers, in: scope)
        superclass = first.trimmedDescription
        arguments = MacroArguments(attribute)
        for member in declaration.memberBlock.members { read(member.decl) }
        checkDuplicates()
        slots = properties.filter { $0.kind.hasSlot }.sorted { $0.name < $1.name }
        for (number, property) in slots.enumerated() { slotNumbers[property.name] = number }
        readValidators()
    }

    /// Whether a name is a protocol that stands first in an inheritance clause when the program forgot the superclass.
    private static func isProtocol(_ name: String) -> Bool {
        [
            "Identifiable", "Observable", "Codable", "Encodable", "Decodable", "Hashable", "Equatable",
            "Sendable",
            "CustomStringConvertible", "Comparable", "NSFetchRequestResult",
        ].contains(name)
    }

    /// Whether the class inherits from NSManagedObject itself.
    var isRoot: Bool {
        ["NSManagedObject", "Perdure.NSManagedObject", "CoreData.NSManagedObject"].contains(superclass)
    }

    /// The entity's name as an expression.
    var entityName: String { arguments.unlabelled.first?.trimmedDescription ?? "\"\(plainName)\"" }

    var plainName: String { name.filter { $0 != "`" } }

    /// The properties with a slot, in the order of their slots.
    private(set) var slots: [ManagedProperty] = []
    /// The position of each property in `slots`, by name.
    private(set) var slotNumbers: [String: Int] = [:]

    /// The expression of a property's slot in its accessors.
    func slot(of property: ManagedProperty) -> String {
        let index = slotNumbers[property.name] ?? 0
        return isRoot ? "\(index)" : "\(superclass)._Slots.end + \(index)"
    }

    /// Whether hand-written accessors can set a property.
    func isSettable(_ property: ManagedProperty) -> Bool { settable.contains(property.name) }

    private mutating func read(_ member: DeclSyntax) {
        switch member.as(DeclSyntaxEnum.self) {
        case .variableDecl(let variable): read(variable)
        case .functionDecl(let function):
            declaredNames.insert(function.name.plainText + function.labels)
            functions.append(function)
            if let member = DependencyMember(function) { dependencyMembers.append(member) }
        case .enumDecl(let type): declaredNames.insert(type.name.plainText)
        case .ifConfigDecl(let conditional): checkConditional(conditional)
        default: break
        }
    }

    private mutating func read(_ variable: VariableDeclSyntax) {
        for binding in variable.bindings {
            if let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier {
                declaredNames.insert(name.plainText)
                if PropertyAccessors(binding).isSettable { settable.insert(name.plainText) }
            }
        }
        if let member = DependencyMember(variable) { dependencyMembers.append(member) }
        let reader = PropertyReader(variable)
        problems += reader.problems
        if let property = reader.property { properties.append(property) }
        if let property = reader.computed { computed.append(property) }
        if let key = reader.property?.name ?? reader.computed?.name, !reader.dependencies.isEmpty {
            dependencies.append((key, reader.dependencies))
        }
    }

    /// Reports stored properties of the model in `#if`: their slots would depend on the condition.
    private mutating func checkConditional(_ conditional: IfConfigDeclSyntax) {
        for clause in conditional.clauses {
            guard case .decls(let members) = clause.elements else { continue }
            for member in members {
                guard let variable = member.decl.as(VariableDeclSyntax.self),
                    let binding = variable.bindings.first,
                    PropertyReader(variable).property != nil
                else { continue }
                problems.append(
                    Problem.conditionalProperty(binding.pattern.trimmedDescription).at(
                        binding.pattern, Problem.ignoring(variable)))
            }
        }
    }

    private mutating func readValidators() {
        let keys = properties.map(\.name) + computed.map(\.name)
        for function in functions {
            let reader = ValidatorReader(function, keys: keys, entity: plainName, isComplete: isRoot)
            if let validator = reader.validator { validators.append(validator) }
            if let problem = reader.problem { problems.append(problem) }
        }
    }

    private mutating func checkDuplicates() {
        var seen: Set<String> = []
        properties = properties.filter { seen.insert($0.name).inserted }
    }
}

extension FunctionDeclSyntax {
    /// The labels as in a full name: `(_:at:)`.
    var labels: String {
        "(" + signature.parameterClause.parameters.map { "\($0.firstName.text):" }.joined() + ")"
    }
}
