// SPDX-License-Identifier: Apache-2.0
// The symbols that the linker needs for @NSManaged members: a getter and a setter for each property, one function for each
// method. The program calls them directly; no dispatch table has them, at any access level of the class.

/// Makes the symbol names of managed members.
struct ManagedSymbols {
    let resolver: TypeResolver
    let type: SourceType
    private let parent: NominalType

    /// - Throws: `SourceProblem` for a generic or private class, which has no accessors.
    init(_ type: SourceType, _ resolver: TypeResolver) throws(SourceProblem) {
        self.type = type
        self.resolver = resolver
        guard !type.isGeneric else {
            throw SourceProblem("the generic class '\(type.name)' cannot have @NSManaged members", at: type)
        }
        guard resolver.sources.isReachable(type) else {
            throw SourceProblem(
                "the class '\(type.name)' is private: accessors of its @NSManaged members stand in another "
                    + "file; make it internal", at: type)
        }
        let scope = TypeResolver.Scope(path: [], file: type.traits.location.file)
        let parts = type.path.map { TypeSyntax.Part(name: $0) }
        do throws(TypeResolver.Failure) {
            guard case .nominal(let parent, _) = try resolver.resolve(.named(parts), scope) else {
                throw .init(reason: "'\(type.name)' is no class")
            }
            self.parent = parent
        } catch {
            throw SourceProblem(error.reason, at: type)
        }
    }

    /// The type of a property.
    ///
    /// - Throws: `SourceProblem` that names class, property and type.
    func type(of property: SourceProperty) throws(SourceProblem) -> ResolvedType {
        guard let text = property.type else {
            throw problem(property.name, "an @NSManaged property needs a type", property.traits)
        }
        return try resolve(text, property.name, property.traits)
    }

    /// The type of a parameter of a function.
    ///
    /// - Throws: `SourceProblem` that names class, function and type.
    func resolve(
        _ text: String, _ member: String, _ traits: DeclarationTraits
    ) throws(SourceProblem) -> ResolvedType {
        let scope = TypeResolver.Scope(path: type.path, file: traits.location.file)
        do throws(TypeResolver.Failure) {
            return try resolver.resolve(TypeParser.parse(text), scope)
        } catch {
            throw problem(member, error.reason, traits)
        }
    }

    func problem(_ member: String, _ reason: String, _ traits: DeclarationTraits) -> SourceProblem {
        SourceProblem("\(type.name).\(member): \(reason)", at: traits.location)
    }

    /// The symbols of a property's getter and setter: one pair, or several where the kind of a type is not known.
    func accessors(of property: SourceProperty, type: ResolvedType) -> [(getter: String, setter: String)] {
        let discriminator = discriminator(property.traits)
        return type.variants.map { type in
            func symbol(_ operation: String) -> String {
                SymbolMangler.accessor(
                    operation, of: property.name, type: type, in: parent, discriminator: discriminator)
            }
            return (symbol("vg"), symbol("vs"))
        }
    }

    /// The symbols of a method: one, or several where the kind of a type is not known.
    func methods(of function: SourceFunction, types: [ResolvedType]) -> [String] {
        ResolvedType.combined(types.map(\.variants)).map { types in
            SymbolMangler.method(
                function.name, zip(function.parameters, types).map { ($0.label, $1) }, in: parent,
                discriminator: discriminator(function.traits))
        }
    }

    private func discriminator(_ traits: DeclarationTraits) -> String? {
        guard !traits.isReachable else { return nil }
        let fileName = traits.location.file.split(separator: "/").last.map(String.init) ?? ""
        return FileDiscriminator.of(module: resolver.module, fileName: fileName)
    }
}

extension SourceProblem {
    init(_ message: String, at type: SourceType) { self.init(message, at: type.traits.location) }
}
