// SPDX-License-Identifier: Apache-2.0
// The access level of a declaration, as text before the code that is generated for the declaration.

import SwiftSyntax

/// An access level.
struct AccessLevel {
    /// The keyword and a space, or nothing.
    let prefix: String

    private static let keywords = ["open", "public", "package", "internal", "fileprivate", "private"]

    init(_ modifiers: DeclModifierListSyntax) {
        let keyword = modifiers.first { $0.detail == nil && Self.keywords.contains($0.name.text) }
        prefix = keyword.map { "\($0.name.text) " } ?? ""
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
