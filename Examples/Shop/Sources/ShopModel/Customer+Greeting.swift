// SPDX-License-Identifier: Apache-2.0
// The entity Customer generates "Class Definition": nothing is written by hand but what is added to it.

import CoreData

extension Customer {
    /// How a letter begins; key-value coding reads it too.
    public var greeting: String { "Dear \(name ?? "customer")," }
}
