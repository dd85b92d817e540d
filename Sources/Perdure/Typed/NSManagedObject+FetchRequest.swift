// SPDX-License-Identifier: Apache-2.0
// Typed requests for every class of managed objects.

extension _KeyPathRoot where Self: NSManagedObject {
    /// A request for all objects of the class's entity, with results of the class.
    ///
    /// Stops the process when the class declares no entity, and no model in use has one for it, or several have.
    ///
    /// ## Compatibility
    /// Apple's classes get such a method from generated code.
    public static func fetchRequest() -> NSFetchRequest<Self> {
        NSFetchRequest(entityName: _entityName ?? entity().name ?? "")
    }
}
