// SPDX-License-Identifier: Apache-2.0
// The value after `=`. A constant becomes the default value in the model. Any other expression, such as `UUID()` or
// `Date.now`, is evaluated again for each object. ConstantReader.swift tells them apart.

import PerdureAccessorText
import SwiftSyntax

/// The initial value of a property.
enum InitialValue {
    case none
    /// A value that is the same for all objects.
    case constant(ExprSyntax)
    /// An expression that is evaluated for each new object.
    case perObject(ExprSyntax)

    /// Reads the value of a property of a type.
    init(_ expression: ExprSyntax?, of type: PropertyType) {
        guard let expression = expression?.trimmed, !expression.is(NilLiteralExprSyntax.self) else {
            self = .none
            return
        }
        self = ConstantReader(type).isConstant(expression) ? .constant(expression) : .perObject(expression)
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

    /// An expression as the right side of `??`, and before `as`.
    static func operand(_ expression: ExprSyntax) -> String {
        switch expression.as(ExprSyntaxEnum.self) {
        case .sequenceExpr, .ternaryExpr, .tryExpr, .unsafeExpr: "(\(value(expression)))"
        default: value(expression)
        }
    }

    /// An expression as a part of another one.
    ///
    /// `if` and `switch` may stand alone on the right side of `=`, but in no other expression. A closure may hold them.
    static func value(_ expression: ExprSyntax) -> String {
        let text = expression.trimmedDescription
        return expression.is(IfExprSyntax.self) || expression.is(SwitchExprSyntax.self)
            ? "{ \(text) }()" : text
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
