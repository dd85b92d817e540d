// SPDX-License-Identifier: Apache-2.0
// The rules of relationships (MOD-150 to MOD-164). Part of PropertyCheck.swift.

import PerdureAccessorText
import SwiftDiagnostics
import SwiftSyntax

extension PropertyCheck {
    mutating func checkRelationship() {
        checkOptionsOfRelationship()
        checkInitialValue()
        checkInversePath()
        switch property.type.shape {
        case .single: checkToOne()
        case .set(let element), .array(let element): checkToMany(element)
        case .objectSet, .orderedObjectSet:
            if property.arguments.text("to") == nil {
                report(.destinationUnknown(name, property.type.text), at: typeNode)
            }
            checkCounts()
        }
    }

    private mutating func checkOptionsOfRelationship() {
        let forAttributes: Set<String> = [
            "unique", "externalStorage", "pattern", "length", "minimumLength", "maximumLength", "range",
            "minimum",
            "maximum", "cloudEncryption", "allowsCloudEncryption", "preservedOnDeletion",
            "preservesValueOnDeletion",
            "type", "valueClass", "noDefault",
        ]
        for argument in property.options {
            guard let option = MacroArguments.optionName(argument), forAttributes.contains(option) else {
                continue
            }
            report(.relationshipOption(name, option), at: argument)
        }
    }

    private mutating func checkInitialValue() {
        guard let value = property.initial.expression, let initializer = binding.initializer else { return }
        if let array = value.as(ArrayExprSyntax.self), array.elements.isEmpty { return }
        report(
            .relationshipDefault(name), at: initializer.value, Remedy.removeInitialValue(of: binding))
    }

    private mutating func checkInversePath() {
        guard let inverse = property.arguments.labelled["inverse"], !inverse.is(NilLiteralExprSyntax.self)
        else {
            return
        }
        guard let text = KeyText.of(inverse), !text.isEmpty, !text.contains(".") else {
            return report(.inversePath(name), at: inverse)
        }
    }

    private mutating func checkToOne() {
        guard property.type.plain == nil, let type = binding.typeAnnotation?.type, isObject(type) else {
            return report(.relationshipType(name, typeNode.trimmedDescription), at: typeNode)
        }
        guard property.type.isOptional else {
            return report(.toOneOptional(name, property.type.text), at: typeNode, makeOptional)
        }
        for label in ["minimum", "maximum"] {
            guard let argument = property.arguments.labelled[label], argument.trimmedDescription != "1" else {
                continue
            }
            report(.toOneCount(name), at: argument)
        }
    }

    private func isObject(_ type: TypeSyntax) -> Bool {
        if let optional = type.as(OptionalTypeSyntax.self) { return isObject(optional.wrappedType) }
        if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            return isObject(optional.wrappedType)
        }
        return type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self)
    }

    private mutating func checkToMany(_ element: String) {
        if PlainType.named(element) != nil {
            return report(.relationshipType(name, typeNode.trimmedDescription), at: typeNode)
        }
        if property.type.isOptional {
            report(.toManyOptional(name), at: typeNode, unwrapping)
        }
        checkCounts()
        if property.arguments.labelled["inverse"] == nil, let marker = markers["Relationship"] {
            report(.missingInverse(name, element), at: marker.attributeName, addingInverse(to: marker))
        }
    }

    private var unwrapping: FixIt? {
        guard let type = binding.typeAnnotation?.type, let optional = type.as(OptionalTypeSyntax.self) else {
            return nil
        }
        let bare = optional.wrappedType.with(\.trailingTrivia, type.trailingTrivia)
        return Remedy.replace(type, with: bare, "remove '?'")
    }

    private mutating func checkCounts() {
        let minimum = property.arguments.integer("minimum") ?? 0
        guard let maximum = property.arguments.integer("maximum"), maximum != 0,
            let argument = property.arguments.labelled["maximum"]
        else { return }
        if maximum == 1 {
            report(.toManyMaximum(name), at: argument)
        } else if maximum < minimum {
            report(.countRange(name, minimum, maximum), at: argument)
        }
    }

    private func addingInverse(to marker: AttributeSyntax) -> FixIt {
        var changed = marker
        let inverse = LabeledExprSyntax(
            label: .identifier("inverse"), colon: .colonToken(trailingTrivia: .space),
            expression: ExprSyntax(stringLiteral: "\"<#name#>\""))
        var list: LabeledExprListSyntax = []
        if case .argumentList(let given) = marker.arguments { list = given }
        let index = list.firstIndex { $0.label != nil } ?? list.endIndex
        var new = inverse
        if index != list.endIndex { new.trailingComma = .commaToken(trailingTrivia: .space) }
        if index == list.endIndex, let last = list.indices.last {
            list[last].trailingComma = .commaToken(trailingTrivia: .space)
        }
        list.insert(new, at: index)
        changed.arguments = .argumentList(list)
        changed.leftParen = changed.leftParen ?? .leftParenToken()
        changed.rightParen = changed.rightParen ?? .rightParenToken(trailingTrivia: marker.trailingTrivia)
        if marker.leftParen == nil { changed.attributeName.trailingTrivia = [] }
        return Remedy.replace(marker, with: changed, "say 'inverse:'")
    }
}
