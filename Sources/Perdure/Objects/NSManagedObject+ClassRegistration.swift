// SPDX-License-Identifier: Apache-2.0
// How a program makes a class known that its model cannot name.

import Foundation

extension _ManagedObjectAdditions where Self: NSManagedObject {
    /// Makes the class known to all models that are put to use from now on.
    ///
    /// Needed only for a class that the model gives another name, and for one of several classes that have the name:
    /// `Movie.registerClass(named: "Film")`, before the first stack is made. All others are found by their names, with or
    /// without the module.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameter name: the name that the model gives to the class, where it is not the class's own.
    public static func registerClass(named name: String? = nil) {
        ObjectClassTable.shared.register(self, name: name)
    }
}
