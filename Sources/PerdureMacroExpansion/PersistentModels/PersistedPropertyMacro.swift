// SPDX-License-Identifier: Apache-2.0
// Accessors of a persisted property, and the storage of no size that the init accessor initializes. @Model writes the
// attribute with the property's number.

import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The expansion of @_PersistedProperty.
public enum PersistedPropertyMacro {}

extension PersistedPropertyMacro: AccessorMacro {
    /// The compiler does not format expansions.
    public static var formatMode: FormatMode { .disabled }

    /// The accessors of a property.
    public static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let property = PersistentProperty(declaration) else { return [] }
        let number = MacroArguments(node).unlabelled.first?.trimmedDescription
        let slot = number.map { "_$Slots.first + \($0)" } ?? "_$slot(of: \"\(property.name)\")"
        return [
            """
            @storageRestrictions(accesses: _$backingData, initializes: _\(raw: property.name))
            init(initialValue) {
                _$backingData._initialize(\(raw: slot), to: initialValue)
                _\(raw: property.name) = _SwiftDataNoType()
            }
            """,
            """
            get {
                _$observation.noteRead(self, \\.\(raw: property.identifier))
                return _$backingData._value(at: \(raw: slot))
            }
            """,
            """
            set {
                _$observation.willSet(self, \\.\(raw: property.identifier))
                _$backingData._set(newValue, at: \(raw: slot), of: self)
                _$observation.didSet(self, \\.\(raw: property.identifier))
            }
            """,
        ] + changeInPlace(property, slot)
    }

    /// The accessor of an array, so that an append to members does not set all of them.
    private static func changeInPlace(_ property: PersistentProperty, _ slot: String) -> [AccessorDeclSyntax]
    {
        guard let array = property.arrayType, !property.isConstant else { return [] }
        let name = property.identifier
        return [
            """
            _modify {
                _$observation.noteRead(self, \\.\(raw: name))
                _$observation.willSet(self, \\.\(raw: name))
                let loan = _$backingData._lend((\(raw: array.type)).self, at: \(raw: slot))
                defer {
                    _$backingData._takeBack(loan, at: \(raw: slot), of: self)
                    _$observation.didSet(self, \\.\(raw: name))
                }
                yield &loan.\(raw: array.isOptional ? "optional" : "value")
            }
            """
        ]
    }
}

extension PersistedPropertyMacro: PeerMacro {
    /// The storage beside a property.
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let property = PersistentProperty(declaration) else { return [] }
        return ["@Transient private var _\(raw: property.name): _SwiftDataNoType"]
    }
}
