// SPDX-License-Identifier: Apache-2.0
import Foundation
package enum PredicatePrinter {
    package static func format(_ predicate: PredicateNode) -> String { "" }
    package static func format(_ expression: ExpressionNode) -> String { "" }
}
