// SPDX-License-Identifier: Apache-2.0
// @Attribute, @Relationship and the other markers that @ManagedObject reads. They add nothing themselves, and report a
// problem in a place where @ManagedObject does not read them.

import SwiftSyntax
import SwiftSyntaxMacros

/// The expansion of the attributes of properties.
public enum PropertyMarkerMacro: PeerMacro {
    /// Adds nothing, and reports misplaced markers.
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

/// The declaration around an attribute.
struct LexicalScope {
    private let innermost: Syntax?

    init(_ context: some MacroExpansionContext) { innermost = context.lexicalContext.first }

    /// Whether the attribute stands directly in a class with @ManagedObject.
    var isManagedClass: Bool {
        guard let attributes = innermost?.as(ClassDeclSyntax.self)?.attributes else { return false }
        return attributes.contains { attribute in
            guard case .attribute(let attribute) = attribute else { return false }
            return attribute.attributeName.trimmedDescription.split(separator: ".").last == "ManagedObject"
        }
    }

    /// The extended type, if the attribute stands directly in an extension.
    var extendedType: String? {
        innermost?.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
    }
}
