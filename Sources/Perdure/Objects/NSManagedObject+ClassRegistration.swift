// SPDX-License-Identifier: Apache-2.0
// How a program makes a class known that its model cannot name.

import Foundation

extension NSManagedObject {
    /// Makes the class known to all models that are put to use from now on.
    ///
    /// Needed only for a class that the model does not name in full and that is in no module the program is known to
    /// consist of: `Movie.registerClass()`, before the first stack is made. Classes marked with `@ManagedObject` and
    /// classes named "Module.Class" in the model are found without it.
    ///
    /// ## Compatibility
    /// Apple's systems find classes by name. On Linux a bare name is found in the program's module, in the modules
    /// with resource bundles beside it (`Package_Target.resources`) and in the modules of registered classes.
    ///
    /// - Parameter name: the name that the model gives to the class, where it is not the class's own.
    public final class func registerClass(named name: String? = nil) {
        ObjectClassTable.shared.register(self, name: name)
    }
}
