// SPDX-License-Identifier: Apache-2.0
// The tree of a Swift Expression, such as #Expression makes; predicates are in NSPredicate+Macro.swift, the walk in
// TranslatableExpression.swift.

import Foundation

extension ExpressionNode {
    /// The tree of a Swift expression.
    ///
    /// - Parameters:
    ///   - expression: The expression, of one object.
    ///   - naming: The names and forms of the classes; nil for managed objects.
    /// - Throws: `PredicateRefusal` that names the part without a form; CoreDataException for a part that cannot be evaluated.
    package init<Input, Output>(_ expression: Expression<Input, Output>, naming: (any ModelNaming)?) throws {
        let scope = PredicateScope(naming: naming).binding(
            expression.variable, to: Term(.value(.evaluatedObject)))
        self = try expression.expression.translated(in: scope).asExpression()
    }
}
