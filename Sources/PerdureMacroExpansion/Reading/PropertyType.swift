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

    /// The type without its question mark, as written; in parentheses where what follows would bind to a part of it.
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

    /// The type of an array's or a set's elements, or of a dictionary's values; for others the type itself.
    var elementType: PropertyType {
        switch shape {
        case .set(let element), .array(let element): Self.parsed(element)
        default: dictionary.map { Self.parsed($0.value) } ?? self
        }
    }

    /// The type of a dictionary's keys; for others the type itself.
    var keyType: PropertyType { dictionary.map { Self.parsed($0.key) } ?? self }

    private static func parsed(_ text: String) -> PropertyType {
        PropertyType(TypeSyntax(stringLiteral: text))
    }

    /// The name without a module that the macros know.
    var name: String { Self.withoutModule(text) }

    /// The plain type with accessors of its own; nil for other types.
    var plain: PlainType? { PlainType.named(name) }

    /// The text of the optional type.
    var optionalText: String { "\(text)?" }

    /// The text of the type itself, optional or not.
    var fullText: String { isOptional ? optionalText : text }

    init(_ type: TypeSyntax) {
        let (inner, isOptional) = Self.unwrapped(type)
        self.isOptional = isOptional
        text = Self.needsParentheses(inner) ? "(\(inner.trimmedDescription))" : inner.trimmedDescription
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

    /// Whether `.self` and `?` behind a type would bind to its last part: to a function's result, to a protocol's name.
    private static func needsParentheses(_ type: TypeSyntax) -> Bool {
        switch type.as(TypeSyntaxEnum.self) {
        case .functionType, .attributedType, .someOrAnyType, .compositionType: true
        default: false
        }
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
