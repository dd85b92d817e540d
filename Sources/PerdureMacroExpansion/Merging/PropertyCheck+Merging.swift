// SPDX-License-Identifier: Apache-2.0
// The rules of attributes that merge (MRG-4, MRG-20, MRG-30, MRG-40). Part of PropertyCheck.swift.

import PerdureAccessorText
import SwiftDiagnostics
import SwiftSyntax

extension PropertyCheck {
    /// Checks that kind, arguments and type of @Mergeable fit each other.
    mutating func checkMerging() {
        guard let marker = markers["Mergeable"] else { return }
        guard let merging = property.merging else {
            return report(.unknownMergeKind(name), at: marker)
        }
        checkArguments(merging)
        if let unique = mergeOption("unique") {
            report(.optionConflict(name, "mergeable", "unique"), at: unique)
        }
        switch merging.kind {
        case .counter: checkCounter()
        case .set: checkSet()
        case .dictionary: checkDictionary()
        case .value: break
        }
    }

    private func mergeOption(_ name: String) -> ExprSyntax? {
        property.options.first { MacroArguments.optionName($0) == name }
    }

    private mutating func checkArguments(_ merging: PropertyMerging) {
        for (label, kinds, owner) in PropertyMerging.limited where !kinds.contains(merging.kind) {
            guard let argument = merging.arguments.labelled[label] else { continue }
            report(
                .uselessMergeArgument(name, label, owner), at: argument, removingArgument(argument))
        }
    }

    private func removingArgument(_ expression: ExprSyntax) -> FixIt? {
        guard let argument = expression.parent?.as(LabeledExprSyntax.self),
            let list = argument.parent?.as(LabeledExprListSyntax.self)
        else { return nil }
        return Remedy.remove(argument, of: list)
    }

    private mutating func checkCounter() {
        if property.type.plain?.counts == true { return }
        let fitting = "Int64" + (property.type.isOptional ? "?" : "")
        report(.counterType(name, typeNode.trimmedDescription), at: typeNode, changingType(to: fitting))
    }

    private mutating func checkSet() {
        switch property.type.shape {
        case .set(let element) where isElement(element):
            guard property.type.isOptional else { return }
            report(.optionalCollection(name, "set"), at: typeNode, changingType(to: property.type.text))
        case .set(let element):
            report(.setElement(name, element), at: typeNode)
        case .array(let element) where isElement(element):
            report(
                .setType(name, typeNode.trimmedDescription), at: typeNode, changingType(to: "Set<\(element)>")
            )
        default: report(.setType(name, typeNode.trimmedDescription), at: typeNode)
        }
    }

    /// Whether a type may be a set's element; an unknown type may be an enumeration, which the type checker examines.
    private func isElement(_ type: String) -> Bool {
        guard let plain = PlainType.named(type) else { return !type.hasSuffix("?") }
        return [.integer, .string, .uuid, .url].contains(plain.family)
    }

    private mutating func checkDictionary() {
        guard let keyed = property.type.dictionary, ["String", "Swift.String"].contains(keyed.key),
            !keyed.value.hasSuffix("?")
        else {
            let type = typeNode.trimmedDescription
            return report(.dictionaryType(name, type), at: typeNode, changingType(to: "[String: Any]"))
        }
        if property.type.isOptional {
            report(
                .optionalCollection(name, "dictionary"), at: typeNode, changingType(to: property.type.text))
        }
    }

    private func changingType(to text: String) -> FixIt? {
        guard let type = binding.typeAnnotation?.type else { return nil }
        var new = TypeSyntax(stringLiteral: text)
        new.leadingTrivia = type.leadingTrivia
        new.trailingTrivia = type.trailingTrivia
        return Remedy.replace(type, with: new, "make the type '\(text)'")
    }

    /// Reports an initial value of a set or a dictionary; both start empty.
    mutating func checkCollection() {
        guard let value = binding.initializer?.value ?? property.givenDefault else { return }
        if Self.isEmpty(value) { return }
        let remedy = binding.initializer == nil ? nil : Remedy.removeInitialValue(of: binding)
        report(.collectionDefault(name), at: value, remedy)
    }

    private static func isEmpty(_ expression: ExprSyntax) -> Bool {
        if let array = expression.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
        guard let dictionary = expression.as(DictionaryExprSyntax.self) else { return false }
        if case .colon = dictionary.content { return true }
        return false
    }
}
