// SPDX-License-Identifier: Apache-2.0
// A resolved type: the module that declares it, and its kind. TypeResolver.swift makes it; SymbolMangler.swift and
// ManagedAccessor.swift read it.

/// A type that can be part of a symbol.
indirect enum ResolvedType: Hashable {
    /// A named type with its arguments.
    case nominal(NominalType, [ResolvedType])
    case optional(ResolvedType)
    case tuple([Element])
    case any
    case anyObject
    /// `any P`
    case existential(NominalType)
    case metatype(ResolvedType)

    /// An element of a tuple.
    struct Element: Hashable {
        var label: String?
        var type: ResolvedType
    }

    /// The type without one optional around it.
    var unwrapped: ResolvedType {
        if case .optional(let type) = self { return type }
        return self
    }

    var isOptional: Bool { self != unwrapped }

    /// The name of a standard or Foundation type that is not generic: "Int16", "Date"; nil for other types.
    var commonName: String? {
        guard case .nominal(let type, let arguments) = self, arguments.isEmpty, type.path.count == 1,
            ["Swift", "Foundation", "FoundationEssentials"].contains(type.module)
        else { return nil }
        return type.path[0].name
    }

    /// The type in several forms: every declaration of unknown kind is a class, a struct or an enum.
    ///
    /// The kind of a type is part of the symbol, but the source of another module may be missing. Symbols that the linker does
    /// not need do no harm, so the generator supplies those of all kinds.
    var variants: [ResolvedType] {
        switch self {
        case .nominal(let type, let arguments):
            type.variants.flatMap { type in
                Self.combined(arguments.map(\.variants)).map { .nominal(type, $0) }
            }
        case .optional(let type): type.variants.map { .optional($0) }
        case .tuple(let elements):
            Self.combined(elements.map(\.type.variants)).map { types in
                .tuple(zip(elements, types).map { Element(label: $0.label, type: $1) })
            }
        case .metatype(let type): type.variants.map { .metatype($0) }
        case .any, .anyObject, .existential: [self]
        }
    }

    /// All lists that take one element of each list of choices.
    static func combined<T>(_ choices: [[T]]) -> [[T]] {
        choices.reduce([[]]) { lists, choice in lists.flatMap { list in choice.map { list + [$0] } } }
    }
}

/// A declared type.
struct NominalType: Hashable {
    enum Kind: Character {
        case `class` = "C"
        case `struct` = "V"
        case `enum` = "O"
        case `protocol` = "P"
        /// A type of a module without available sources.
        case unknown = "?"
    }

    /// A type's name with its kind.
    struct Part: Hashable {
        var name: String
        var kind: Kind
    }

    var module: String
    /// The enclosing types, then the type itself.
    var path: [Part]

    init(_ module: String, _ path: [Part]) {
        self.module = module
        self.path = path
    }

    init(_ module: String, _ name: String, _ kind: Kind) { self.init(module, [Part(name: name, kind: kind)]) }

    var kind: Kind { path.last?.kind ?? .unknown }
    var name: String { path.map(\.name).joined(separator: ".") }

    var variants: [NominalType] {
        let kinds: [[Part]] = path.map { part in
            part.kind == .unknown
                ? [.class, .struct, .enum].map { Part(name: part.name, kind: $0) } : [part]
        }
        return ResolvedType.combined(kinds).map { NominalType(module, $0) }
    }
}
