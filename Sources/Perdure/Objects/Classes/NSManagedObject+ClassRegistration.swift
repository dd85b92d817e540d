// SPDX-License-Identifier: Apache-2.0
// How a program registers a class that its model cannot name.

import Foundation

extension _ManagedObjectAdditions where Self: NSManagedObject {
    /// Makes the class known to all models that are put to use from now on.
    ///
    /// Needed for a class that the model calls by another name, and to choose one of several classes with the same name:
    /// `Movie.registerClass(named: "Film")`, before the first stack is made. Perdure finds all other classes by their
    /// names, with or without the module.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameter name: the model's name for the class, if it is not the class's own.
    public static func registerClass(named name: String? = nil) {
        ObjectClassTable.shared.register(self, name: name)
    }
}
