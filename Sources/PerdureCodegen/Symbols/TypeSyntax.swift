// SPDX-License-Identifier: Apache-2.0
// The syntax tree of a type. TypeParser.swift parses text into it; TypeResolver.swift resolves it.

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
    /// Syntax that has no symbol here: functions, opaque types, compositions.
    case unsupported(String)

    /// The type as generated code writes it; an implicitly unwrapped optional becomes an optional.
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
