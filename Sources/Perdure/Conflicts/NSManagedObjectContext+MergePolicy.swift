// SPDX-License-Identifier: Apache-2.0
// The merge policy of a context: the one of a new context, and the check of the program's value (NSMergePolicy.swift).

import PerdureBase
import PerdureFoundationGaps

extension NSManagedObjectContext {
    /// The policy of a context that was given none.
    static var standardPolicy: NSMergePolicy { .error }

    /// The policy in a program's value; reports any other value and returns nil for it.
    static func policy(_ value: Any) -> NSMergePolicy? {
        guard let given = AnyValue.unwrapped(value) else { return .error }
        if let policy = given as? NSMergePolicy { return policy }
        ExceptionTrap.raise(ContextErrors.noPolicy(given))
        return nil
    }
}
