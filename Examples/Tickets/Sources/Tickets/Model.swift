// SPDX-License-Identifier: Apache-2.0
// The model: one class.

import CoreData
import PerdureMacros

/// Work for somebody.
@ManagedObject final class Ticket: NSManagedObject {
    @Attribute(.unique) var number: Int = 0
    var title: String = ""
    var created: Date = Date.distantPast
    /// Who took it; nil while it is open.
    var worker: String?
}
