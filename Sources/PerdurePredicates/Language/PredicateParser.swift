// SPDX-License-Identifier: Apache-2.0
import Foundation
package struct PredicateParser {
    package static func parse(_ format: String, arguments: [ConstantValue] = []) throws -> PredicateNode {
        throw CoreDataException.invalidArgument("Unable to parse the format string \"\(format)\"")
    }
    package static func parseExpression(_ format: String, arguments: [ConstantValue] = []) throws -> ExpressionNode {
        throw CoreDataException.invalidArgument("Unable to parse the format string \"\(format)\"")
    }
}
