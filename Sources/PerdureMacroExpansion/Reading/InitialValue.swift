// SPDX-License-Identifier: Apache-2.0
// The value after `=`. A constant becomes the default value in the model. Any other expression, such as `UUID()` or
// `Date.now`, is evaluated again for each object.

import PerdureAccessorText
import SwiftSyntax

/// The initial value of a property.
enum InitialValue {
    case none
    /// A value that is the same for all objects.
    case constant(ExprSyntax)
    /// An expression that is evaluated for each new object.
    case perObject(ExprSyntax)

    init(_ expression: ExprSyntax?) {
        guard let expression = expression?.trimmed, !expression.is(NilLiteralExprSyntax.self) else {
            self = .none
            return
        }
        self = Self.isConstant(expression) ? .constant(expression) : .perObject(expression)
    }

    /// The expression; nil for none.
    var expression: ExprSyntax? {
        switch self {
        case .none: nil
        case .constant(let expression), .perObject(let expression): expression
        }
    }

    /// The text to write after `??`.
    var operand: String? { expression.map(Self.operand) }

    /// An expression as the right side of `??`.
    static func operand(_ expression: ExprSyntax) -> String {
        expression.is(SequenceExprSyntax.self) || expression.is(TernaryExprSyntax.self)
            ? "(\(expression.trimmedDescription))" : expression.trimmedDescription
    }

    private static func isConstant(_ expression: ExprSyntax) -> Bool {
        switch expression.as(ExprSyntaxEnum.self) {
        case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .binaryOperatorExpr: true
        case .stringLiteralExpr(let text): text.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
        case .prefixOperatorExpr(let prefixed): isConstant(prefixed.expression)
        case .forceUnwrapExpr(let unwrapped): isConstant(unwrapped.expression)
        case .memberAccessExpr(let access): isConstant(access)
        case .arrayExpr(let array): array.elements.allSatisfy { isConstant($0.expression) }
        case .dictionaryExpr(let dictionary): isConstant(dictionary)
        case .tupleExpr(let tuple): tuple.elements.allSatisfy { isConstant($0.expression) }
        case .sequenceExpr(let sequence): sequence.elements.allSatisfy(isConstant)
        case .functionCallExpr(let call): isConstant(call)
        default: false
        }
    }

    /// Whether a member access is a constant: `.draft`, `Status.draft`, `Color.Name.red`, but not `Date.now`.
    private static func isConstant(_ access: MemberAccessExprSyntax) -> Bool {
        guard access.declName.baseName.text != "now" else { return false }
        guard let base = access.base else { return true }
        if let name = base.as(DeclReferenceExprSyntax.self) {
            return name.baseName.text.first?.isUppercase == true
        }
        return base.as(MemberAccessExprSyntax.self).map(isConstant) ?? false
    }

    private static func isConstant(_ dictionary: DictionaryExprSyntax) -> Bool {
        guard case .elements(let elements) = dictionary.content else { return true }
        return elements.allSatisfy { isConstant($0.key) && isConstant($0.value) }
    }

    /// Whether a call is one of an initializer that returns the same value every time.
    private static func isConstant(_ call: FunctionCallExprSyntax) -> Bool {
        guard let name = typeName(call.calledExpression), call.trailingClosure == nil,
            call.arguments.allSatisfy({ isConstant($0.expression) })
        else { return false }
        switch name {
        case "UUID": return call.arguments.first?.label?.text == "uuidString"
        case "Date":
            let label = call.arguments.first?.label?.text
            return label == "timeIntervalSince1970" || label == "timeIntervalSinceReferenceDate"
        default: return PlainType.named(name) != nil
        }
    }

    /// The name of a type without its module: `Date` for `Date` and for `Foundation.Date`.
    private static func typeName(_ callee: ExprSyntax) -> String? {
        if let name = callee.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
        guard let access = callee.as(MemberAccessExprSyntax.self),
            let module = access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text,
            ["Swift", "Foundation"].contains(module)
        else { return nil }
        return access.declName.baseName.text
    }

    /// The type that an initial value implies in a property without a type annotation.
    static func type(of expression: ExprSyntax) -> PropertyType? {
        switch expression.as(ExprSyntaxEnum.self) {
        case .integerLiteralExpr: PropertyType(text: "Int")
        case .floatLiteralExpr: PropertyType(text: "Double")
        case .booleanLiteralExpr: PropertyType(text: "Bool")
        case .stringLiteralExpr: PropertyType(text: "String")
        case .prefixOperatorExpr(let prefixed): type(of: prefixed.expression)
        case .functionCallExpr(let call): type(made: call.calledExpression)
        case .memberAccessExpr(let access):
            access.declName.baseName.text == "now" ? type(made: access.base) : nil
        default: nil
        }
    }

    private static func type(made callee: ExprSyntax?) -> PropertyType? {
        guard let name = callee?.as(DeclReferenceExprSyntax.self)?.baseName.text, name != "URL",
            PlainType.named(name) != nil
        else { return nil }
        return PropertyType(text: name)
    }
}
