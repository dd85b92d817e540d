// SPDX-License-Identifier: Apache-2.0
// A property's type as the macros need it: optional or not, a collection or not. PlainType lists the types with accessors
// of their own.

import PerdureAccessorText
import SwiftSyntax

/// The parts of a property's type.
struct PropertyType: Equatable {
    /// The form of the type without its optional.
    enum Shape: Equatable {
        /// A type that is no collection of objects or values.
        case single
        /// `Set<Element>`.
        case set(element: String)
        /// `[Element]` or `Array<Element>`.
        case array(element: String)
        /// `NSSet`.
        case objectSet
        /// `NSOrderedSet`.
        case orderedObjectSet
    }

    /// The type without its question mark, as written.
    var text: String
    var isOptional: Bool
    var shape: Shape

    /// The keys and values of a dictionary.
    private(set) var dictionary: KeyedType?

    /// The types in `[Key: Value]`.
    struct KeyedType: Equatable {
        var key: String
        var value: String
    }

    /// The type of a set's elements or of a dictionary's values.
    var element: String {
        if case .set(let element) = shape { return element }
        return dictionary?.value ?? text
    }

    /// The plain type with accessors of its own; nil for other types.
    var plain: PlainType? { PlainType.named(Self.withoutModule(text)) }

    /// The text of the optional type.
    var optionalText: String { needsParentheses ? "(\(text))?" : "\(text)?" }

    private var needsParentheses: Bool {
        text.hasPrefix("any ") || text.hasPrefix("some ") || text.contains("&")
    }

    init(_ type: TypeSyntax) {
        let (inner, isOptional) = Self.unwrapped(type)
        self.isOptional = isOptional
        text = inner.trimmedDescription
        shape = Self.shape(of: inner)
        dictionary = Self.dictionary(inner)
    }

    init(text: String) {
        self.text = text
        isOptional = false
        shape = .single
    }

    /// The type inside `T?`, `T!` or `Optional<T>`.
    private static func unwrapped(_ type: TypeSyntax) -> (TypeSyntax, isOptional: Bool) {
        if let optional = type.as(OptionalTypeSyntax.self) {
            return (unparenthesized(optional.wrappedType), true)
        }
        if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            return (unparenthesized(optional.wrappedType), true)
        }
        if let (name, argument) = generic(type), name == "Optional" { return (argument, true) }
        return (type, false)
    }

    private static func unparenthesized(_ type: TypeSyntax) -> TypeSyntax {
        guard let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
            let element = tuple.elements.first
        else { return type }
        return element.type.trimmed
    }

    /// The name and the argument of a generic type with one argument.
    private static func generic(_ type: TypeSyntax) -> (name: String, argument: TypeSyntax)? {
        let clause: GenericArgumentClauseSyntax?
        let name: String
        if let identifier = type.as(IdentifierTypeSyntax.self) {
            (name, clause) = (identifier.name.text, identifier.genericArgumentClause)
        } else if let member = type.as(MemberTypeSyntax.self) {
            (name, clause) = (member.name.text, member.genericArgumentClause)
        } else {
            return nil
        }
        guard let arguments = clause?.arguments, arguments.count == 1,
            let argument = arguments.first?.argument.as(TypeSyntax.self)
        else { return nil }
        return (name, argument)
    }

    /// `[Key: Value]` or `Dictionary<Key, Value>`.
    private static func dictionary(_ type: TypeSyntax) -> KeyedType? {
        if let type = type.as(DictionaryTypeSyntax.self) {
            return KeyedType(key: type.key.trimmedDescription, value: type.value.trimmedDescription)
        }
        guard let type = type.as(IdentifierTypeSyntax.self), type.name.text == "Dictionary",
            let arguments = type.genericArgumentClause?.arguments, arguments.count == 2,
            let key = arguments.first, let value = arguments.last
        else { return nil }
        return KeyedType(
            key: key.argument.trimmedDescription, value: value.argument.trimmedDescription)
    }

    private static func shape(of type: TypeSyntax) -> Shape {
        if let array = type.as(ArrayTypeSyntax.self) {
            return .array(element: array.element.trimmedDescription)
        }
        switch withoutModule(type.trimmedDescription) {
        case "NSSet": return .objectSet
        case "NSOrderedSet": return .orderedObjectSet
        default: break
        }
        guard let (name, argument) = generic(type) else { return .single }
        switch name {
        case "Set": return .set(element: argument.trimmedDescription)
        case "Array": return .array(element: argument.trimmedDescription)
        default: return .single
        }
    }

    /// The type without a module whose types the macros know by name: `Date` for `Foundation.Date`.
    private static func withoutModule(_ text: String) -> String {
        for module in ["Swift.", "Foundation.", "FoundationEssentials."] where text.hasPrefix(module) {
            return String(text.dropFirst(module.count))
        }
        return text
    }
}
