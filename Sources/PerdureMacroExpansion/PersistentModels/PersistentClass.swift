// SPDX-License-Identifier: Apache-2.0
// A class with @Model, read from its syntax tree. PersistentMemberWriter.swift writes its members,
// PersistentClassCheck.swift reports its mistakes.

import SwiftSyntax

/// A class whose stored properties are persisted.
struct PersistentClass {
    let declaration: ClassDeclSyntax
    /// The superclass, where that is a model too.
    let base: String?
    let properties: [PersistentProperty]
    let access: AccessLevel

    /// Reads a class.
    ///
    /// - Parameters:
    ///   - declaration: The class.
    ///   - protocols: What the class must be made to conform to: PersistentModel is missing where a superclass conforms.
    ///   - scope: The declaration around the class, which may give the class its access level.
    init(_ declaration: ClassDeclSyntax, conformingTo protocols: [TypeSyntax], in scope: Syntax?) {
        self.declaration = declaration
        let isRoot = protocols.contains { $0.trimmedDescription.hasSuffix("PersistentModel") }
        base = isRoot ? nil : declaration.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
        properties = Self.properties(of: declaration)
        access = AccessLevel(declaration.modifiers, in: scope)
    }

    /// The persisted properties in the order of the source.
    static func properties(of declaration: ClassDeclSyntax) -> [PersistentProperty] {
        declaration.memberBlock.members.compactMap { PersistentProperty($0.decl) }
    }

    /// The number of a property among those of its class: stores have them in the order of their names.
    static func number(of name: String, in declaration: ClassDeclSyntax) -> Int? {
        properties(of: declaration).map(\.name).sorted().firstIndex(of: name)
    }

    var name: String { declaration.name.text }
    var isFinal: Bool { declaration.modifiers.contains { $0.name.text == "final" } }

    /// The #Unique and #Index of the class.
    var constraints: [MacroExpansionDeclSyntax] {
        declaration.memberBlock.members.compactMap { $0.decl.as(MacroExpansionDeclSyntax.self) }
            .filter { ["Unique", "Index"].contains($0.macroName.text) }
    }

    /// The expressions of all metadata: properties first, then constraints and indexes.
    var metadata: [String] {
        let own = properties.map {
            "SwiftData.Schema.PropertyMetadata(name: \"\($0.name)\", keypath: \\\(name).\($0.identifier), "
                + "defaultValue: \($0.defaultValue), metadata: \($0.metadata))"
        }
        let others = constraints.map {
            let kind = "SwiftData.Schema.\($0.macroName.text)"
            let generics = $0.genericArgumentClause?.trimmedDescription ?? ""
            return "SwiftData.Schema.PropertyMetadata(name: \"\(kind)\", keypath: "
                + "\\SwiftData.Schema.encodingVersion, defaultValue: nil, "
                + "metadata: \(kind)\(generics)(\($0.arguments.trimmedDescription)))"
        }
        return own + others
    }
}
