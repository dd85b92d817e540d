// SPDX-License-Identifier: Apache-2.0
// Replaces the constants of a fetch, in all its predicates and expressions: the objects that they name belong to one context, and
// other threads and contexts need IDs or objects of their own.

import Foundation
import PerdureModel
import PerdurePredicates

extension ObjectFetch {
    /// The fetch with other constants, and without parts that the program may change meanwhile.
    ///
    /// - Parameter change: gives what a constant becomes.
    /// - Returns: the changed fetch.
    func mapConstants(_ change: (ConstantValue) -> ConstantValue) -> ObjectFetch {
        func changed(_ predicate: NSPredicate) -> NSPredicate {
            NSPredicate.predicate(of: predicate.node.mapConstants(change))
        }
        func changed(_ column: Any) -> Any {
            let copy = AnyFetchRequest.independent(column)
            if let copy = copy as? NSExpressionDescription, let node = copy.expression?.node {
                copy.expression = NSExpression(node: node.mapConstants(change))
            }
            return copy
        }
        var fetch = self
        fetch.predicate = predicate.map(changed)
        fetch.request.havingPredicate = request.havingPredicate.map(changed)
        fetch.request.propertiesToFetch = request.propertiesToFetch?.map(changed)
        fetch.request.propertiesToGroupBy = request.propertiesToGroupBy?.map(changed)
        return fetch
    }
}
