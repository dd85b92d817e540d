// SPDX-License-Identifier: Apache-2.0
// Reads one `var` or `let` of a class. The reader collects `problems`, and leaves a property with problems out of the
// model. PropertyCheck.swift checks that options and types fit.

import SwiftDiagnostics
import SwiftSyntax

/// Reads a property's declaration.
struct PropertyReader {
    let variable: VariableDeclSyntax
    let markers: PropertyMarkers
    private(set) var problems: [Diagnostic] = []
    private(set) var property: ManagedProperty?
    private(set) var computed: ComputedProperty?
    /// The keys that @DependsOn names.
    private(set) var dependencies: [String] = []

    init(_ variable: VariableDeclSyntax) {
        self.variable = variable
        markers = PropertyMarkers(variable.attributes)
        read()
    }

    private mutating func read() {
        guard !isOfClass() else { return }
        guard markers["Ignored"] == nil else { return checkKinds(besides: "Ignored") }
        guard let binding = onlyBinding(),
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
        else { return }
        readDependencies(of: name)
        guard markers["Cached"] == nil else { return readCached(name) }
        let accessors = PropertyAccessors(binding)
        if accessors.isComputed && markers.given.isEmpty {
            // Tables of a class belong to no actor.
            guard !accessors.hasEffects, !markers.isIsolated else { return }
            computed = ComputedProperty(
                name: name.plainText, identifier: name.text,
                hasSetter: accessors.isSettable && !hasPrivateSetter)
            return
        }
        guard isStorable(name, accessors), !hasReservedName(name) else { return }
        if let type = type(of: binding, name) { makeProperty(name, binding, type, accessors) }
    }

    private mutating func isOfClass() -> Bool {
        let ofClass = variable.modifiers.first { ["static", "class"].contains($0.name.text) }
        guard ofClass != nil else { return false }
        if let marker = markers.given.first, let attribute = markers[marker] {
            let name = variable.bindings.first?.pattern.trimmedDescription ?? ""
            problems.append(Problem.staticProperty(name, marker).at(attribute))
        }
        return true
    }

    /// Reports model attributes on a property that another attribute keeps outside the model.
    private mutating func checkKinds(besides outside: String) {
        guard let other = markers.given.first, let attribute = markers[other] else { return }
        let name = variable.bindings.first?.pattern.trimmedDescription ?? ""
        problems.append(Problem.ignoredKind(name, other, outside).at(attribute))
    }

    /// The only binding of a declaration, with a plain name; nil after a problem.
    private mutating func onlyBinding() -> PatternBindingSyntax? {
        guard let first = variable.bindings.first else { return nil }
        guard first.pattern.is(IdentifierPatternSyntax.self) else {
            problems.append(Problem.patternBinding.at(first.pattern))
            return nil
        }
        guard variable.bindings.count == 1 else {
            for other in variable.bindings.dropFirst() {
                problems.append(
                    Problem.severalBindings(other.pattern.trimmedDescription).at(other.pattern))
            }
            return nil
        }
        return first
    }

    /// Whether the model can have a property with this declaration.
    private mutating func isStorable(_ name: TokenSyntax, _ accessors: PropertyAccessors) -> Bool {
        let ignore = Problem.ignoring(variable)
        if let managed = markers["NSManaged"] {
            problems.append(
                Problem.managedProperty(name.text).at(managed, Remedy.remove(managed, from: variable)))
        } else if let override = modifier("override") {
            problems.append(Problem.overridingProperty(name.text).at(override))
        } else if let wrapper = markers.wrapper {
            let text = wrapper.attributeName.trimmedDescription
            problems.append(Problem.wrappedProperty(name.text, text).at(wrapper, ignore))
        } else if variable.bindingSpecifier.tokenKind == .keyword(.let) {
            problems.append(
                Problem.letProperty(name.text).at(
                    variable.bindingSpecifier,
                    Remedy.replace(variable.bindingSpecifier, with: "var", "replace 'let' with 'var'"), ignore
                ))
        } else if let lazy = modifier("lazy") {
            problems.append(Problem.lazyProperty(name.text).at(lazy, ignore))
        } else if let reference = modifier("weak") ?? modifier("unowned") {
            problems.append(
                Problem.referenceProperty(name.text, reference.name.text).at(
                    reference, Remedy.remove(reference, from: variable), ignore))
        } else if let observer = accessors.observer {
            problems.append(Problem.observedProperty(name.text, observer.text).at(observer, ignore))
        } else if let (first, second) = markers.conflict, let attribute = markers[second] {
            problems.append(Problem.conflictingKinds(name.text, first, second).at(attribute))
        } else {
            return true
        }
        return false
    }

    private func modifier(_ name: String) -> DeclModifierSyntax? {
        variable.modifiers.first { $0.name.text == name }
    }

    private var hasPrivateSetter: Bool {
        variable.modifiers.contains {
            $0.detail != nil && ["private", "fileprivate"].contains($0.name.text)
        }
    }

    private mutating func hasReservedName(_ name: TokenSyntax) -> Bool {
        guard ReservedMemberNames.all.contains(name.plainText) else { return false }
        problems.append(Problem.reservedName(name.plainText).at(name))
        return true
    }

    private mutating func type(of binding: PatternBindingSyntax, _ name: TokenSyntax) -> PropertyType? {
        if let annotation = binding.typeAnnotation { return PropertyType(annotation.type) }
        if let value = binding.initializer?.value, let type = InitialValue.type(of: value) { return type }
        let annotated = binding.with(
            \.pattern, binding.pattern.with(\.trailingTrivia, [])
        ).with(
            \.typeAnnotation,
            TypeAnnotationSyntax(
                colon: .colonToken(trailingTrivia: .space),
                type: TypeSyntax(stringLiteral: "<#Type#>"),
                trailingTrivia: binding.pattern.trailingTrivia))
        problems.append(
            Problem.missingType(name.text).at(
                name, Remedy.replace(binding, with: annotated, "write a type annotation")))
        return nil
    }

    private mutating func makeProperty(
        _ name: TokenSyntax, _ binding: PatternBindingSyntax, _ type: PropertyType,
        _ accessors: PropertyAccessors
    ) {
        var property = ManagedProperty(
            name: name.plainText, identifier: name.text, kind: PlainAttributeKind.self, type: type,
            initial: InitialValue(binding.initializer?.value, of: type))
        property.access = AccessLevel(variable.modifiers).ofCompanion
        property.isWrittenByHand = accessors.isComputed
        property.isTransient = markers["Transient"] != nil
        for kind in PropertyKinds.all { kind.readOptions(of: markers, into: &property) }
        var check = PropertyCheck(
            property, variable: variable, binding: binding, accessors: accessors, markers)
        check.run()
        problems += check.problems
        if !check.hasErrors { self.property = property }
    }

    /// Reads a property that @Cached computes; it is outside the model and depends on its sources.
    private mutating func readCached(_ name: TokenSyntax) {
        checkKinds(besides: "Cached")
        computed = ComputedProperty(name: name.plainText, identifier: name.text, hasSetter: false)
    }

    private mutating func readDependencies(of name: TokenSyntax) {
        for argument in MacroArguments(markers["DependsOn"]).unlabelled
            + MacroArguments(markers["Cached"]).unlabelled
        {
            guard let key = KeyText.of(argument) else {
                problems.append(Problem.unreadableKey(name.plainText).at(argument))
                continue
            }
            if key == name.plainText {
                problems.append(Problem.dependsOnItself(name.plainText).at(argument))
            } else {
                dependencies.append(key)
            }
        }
    }
}

extension ManagedProperty {
    /// Takes the arguments of a marker with an expression, and gives the property the marker's kind.
    mutating func readExpressionMarker(
        _ markers: PropertyMarkers, _ marker: String, as kind: any PropertyKind.Type
    ) {
        guard markers[marker] != nil else { return }
        let own = markers.arguments(marker)
        self.kind = kind
        expression = own.unlabelled.first
        options += own.unlabelled.dropFirst()
        arguments.labelled.merge(own.labelled) { _, new in new }
    }
}

extension TokenSyntax {
    /// The name without backticks.
    var plainText: String { text.filter { $0 != "`" } }
}

extension Problem {
    /// The remedy that leaves a property outside the model.
    static func ignoring(_ variable: VariableDeclSyntax) -> FixIt {
        Remedy.attribute("Ignored", on: variable)
    }
}
