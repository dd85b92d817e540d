// SPDX-License-Identifier: Apache-2.0
// The rules of attributes (MOD-72, MOD-101, MOD-116, MOD-117). Part of PropertyCheck.swift.

import PerdureAccessorText
import SwiftDiagnostics
import SwiftSyntax

extension PropertyCheck {
    mutating func checkAttribute() {
        checkType()
        checkOptions()
        checkDefaults()
        checkModelType()
        if !hasErrors { checkZero() }
    }

    /// Whether the property is a stored attribute that needs neither a transformer nor another kind.
    private var isStored: Bool { property.kind == PlainAttributeKind.self }

    private func option(_ name: String) -> ExprSyntax? {
        property.options.first { MacroArguments.optionName($0) == name }
    }

    private mutating func checkType() {
        guard let type = binding.typeAnnotation?.type, isStored else { return }
        if isUnsupported(type) {
            return report(
                .unsupportedType(name, type.trimmedDescription), at: type,
                Remedy.attribute("Transient", on: variable),
                Problem.ignoring(variable))
        }
        if property.type.text == "NSNumber", !hasModelType {
            return report(.numberWithoutType(name), at: type)
        }
        guard markers["Attribute"] == nil else { return }
        switch property.type.shape {
        case .single: break
        case .set(let element), .array(let element):
            if PlainType.named(element) == nil { reportCollection(type) }
        case .objectSet, .orderedObjectSet: reportCollection(type)
        }
    }

    private mutating func reportCollection(_ type: TypeSyntax) {
        report(
            .collectionWithoutMarker(name, type.trimmedDescription), at: type,
            Remedy.attribute("Relationship", on: variable), Remedy.attribute("Attribute", on: variable))
    }

    /// Whether a type has no encoding, such as a tuple, a function or a protocol.
    private func isUnsupported(_ type: TypeSyntax) -> Bool {
        if let optional = type.as(OptionalTypeSyntax.self) { return isUnsupported(optional.wrappedType) }
        switch type.as(TypeSyntaxEnum.self) {
        case .tupleType(let tuple):
            guard tuple.elements.count == 1, let element = tuple.elements.first else { return true }
            return isUnsupported(element.type)
        case .functionType, .metatypeType, .compositionType, .someOrAnyType: return true
        case .attributedType(let attributed): return isUnsupported(attributed.baseType)
        case .identifierType(let identifier):
            return ["Any", "AnyObject", "Void", "Never", "Self"].contains(identifier.name.text)
        default: return false
        }
    }

    private var hasModelType: Bool { property.arguments.text("type") != nil || option("type") != nil }

    private mutating func checkOptions() {
        if option("optional") != nil, let argument = option("required") {
            report(.optionConflict(name, "optional", "required"), at: argument)
        }
        if option("externalStorage") != nil, let argument = option("preservedOnDeletion") {
            report(
                .uselessOption(name, "preservedOnDeletion", "histories do not keep external data"),
                at: argument,
                removing(argument))
        }
        if property.isTransient { checkTransientOptions() }
        checkOptionTypes()
    }

    private mutating func checkTransientOptions() {
        if let argument = option("unique") {
            report(.optionConflict(property.name, "transient", "unique"), at: argument, removing(argument))
        }
        for name in ["indexed", "externalStorage"] {
            guard let argument = option(name) else { continue }
            report(
                .uselessOption(property.name, name, "transient attributes are not stored"), at: argument,
                removing(argument))
        }
    }

    private func removing(_ option: ExprSyntax) -> FixIt? {
        guard let argument = option.parent?.as(LabeledExprSyntax.self),
            let list = argument.parent?.as(LabeledExprListSyntax.self)
        else { return nil }
        return Remedy.remove(argument, of: list)
    }

    /// Reports options that the property's type cannot have; the model's checks examine types that macros do not know.
    private mutating func checkOptionTypes() {
        guard let plain = property.plain else { return }
        let texts: [PlainType.Family] = [.string, .url]
        let ordered: [PlainType.Family] = [.integer, .number, .date]
        let needs: [(String, [PlainType.Family], String)] = [
            ("externalStorage", [.data], "Data"),
            ("pattern", texts, "a String"), ("length", texts, "a String"),
            ("minimumLength", texts, "a String"),
            ("maximumLength", texts, "a String"),
            ("range", ordered, "a number or a Date"), ("minimum", ordered, "a number or a Date"),
            ("maximum", ordered, "a number or a Date"),
        ]
        for (name, families, needed) in needs where !families.contains(plain.family) {
            guard let argument = option(name) else { continue }
            report(.optionNeedsType(self.name, name, needed, plain.name), at: argument)
        }
    }

    private mutating func checkDefaults() {
        guard let given = property.givenDefault, property.initial.expression != nil else { return }
        report(.twoDefaults(name), at: given, Remedy.removeInitialValue(of: binding))
    }

    /// Reports a type of the model that the accessors of the Swift type cannot read.
    private mutating func checkModelType() {
        guard let plain = property.type.plain, isStored,
            let given = property.arguments.labelled["type"]?.as(MemberAccessExprSyntax.self)
        else { return }
        let text = given.declName.baseName.text
        guard !plain.modelTypes.contains(text.replacing("AttributeType")) else { return }
        report(.typeMismatch(name, text, plain.name), at: given)
    }
}

extension String {
    /// The text without an ending.
    fileprivate func replacing(_ ending: String) -> String {
        hasSuffix(ending) ? String(dropLast(ending.count)) : self
    }
}
