// SPDX-License-Identifier: Apache-2.0
import Foundation

extension NSPredicate {
    /// The predicate as a value; one that cannot be taken apart becomes `.opaque`.
    package var node: PredicateNode { .opaque(OpaquePredicate(self)) }
    /// The predicate object of a value.
    package static func predicate(of node: PredicateNode) -> NSPredicate { NSPredicate(value: true) }
}
