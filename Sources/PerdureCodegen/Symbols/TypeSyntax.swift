// SPDX-License-Identifier: Apache-2.0
// A type as it is written. TypeParser.swift makes it of text, TypeResolver.swift finds out what it means.

/// A type's syntax, as far as properties of managed objects use it.
indirect enum TypeSyntax: Equatable {
    /// One part of a dotted name.
    struct Part: Equatable {
        var name: String
        var arguments: [TypeSyntax] = []
    }

    /// An element of a tuple.
    struct Element: Equatable {
        var label: String?
        var type: TypeSyntax
    }

    case named([Part])
    case optional(TypeSyntax)
    case array(TypeSyntax)
    case dictionary(TypeSyntax, TypeSyntax)
    case tuple([Element])
    /// `any P`
    case existential(TypeSyntax)
    case metatype(TypeSyntax)
    /// What no symbol is made of: functions, opaque types, compositions.
    case unsupported(String)

    /// The type as generated code writes it; implicitly unwrapped optionals are optionals.
    var text: String {
        switch self {
        case .named(let parts): parts.map(Self.text).joined(separator: ".")
        case .optional(.existential(let type)): "(any \(type.text))?"
        case .optional(let type): "\(type.text)?"
        case .array(let type): "[\(type.text)]"
        case .dictionary(let key, let value): "[\(key.text): \(value.text)]"
        case .tuple(let elements): "(" + elements.map(Self.text).joined(separator: ", ") + ")"
        case .existential(let type): "any \(type.text)"
        case .metatype(let type): "\(type.text).Type"
        case .unsupported(let text): text
        }
    }

    private static func text(_ part: Part) -> String {
        let arguments = part.arguments.map(\.text).joined(separator: ", ")
        return part.arguments.isEmpty ? part.name : "\(part.name)<\(arguments)>"
    }

    private static func text(_ element: Element) -> String {
        (element.label.map { "\($0): " } ?? "") + element.type.text
    }
}
