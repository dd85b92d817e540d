// SPDX-License-Identifier: Apache-2.0
// The problems that macros report. A problem has a stable identifier, and a sentence that names the fault and its remedy.
// A diagnostic adds the token, and sometimes a remedy that an editor can apply.

import SwiftDiagnostics
import SwiftSyntax

/// A message about a declaration.
struct Problem: DiagnosticMessage {
    let id: String
    let message: String
    var severity: DiagnosticSeverity = .error

    var diagnosticID: MessageID { MessageID(domain: "PerdureMacros", id: id) }

    /// The diagnostic at a place.
    func at(_ node: some SyntaxProtocol, _ remedies: FixIt?...) -> Diagnostic {
        Diagnostic(node: Syntax(node), message: self, fixIts: remedies.compactMap { $0 })
    }
}

/// The text of a fix-it.
struct Remedy: FixItMessage {
    let message: String

    var fixItID: MessageID { MessageID(domain: "PerdureMacros", id: message) }

    /// Replaces a node.
    static func replace(_ old: some SyntaxProtocol, with new: some SyntaxProtocol, _ message: String) -> FixIt
    {
        FixIt(
            message: Remedy(message: message),
            changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    }

    /// Replaces a token's text and keeps its surrounding space.
    static func replace(_ token: TokenSyntax, with text: String, _ message: String) -> FixIt {
        replace(token, with: token.with(\.tokenKind, .identifier(text)), message)
    }

    /// Writes an attribute before a property.
    static func attribute(_ text: String, on variable: VariableDeclSyntax) -> FixIt {
        var changed = variable
        let leading = variable.leadingTrivia
        changed.leadingTrivia = []
        let attribute = AttributeSyntax(
            atSign: .atSignToken(leadingTrivia: leading), attributeName: TypeSyntax(stringLiteral: text),
            trailingTrivia: .space)
        changed.attributes.insert(.attribute(attribute), at: changed.attributes.startIndex)
        return replace(variable, with: changed, "write '@\(text)'")
    }

    /// Makes a type optional.
    static func optional(_ type: TypeSyntax) -> FixIt {
        let bare = type.trimmed
        var optional = TypeSyntax(OptionalTypeSyntax(wrappedType: bare))
        optional.leadingTrivia = type.leadingTrivia
        optional.trailingTrivia = type.trailingTrivia
        return replace(type, with: optional, "make the type '\(bare.description)?'")
    }

    /// Drops the initial value of a binding.
    static func removeInitialValue(of binding: PatternBindingSyntax) -> FixIt {
        var changed = binding.with(\.initializer, nil)
        changed.typeAnnotation?.trailingTrivia = []
        return replace(binding, with: changed, "remove the initial value")
    }

    /// Drops a modifier.
    static func remove(_ modifier: DeclModifierSyntax, from variable: VariableDeclSyntax) -> FixIt {
        var changed = variable
        changed.modifiers = variable.modifiers.filter { $0.id != modifier.id }
        changed.leadingTrivia = variable.leadingTrivia
        return replace(variable, with: changed, "remove '\(modifier.name.text)'")
    }

    /// Drops an attribute.
    static func remove(_ attribute: AttributeSyntax, from variable: VariableDeclSyntax) -> FixIt {
        var changed = variable
        changed.attributes = variable.attributes.filter { $0.id != attribute.id }
        changed.leadingTrivia = variable.leadingTrivia
        return replace(variable, with: changed, "remove '\(attribute.trimmedDescription)'")
    }

    /// Drops an argument of an attribute, and the comma that remains.
    static func remove(_ argument: LabeledExprSyntax, of list: LabeledExprListSyntax) -> FixIt {
        var rest = list.filter { $0.id != argument.id }
        if let last = rest.indices.last {
            rest[last].trailingComma = nil
            rest[last].trailingTrivia = []
        }
        return replace(list, with: rest, "remove '\(argument.trimmedDescription.trimmedComma)'")
    }
}

extension String {
    fileprivate var trimmedComma: String { hasSuffix(",") ? String(dropLast()) : self }
}
