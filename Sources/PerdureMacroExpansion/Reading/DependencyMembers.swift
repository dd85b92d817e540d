// SPDX-License-Identifier: Apache-2.0
// Reads class members named keyPathsForValuesAffecting<Key>. Apple's systems find them by name at run time; here the macro lists them.

import SwiftSyntax

/// A class member that returns the keys on which another one depends.
struct DependencyMember {
    let key: String
    /// How it is asked: `keyPathsForValuesAffectingLabel()`.
    let text: String

    private static let prefix = "keyPathsForValuesAffecting"

    /// A method; nil for one of another name, or one that the tables cannot call.
    init?(_ function: FunctionDeclSyntax) {
        guard Self.isOfClass(function.modifiers), function.signature.parameterClause.parameters.isEmpty,
            function.genericParameterClause == nil, function.signature.effectSpecifiers == nil
        else { return nil }
        self.init(function.name.plainText, call: "()")
    }

    /// A property of the class.
    init?(_ variable: VariableDeclSyntax) {
        guard Self.isOfClass(variable.modifiers),
            let name = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
        else { return nil }
        self.init(name.plainText, call: "")
    }

    private init?(_ name: String, call: String) {
        let rest = name.dropFirst(Self.prefix.count)
        guard name.hasPrefix(Self.prefix), rest.first?.isUppercase == true else { return nil }
        key = rest.prefix(1).lowercased() + rest.dropFirst()
        text = name + call
    }

    private static func isOfClass(_ modifiers: DeclModifierListSyntax) -> Bool {
        modifiers.contains { ["static", "class"].contains($0.name.text) }
    }
}
