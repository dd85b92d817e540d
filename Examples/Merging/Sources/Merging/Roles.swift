// SPDX-License-Identifier: Apache-2.0
// What the story asks of the objects, whoever keeps track of their changes.

import CoreData

/// An object with a color.
protocol Shape: NSManagedObject {
    var color: Color? { get set }
}

/// An object with attributes that only run time knows.
protocol Record: NSManagedObject {
    func entry(_ key: String) -> Any?
    func setEntry(_ value: Any?, _ key: String)
}

/// An object that counts and has labels.
protocol Tally: NSManagedObject {
    var total: Int64 { get }
    var labels: Set<String> { get }
    func add(_ amount: Int64)
    func insertLabel(_ label: String)
    func removeLabel(_ label: String)
}
