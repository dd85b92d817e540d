// SPDX-License-Identifier: Apache-2.0
// Macros that add nothing by themselves: @Model reads @Attribute, @Relationship, @Transient, #Unique and #Index.

import SwiftSyntax
import SwiftSyntaxMacros

/// The expansion of @Attribute, @Relationship and @Transient.
public enum PersistentMarkerMacro: PeerMacro {
    /// Nothing.
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
}

/// The expansion of #Unique and #Index.
public enum PersistentConstraintMacro: DeclarationMacro {
    /// Nothing.
    public static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
}
