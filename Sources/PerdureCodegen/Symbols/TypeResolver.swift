// SPDX-License-Identifier: Apache-2.0
// Resolves the syntax of a type to its declaration: types and aliases of the target, of other targets with available
// sources, of the standard library, Foundation and Core Data.

/// Resolves types.
struct TypeResolver {
    let sources: TargetSources
    let module: String
    /// The available sources of other modules, by module.
    let dependencies: [String: TargetSources]
    /// The generated classes of the module, which no source declares.
    var generatedClasses: Set<String> = []

    /// The reason why a type has no symbol.
    struct Failure: Error {
        var reason: String
    }

    /// The place of a type in the sources.
    struct Scope {
        /// The enclosing type, after its own enclosing types.
        var path: [String]
        var file: String
        /// The number of aliases that led to the type.
        var aliases = 0
    }

    /// The longest chain of aliases; the limit also ends a circle of aliases.
    private static let aliasLimit = 32

    /// Resolves a type.
    ///
    /// - Throws: `Failure`.
    func resolve(_ syntax: TypeSyntax, _ scope: Scope) throws(Failure) -> ResolvedType {
        switch syntax {
        case .named(let parts): return try resolve(parts, scope)
        case .optional(let type): return .optional(try resolve(type, scope))
        case .array(let element): return .nominal(Self.standard("Array"), [try resolve(element, scope)])
        case .dictionary(let key, let value):
            return .nominal(
                Self.standard("Dictionary"), [try resolve(key, scope), try resolve(value, scope)])
        case .tuple(let elements):
            var resolved: [ResolvedType.Element] = []
            for element in elements {
                resolved.append(.init(label: element.label, type: try resolve(element.type, scope)))
            }
            return .tuple(resolved)
        case .existential(let type):
            let resolved = try resolve(type, scope)
            // In a module without available sources, `any Shop.P` can only be a protocol.
            if case .nominal(var nominal, let arguments) = resolved, arguments.isEmpty,
                nominal.kind == .unknown
            {
                nominal.path[nominal.path.count - 1].kind = .protocol
                return .existential(nominal)
            }
            return resolved
        case .metatype(let type): return .metatype(try resolve(type, scope))
        case .unsupported(let text): throw Failure(reason: "the type '\(text)' has no symbol that is known")
        }
    }

    private static func standard(_ name: String) -> NominalType {
        NominalType("Swift", name, name == "Optional" ? .enum : .struct)
    }

    private func resolve(_ parts: [TypeSyntax.Part], _ scope: Scope) throws(Failure) -> ResolvedType {
        if parts.dropLast().contains(where: { !$0.arguments.isEmpty }) {
            throw Failure(reason: "the type '\(TypeSyntax.named(parts).text)' lies in a generic type")
        }
        let names = parts.map(\.name)
        let arguments = parts.last?.arguments ?? []
        if let generated = generatedClass(names, scope) { return generated }
        if let (type, home) = find(names, scope) {
            return try resolve(type, home, arguments, scope)
        }
        return try resolveForeign(names, arguments, scope)
    }

    /// The class that a model names and no source declares; nil for any other type.
    private func generatedClass(_ names: [String], _ scope: Scope) -> ResolvedType? {
        let name = names.count == 2 && names[0] == module ? names[1] : names.joined(separator: ".")
        guard generatedClasses.contains(name), sources.find(name, from: scope.path) == nil else { return nil }
        return .nominal(NominalType(module, name, .class), [])
    }

    /// A type that an available source declares.
    private func find(_ names: [String], _ scope: Scope) -> (SourceType, module: String)? {
        let name = names.joined(separator: ".")
        if let type = sources.find(name, from: scope.path) { return (type, module) }
        // Types nested in superclasses are in scope as well.
        let owner = sources.types[scope.path.joined(separator: ".")]
        for parent in owner.map(sources.superclasses) ?? [] {
            if let type = sources.types[parent.name + "." + name] { return (type, module) }
        }
        let rest = names.dropFirst().joined(separator: ".")
        if names[0] == module, let type = sources.types[rest] { return (type, module) }
        if let type = dependencies[names[0]]?.types[rest] { return (type, names[0]) }
        guard KnownTypes.type(named: name) == nil, KnownTypes.aliases[name] == nil else { return nil }
        for other in imports(of: scope.file).sorted() {
            if let type = dependencies[other]?.types[name] { return (type, other) }
        }
        return nil
    }

    private func imports(of file: String) -> Set<String> {
        sources.files.first { $0.path == file }?.imports ?? []
    }

    private func resolve(
        _ type: SourceType, _ home: String, _ arguments: [TypeSyntax], _ scope: Scope
    ) throws(Failure) -> ResolvedType {
        if type.kind == .typealias { return try expand(type, home, arguments, scope) }
        let owner = home == module ? sources : dependencies[home] ?? sources
        guard owner.isReachable(type) else {
            throw Failure(
                reason: "the type '\(type.name)' is private, and its accessors are supplied in another file")
        }
        let nominal = try nominal(type, home, owner)
        guard nominal.kind != .protocol else { return .existential(nominal) }
        return .nominal(nominal, try resolve(arguments, scope))
    }

    private func expand(
        _ alias: SourceType, _ home: String, _ arguments: [TypeSyntax], _ scope: Scope
    ) throws(Failure) -> ResolvedType {
        guard !alias.isGeneric, arguments.isEmpty, let text = alias.inheritance.first,
            scope.aliases < Self.aliasLimit
        else { throw Failure(reason: "the type alias '\(alias.name)' is generic or leads nowhere") }
        guard alias.traits.isReachable else {
            throw Failure(
                reason:
                    "the type alias '\(alias.name)' is private, and its accessors are supplied in another file"
            )
        }
        let inner = Scope(
            path: Array(alias.path.dropLast()), file: alias.traits.location.file, aliases: scope.aliases + 1)
        guard home != module, let owner = dependencies[home] else {
            return try resolve(TypeParser.parse(text), inner)
        }
        let resolver = TypeResolver(sources: owner, module: home, dependencies: dependencies)
        return try resolver.resolve(TypeParser.parse(text), inner)
    }

    private func nominal(
        _ type: SourceType, _ home: String, _ owner: TargetSources
    ) throws(Failure) -> NominalType {
        var path: [NominalType.Part] = []
        for length in 1...type.path.count {
            let name = type.path[length - 1]
            guard let outer = owner.types[type.path.prefix(length).joined(separator: ".")] else {
                throw Failure(
                    reason: "the type '\(type.name)' lies in an extension of a type of another module")
            }
            if length < type.path.count, outer.isGeneric {
                throw Failure(reason: "the type '\(type.name)' lies in a generic type")
            }
            path.append(.init(name: name, kind: Self.kind(of: outer)))
        }
        return NominalType(home, path)
    }

    private static func kind(of type: SourceType) -> NominalType.Kind {
        switch type.kind {
        case .class, .actor: .class
        case .struct: .struct
        case .enum: .enum
        case .protocol: .protocol
        case .typealias: .unknown
        }
    }

    private func resolve(_ arguments: [TypeSyntax], _ scope: Scope) throws(Failure) -> [ResolvedType] {
        var result: [ResolvedType] = []
        for argument in arguments { result.append(try resolve(argument, scope)) }
        return result
    }

    /// Resolves a type without an available source.
    private func resolveForeign(
        _ names: [String], _ arguments: [TypeSyntax], _ scope: Scope
    ) throws(Failure) -> ResolvedType {
        let unqualified =
            names.count > 1 && KnownTypes.modules.contains(names[0]) ? names.dropFirst() : names[...]
        let name = unqualified.joined(separator: ".")
        if name == "Any" { return .any }
        if name == "AnyObject" { return .anyObject }
        if let alias = KnownTypes.aliases[name] { return try resolve(TypeParser.parse(alias), scope) }
        if let known = KnownTypes.type(named: name) {
            let resolved = try resolve(arguments, scope)
            if known.name == "Optional", resolved.count == 1 { return .optional(resolved[0]) }
            return known.kind == .protocol ? .existential(known) : .nominal(known, resolved)
        }
        guard names.count > 1, names[0] != module, imports(of: scope.file).contains(names[0]) else {
            throw Failure(
                reason: "it is not known which module declares the type '\(names.joined(separator: "."))'; "
                    + "write the type with its module ('Module.\(names[0])'), or write the accessor by hand")
        }
        let parts = names.dropFirst().map { NominalType.Part(name: $0, kind: .unknown) }
        return .nominal(NominalType(names[0], parts), try resolve(arguments, scope))
    }
}

extension TargetSources {
    /// Whether another file of the module can name a type.
    func isReachable(_ type: SourceType) -> Bool {
        (1...type.path.count).allSatisfy {
            types[type.path.prefix($0).joined(separator: ".")]?.traits.isReachable ?? true
        }
    }
}
