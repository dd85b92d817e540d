// SPDX-License-Identifier: Apache-2.0
// Writes one property in `_entityDeclaration`: a call of Perdure's PropertyDeclaration. The call contains a copy of the
// macro's arguments as text, so that the type checker examines them here and in the user's source alike. The property's
// kind chooses the call.

import SwiftSyntax

/// Writes a property's declaration for the model.
struct PropertyDeclarationWriter {
    let property: ManagedProperty
    /// The options that the kind adds to the program's options.
    var leadingOptions: [String] = []

    var text: String {
        let plain = property.kind.declaration(of: property)
        return property.merging?.declaration(around: plain) ?? plain
    }

    /// The call of a method of PropertyDeclaration.
    func call(_ name: String, _ arguments: [String]) -> String {
        let all = ["\"\(property.name)\""] + arguments + labelled + options
        return ".\(name)(\(all.joined(separator: ", ")))"
    }

    /// The arguments of an attribute that the program sets.
    var typeAndDefault: [String] {
        ["as: \(property.type.text).self", "isOptional: \(property.type.isOptional)"]
            + (property.modelDefault.map { ["default: \($0.trimmedDescription)"] } ?? [])
    }

    var expression: String { "expression: \(expressionText)" }
    var predicate: String { "predicate: \(expressionText)" }
    private var expressionText: String { property.expression?.trimmedDescription ?? "\"\"" }

    private var labelled: [String] {
        ["originalName", "hashModifier", "transformer"].compactMap { label in
            property.arguments.text(label).map { "\(label): \($0)" }
        }
    }

    private var options: [String] {
        var all = leadingOptions + property.options.map(\.trimmedDescription)
        if let type = property.arguments.text("type") { all.append(".type(\(type))") }
        if let userInfo = property.arguments.text("userInfo") { all.append(".userInfo(\(userInfo))") }
        return all.isEmpty ? [] : ["options: [\(all.joined(separator: ", "))]"]
    }
}
