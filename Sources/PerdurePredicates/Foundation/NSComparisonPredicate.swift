// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A predicate that compares two expressions.
open class NSComparisonPredicate: NSPredicate {
    package let comparisonNode: ComparisonNode
    package init(node: ComparisonNode) { self.comparisonNode = node; super.init(value: true) }
}
