// SPDX-License-Identifier: Apache-2.0
// The common part of this module's predicate classes: a tree, its text, its evaluation. The classes are NSComparisonPredicate,
// CompoundTreePredicate and TruthPredicate.

import Foundation
import PerdureBase

/// A predicate object around a tree.
protocol TreePredicate: NSPredicate {
    var tree: PredicateNode { get }
    var prepared: PreparedTree { get }
}

extension TreePredicate {
    var treeFormat: String { PredicatePrinter.format(tree) }

    func evaluateTree(_ object: Any?, _ bindings: [String: Any]?) -> Bool {
        stopping {
            try PredicateEvaluator().evaluate(
                prepared.node(of: tree), with: object, variables: bindings ?? [:])
        }
    }
}

/// A tree made ready for evaluation at its first use; fetches from SQL stores never need it.
final class PreparedTree: Sendable {
    private let storage = Lock<PredicateNode?>(nil)

    func node(of tree: PredicateNode) -> PredicateNode {
        storage.withLock { known in
            if let known { return known }
            let prepared = PredicateEvaluator.prepared(tree)
            known = prepared
            return prepared
        }
    }
}

/// TRUEPREDICATE or FALSEPREDICATE as it comes from a format string.
final class TruthPredicate: NSPredicate, TreePredicate {
    let tree: PredicateNode
    let prepared = PreparedTree()

    init(_ value: Bool) {
        tree = .truth(value)
        super.init(value: value)
    }

    override var predicateFormat: String { treeFormat }
    override var description: String { treeFormat }
    override func isEqual(_ object: Any?) -> Bool { (object as? NSPredicate)?.node == tree }
    override var hash: Int { tree.hashValue }
    override func copy(with zone: NSZone? = nil) -> Any { self }
}
