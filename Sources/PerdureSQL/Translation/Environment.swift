// SPDX-License-Identifier: Apache-2.0
// What SELF and the variables of a SUBQUERY name while an expression is translated (ExpressionTranslator.swift).

/// The meaning of names inside of an expression.
struct Environment {
    /// The object that SELF names.
    var evaluated: PathNode
    var variables: [String: PathNode] = [:]
    /// Whether sum:, count: and their kin may run over the rows of the fetch itself.
    var aggregatesRows = false
}
