// SPDX-License-Identifier: Apache-2.0
// A context's description for people who debug.

import Foundation

extension NSManagedObjectContext: CustomReflectable {
    /// The name and the numbers of objects, in place of the fields, which lead to all objects.
    public var customMirror: Mirror {
        let counts = [
            "registered \(identities.allObjects.count)", "inserted \(journal.list(.inserted).count)",
            "updated \(journal.list(.updated).count)", "deleted \(journal.list(.deleted).count)",
        ]
        let title = name.map { ["\"\($0)\""] } ?? []
        return Mirror(summaryOf: self, (title + counts).joined(separator: ", "))
    }
}
