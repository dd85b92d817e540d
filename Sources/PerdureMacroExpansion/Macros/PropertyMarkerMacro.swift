// SPDX-License-Identifier: Apache-2.0
// @Attribute, @Relationship and the others that @ManagedObject reads: they add nothing themselves, and say so where
// nobody reads them.

import SwiftSyntax
import SwiftSyntaxMacros

/// The expansion of the attributes of properties.
public enum PropertyMarkerMacro: PeerMacro {
    /// Nothing but reports.
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard !declaration.is(VariableDeclSyntax.self) || !LexicalScope(context).isManagedClass else {
            return []
        }
        let name = node.attributeName.trimmedDescription
        context.diagnose(Problem.misplacedMarker(name).at(node))
        return []
    }
}

/// Where an attribute stands.
struct LexicalScope {
    private let innermost: Syntax?

    init(_ context: some MacroExpansionContext) { innermost = context.lexicalContext.first }

    /// Whether directly in a class with @ManagedObject.
    var isManagedClass: Bool {
        guard let attributes = innermost?.as(ClassDeclSyntax.self)?.attributes else { return false }
        return attributes.contains { attribute in
            guard case .attribute(let attribute) = attribute else { return false }
            return attribute.attributeName.trimmedDescription.split(separator: ".").last == "ManagedObject"
        }
    }

    /// The type that is extended, directly in an extension.
    var extendedType: String? {
        innermost?.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
    }
}
