// SPDX-License-Identifier: Apache-2.0
// Reads keys in arguments: string literals and key paths, as text.

import SwiftSyntax

/// Reads keys.
enum KeyText {
    /// The key or key path of a literal: `"a.b"`, `\Person.a.b`, `\.a?.b`.
    static func of(_ expression: ExprSyntax) -> String? {
        if let text = literal(expression) { return text }
        guard let path = expression.as(KeyPathExprSyntax.self) else { return nil }
        var names: [String] = []
        for component in path.components {
            switch component.component {
            case .property(let property): names.append(property.declName.baseName.plainText)
            case .optional: continue
            default: return nil
            }
        }
        return names.isEmpty ? nil : names.joined(separator: ".")
    }

    /// The text of a string literal without interpolations.
    static func literal(_ expression: ExprSyntax) -> String? {
        expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }
}
