// SPDX-License-Identifier: Apache-2.0
// Writes the supplied accessors of one class: an extension with a method for each symbol, and the class's table.

/// Writes the accessors of a class.
struct ManagedClassWriter {
    private let managed: ManagedClass
    private let symbols: ManagedSymbols
    private let target: ManagedTarget
    private let types: TypeNames
    private(set) var problems: [SourceProblem] = []

    /// - Throws: `SourceProblem` for a class that cannot have supplied accessors.
    init(
        _ managed: ManagedClass, _ target: ManagedTarget, _ resolver: TypeResolver, _ types: TypeNames
    ) throws(SourceProblem) {
        symbols = try ManagedSymbols(managed.type, resolver)
        self.managed = managed
        self.target = target
        self.types = types
    }

    /// The class as code names it.
    private var spelledName: String { SwiftName.spelledPath(managed.name) }

    mutating func writeAccessors(_ text: inout SwiftText) {
        var writer = self
        text.gap()
        text.block("nonisolated extension \(spelledName)") { text in
            for property in writer.managed.managedProperties {
                writer.attempt { (writer) throws(SourceProblem) in try writer.write(property, &text) }
            }
            for function in writer.managed.managedFunctions {
                writer.attempt { (writer) throws(SourceProblem) in try writer.write(function, &text) }
            }
        }
        self = writer
    }

    private mutating func attempt(_ work: (inout Self) throws(SourceProblem) -> Void) {
        do { try work(&self) } catch { problems.append(error) }
    }

    private mutating func write(_ property: SourceProperty, _ text: inout SwiftText) throws(SourceProblem) {
        let type = try symbols.type(of: property)
        if target.lacks(property.name, in: managed) {
            let reason = "the entity of the class has no property '\(property.name)'"
            var problem = symbols.problem(property.name, reason, property.traits)
            problem.severity = .warning
            problems.append(problem)
        }
        let value = ManagedValue(
            type: type, syntax: TypeParser.parse(property.type ?? ""),
            place: target.storage(of: property.name, in: managed), name: "\(managed.name).\(property.name)",
            key: property.name, types: types, target: target)
        let (accessor, declared) = (value.accessor, value.syntax.text)
        conditionally(property.traits, &text) { text in
            for (index, pair) in symbols.accessors(of: property, type: type).enumerated() {
                let name = unique(property.name, index)
                supply(pair.getter, "\(name)_get() -> \(declared)", accessor.get, property.traits, &text)
                let setter = "\(name)_set(_ value: __owned \(declared))"
                supply(pair.setter, setter, accessor.set, property.traits, &text)
            }
        }
    }

    private mutating func write(_ function: SourceFunction, _ text: inout SwiftText) throws(SourceProblem) {
        var types: [ResolvedType] = []
        for parameter in function.parameters {
            types.append(try symbols.resolve(parameter.type, function.fullName, function.traits))
        }
        guard let form = ManagedFunction(function, types: types) else {
            throw symbols.problem(
                function.fullName,
                "only methods of to-many relationships are supplied, such as addToItems(_:) for an object, an "
                    + "NSSet or an NSOrderedSet, and insertIntoItems(_:at:); write this one by hand",
                function.traits)
        }
        let body = try body(of: form, function)
        conditionally(function.traits, &text) { text in
            for (index, symbol) in symbols.methods(of: function, types: types).enumerated() {
                let labels = function.parameters.map { $0.label ?? "" }.joined(separator: "_")
                let name = unique("\(function.name)_\(labels)", index)
                supply(symbol, "\(name)(\(form.signature))", body, function.traits, &text)
            }
        }
    }

    private func body(of form: ManagedFunction, _ function: SourceFunction) throws(SourceProblem) -> String {
        let candidates = form.candidates
        guard let entry = target.entry(of: managed.name) else {
            return form.body(key: candidates[0], isOrdered: isOrdered(form), types)
        }
        let key = candidates.first { name in entry.kinds[name] != nil }
        guard let key, case .toMany(let isOrdered)? = entry.kinds[key] else {
            throw symbols.problem(
                function.fullName, "the entity of the class has no to-many relationship '\(candidates[0])'",
                function.traits)
        }
        if let slot = target.slots(of: managed.name)?.firstIndex(of: key) {
            return form.body(slot: slot, types)
        }
        return form.body(key: key, isOrdered: isOrdered, types)
    }

    /// Whether a relationship is ordered, according to the method and the other members of the class, without a model.
    private func isOrdered(_ form: ManagedFunction) -> Bool {
        if form.isOrdered { return true }
        let property = managed.properties.first { form.candidates.contains($0.name) }
        if property?.type?.contains("NSOrderedSet") == true || property?.type?.hasPrefix("[") == true {
            return true
        }
        return managed.managedFunctions.contains { $0.name == "insertInto\(form.capitalizedName)" }
    }

    /// A name that no member of the class, its superclasses or its subclasses has.
    private func unique(_ name: String, _ index: Int) -> String {
        let owner = ([target.module] + managed.type.path).joined(separator: "_")
        return "__\(owner)_\(name)\(index > 0 ? "_\(index)" : "")"
    }

    /// Writes a method with a given symbol, public if the member is: other modules then need the symbol too.
    ///
    /// The method is dynamic like @NSManaged members; an optimizing compiler in another module stops at any difference.
    private func supply(
        _ symbol: String, _ signature: String, _ body: String, _ traits: DeclarationTraits,
        _ text: inout SwiftText
    ) {
        let isPublic = traits.access == .public || traits.access == .open
        text.gap()
        text.line("@inline(never) @_silgen_name(\(SwiftName.literal(symbol)))")
        text.block("\(isPublic ? "public " : "")final dynamic func \(signature)") { text in
            for line in body.split(separator: "\n") { text.line(String(line)) }
        }
    }

    private func conditionally(
        _ traits: DeclarationTraits, _ text: inout SwiftText, _ body: (inout SwiftText) -> Void
    ) {
        text.gap()
        if let condition = traits.condition { text.line("#if \(condition)") }
        body(&text)
        if traits.condition != nil { text.line("#endif") }
    }

    /// Writes the table of key paths, accessors and slots, unless the class cannot have a table or needs none.
    func writeTable(_ text: inout SwiftText) {
        let traits = managed.type.traits
        guard traits.condition == nil, !traits.isIsolated else { return }
        let places = managed.managedProperties.map { ($0, target.storage(of: $0.name, in: managed)) }
        let usesSlots = places.contains { if case .slot = $0.1 { true } else { false } }
        let names = places.compactMap { property, place -> String? in
            if case .primitive = place { return nil }
            return property.hasKeyPath && property.traits.condition == nil ? property.name : nil
        }
        let table = ClassTable(
            spelledName: spelledName, slots: usesSlots ? target.slots(of: managed.name) ?? [] : [],
            propertyNames: Set(names), handWritten: HandWrittenMembers(managed), types: types)
        guard !table.isEmpty else { return }
        text.gap()
        text.block("nonisolated extension \(spelledName)") { TableWriter(table).writeNested(&$0) }
    }
}

extension ClassTable {
    var isEmpty: Bool {
        slots.isEmpty && propertyNames.isEmpty && handWritten.accessors.isEmpty
            && handWritten.dependentKeys.isEmpty && handWritten.validators.isEmpty
    }
}
