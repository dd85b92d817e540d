// SPDX-License-Identifier: Apache-2.0
// Tells a constant from an expression that may give each object another value. A static member of a plain type is most
// often computed, as `Date.now` is; one of a program's own type is most often a case of an enumeration.

import PerdureAccessorText
import SwiftSyntax

/// Finds the expressions that have the same value for all objects.
struct ConstantReader {
    /// The type of the expression's value.
    private let type: PropertyType

    init(_ type: PropertyType) { self.type = type }

    func isConstant(_ expression: ExprSyntax) -> Bool {
        switch expression.as(ExprSyntaxEnum.self) {
        case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .binaryOperatorExpr: true
        case .stringLiteralExpr(let text): text.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
        case .prefixOperatorExpr(let prefixed): isConstant(prefixed.expression)
        case .forceUnwrapExpr(let unwrapped): isConstant(unwrapped.expression)
        case .memberAccessExpr(let access): isConstant(access)
        case .arrayExpr(let array): isConstant(array)
        case .dictionaryExpr(let dictionary): isConstant(dictionary)
        case .tupleExpr(let tuple): tuple.elements.allSatisfy { isConstant($0.expression) }
        case .sequenceExpr(let sequence): sequence.elements.allSatisfy(isConstant)
        case .functionCallExpr(let call): Self.isConstant(call)
        default: false
        }
    }

    private func isConstant(_ array: ArrayExprSyntax) -> Bool {
        let elements = ConstantReader(type.elementType)
        return array.elements.allSatisfy { elements.isConstant($0.expression) }
    }

    private func isConstant(_ dictionary: DictionaryExprSyntax) -> Bool {
        guard case .elements(let elements) = dictionary.content else { return true }
        let keys = ConstantReader(type.keyType)
        let values = ConstantReader(type.elementType)
        return elements.allSatisfy { keys.isConstant($0.key) && values.isConstant($0.value) }
    }

    // MARK: Members

    /// The static members of plain types that never change.
    private static let constants: Set<String> = [
        "zero", "one", "none", "min", "max", "minimum", "maximum", "pi", "infinity", "nan", "notANumber",
        "quietNaN", "signalingNaN", "greatestFiniteMagnitude", "leastFiniteMagnitude",
        "leastNormalMagnitude", "leastNonzeroMagnitude", "ulpOfOne", "bitWidth", "distantPast",
        "distantFuture", "timeIntervalBetween1970AndReferenceDate",
    ]

    /// Whether a member access is a constant: `.draft`, `Color.Name.red`, `Date.distantPast`, but not `Date.now`.
    private func isConstant(_ access: MemberAccessExprSyntax) -> Bool {
        let name = access.declName.baseName.text
        guard let base = access.base else { return Self.isConstant(name, of: type) }
        if let owner = Self.typeName(base).map(PropertyType.init(text:)) {
            return Self.isConstant(name, of: type) && Self.isConstant(name, of: owner)
        }
        return name == "rawValue" && Self.isCase(base)
    }

    private static func isConstant(_ name: String, of type: PropertyType) -> Bool {
        type.isPlain ? constants.contains(name) : name != "now"
    }

    /// Whether an expression can be a case of an enumeration: `Status.draft`.
    private static func isCase(_ expression: ExprSyntax) -> Bool {
        guard let access = expression.as(MemberAccessExprSyntax.self),
            let owner = access.base.flatMap(typeName).map(PropertyType.init(text:))
        else { return false }
        return isConstant(access.declName.baseName.text, of: owner)
    }

    /// The type before a member: `Status`, `Color.Name`; nil for an expression that names no type.
    private static func typeName(_ expression: ExprSyntax) -> String? {
        if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text {
            return startsType(name) ? name : nil
        }
        guard let access = expression.as(MemberAccessExprSyntax.self),
            let outer = access.base.flatMap(typeName)
        else { return nil }
        let name = access.declName.baseName.text
        return startsType(name) ? "\(outer).\(name)" : nil
    }

    private static func startsType(_ name: String) -> Bool { name.first?.isUppercase == true }

    // MARK: Calls

    /// Whether a call is one of an initializer that returns the same value every time.
    private static func isConstant(_ call: FunctionCallExprSyntax) -> Bool {
        guard let type = typeName(call.calledExpression).map(PropertyType.init(text:)),
            let plain = type.plain, call.trailingClosure == nil
        else { return false }
        // What arguments are of is not known; most are of plain types.
        let arguments = ConstantReader(type)
        guard call.arguments.allSatisfy({ arguments.isConstant($0.expression) }) else { return false }
        let label = call.arguments.first?.label?.text
        return switch plain.name {
        case "UUID": label == "uuidString"
        case "Date": label == "timeIntervalSince1970" || label == "timeIntervalSinceReferenceDate"
        default: true
        }
    }
}

extension PropertyType {
    /// Whether the type is one of those whose static members are most often computed.
    fileprivate var isPlain: Bool { plain != nil || name == PlainType.seconds.name }
}
