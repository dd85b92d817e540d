// SPDX-License-Identifier: Apache-2.0
// The output that a kind of attribute adds when a model is shown. PropertyText.swift has the text of all attributes for
// people, ModelJSON.swift the fields of all attributes for programs.

import PerdureModelFormat

/// A kind of attribute when a model is shown.
protocol AttributeKindText: Sendable {
    /// The notes after the type, for people; empty for an attribute of another kind.
    static func notes(_ attribute: AttributeDocument) -> [String]

    /// The fields of the JSON, for programs; always the same keys.
    static func fields(_ attribute: AttributeDocument) -> [(key: String, value: JSONValue)]
}
