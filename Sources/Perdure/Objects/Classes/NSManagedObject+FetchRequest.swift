// SPDX-License-Identifier: Apache-2.0
// Fetch requests of classes. Generated classes and macros declare typed requests of their own. These requests are for all other
// classes.

import Foundation

extension NSManagedObject {
    /// A request for the class's entity; for NSManagedObject itself the request has no entity.
    class func untypedRequest() -> NSFetchRequest<any NSFetchRequestResult> {
        if self == NSManagedObject.self { return NSFetchRequest() }
        return (_entityName ?? entity().name).map { NSFetchRequest(entityName: $0) } ?? NSFetchRequest()
    }
}

extension _KeyPathRoot where Self: NSManagedObject {
    /// A request for all objects of the class's entity, with results of the class, when the caller writes the type.
    ///
    /// ```swift
    /// let request: NSFetchRequest<Person> = Person.fetchRequest()
    /// ```
    ///
    /// ## Compatibility
    /// An addition for classes that declare no such method. Without a written type, the call gives a request for any results,
    /// as on Apple's systems.
    @_disfavoredOverload
    public static func fetchRequest() -> NSFetchRequest<Self> {
        NSFetchRequest(sharing: untypedRequest().settings)
    }
}
