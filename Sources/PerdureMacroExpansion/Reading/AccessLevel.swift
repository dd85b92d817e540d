// SPDX-License-Identifier: Apache-2.0
// The access level of a declaration, as text before the code that is generated for the declaration.

import SwiftSyntax

/// An access level.
struct AccessLevel {
    /// The keyword and a space, or nothing.
    let prefix: String

    private static let keywords = ["open", "public", "package", "internal", "fileprivate", "private"]

    /// Reads the level of a declaration.
    ///
    /// - Parameters:
    ///   - modifiers: The modifiers of the declaration.
    ///   - scope: The declaration around it. Members of an extension have the extension's level where they give none.
    init(_ modifiers: DeclModifierListSyntax, in scope: Syntax? = nil) {
        let outer = scope?.as(ExtensionDeclSyntax.self)?.modifiers
        let keyword = Self.keyword(modifiers) ?? outer.flatMap(Self.keyword)
        prefix = keyword.map { "\($0) " } ?? ""
    }

    private static func keyword(_ modifiers: DeclModifierListSyntax) -> String? {
        modifiers.first { $0.detail == nil && keywords.contains($0.name.text) }?.name.text
    }

    /// The level of a member that subclasses cannot override.
    var ofMember: String { prefix == "open " ? "public " : ofOverride }

    /// The level of an override in a class of this level.
    var ofOverride: String { prefix == "private " || prefix == "fileprivate " ? "" : prefix }

    /// The level of the code generated for a property of this level.
    var ofCompanion: String { prefix == "open " ? "public " : prefix }

    /// Whether other modules see the declaration, if they see the enclosing declaration.
    var isPublic: Bool { prefix == "public " || prefix == "open " }
}
