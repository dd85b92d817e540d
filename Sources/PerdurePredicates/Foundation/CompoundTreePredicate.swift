// SPDX-License-Identifier: Apache-2.0
// NSCompoundPredicate as format strings make it: Foundation's class with this module's text, equality and evaluation.
// NSPredicate+Node.swift comes next.

import Foundation

/// AND, OR or NOT with its parts as predicate objects.
final class CompoundTreePredicate: NSCompoundPredicate, TreePredicate {
    let tree: PredicateNode
    let prepared = PreparedTree()

    init(_ type: LogicalType, _ parts: [PredicateNode], tree: PredicateNode) {
        self.tree = tree
        super.init(type: type, subpredicates: parts.map { NSPredicate.predicate(of: $0) })
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override var predicateFormat: String { treeFormat }
    override var description: String { treeFormat }
    override func evaluate(with object: Any?) -> Bool { evaluateTree(object, nil) }
    override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        evaluateTree(object, bindings)
    }
    override func isEqual(_ object: Any?) -> Bool { (object as? NSPredicate)?.node == tree }
    override var hash: Int { tree.hashValue }
    override func copy(with zone: NSZone? = nil) -> Any { self }
}
