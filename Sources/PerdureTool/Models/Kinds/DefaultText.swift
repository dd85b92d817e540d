// SPDX-License-Identifier: Apache-2.0
// Default values when a model is shown.

import PerdureModelFormat
import PerdurePredicates

enum DefaultText: AttributeKindText {
    static func notes(_ attribute: AttributeDocument) -> [String] {
        guard let value = attribute.defaultValue, value != .null else { return [] }
        return ["default \(PredicatePrinter.format(.constant(value)))"]
    }

    static func fields(_ attribute: AttributeDocument) -> [(key: String, value: JSONValue)] {
        [("defaultValue", attribute.defaultValue.map(constant) ?? .null)]
    }

    private static func constant(_ value: ConstantValue) -> JSONValue {
        switch value {
        case .null: .null
        case .boolean(let flag): .boolean(flag)
        case .integer(let number): .integer(number)
        case .double(let number): .number(number)
        case .string(let text): .string(text)
        default: .string(PredicatePrinter.format(.constant(value)))
        }
    }
}
