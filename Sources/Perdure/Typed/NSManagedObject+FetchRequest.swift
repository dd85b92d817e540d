// SPDX-License-Identifier: Apache-2.0
// Requests of classes. Generated classes and macros declare typed ones of their own; these are for all others.

import Foundation

extension NSManagedObject {
    /// A request for the class's entity, without an entity for the class of all objects.
    class func untypedRequest() -> NSFetchRequest<any NSFetchRequestResult> {
        if self == NSManagedObject.self { return NSFetchRequest() }
        return (_entityName ?? entity().name).map { NSFetchRequest(entityName: $0) } ?? NSFetchRequest()
    }
}

extension _KeyPathRoot where Self: NSManagedObject {
    /// A request for all objects of the class's entity, with results of the class, where its type is written down.
    ///
    /// ```swift
    /// let request: NSFetchRequest<Person> = Person.fetchRequest()
    /// ```
    ///
    /// ## Compatibility
    /// An addition for classes that declare no such method; without a type the request is one for any results, as Apple's.
    @_disfavoredOverload
    public static func fetchRequest() -> NSFetchRequest<Self> {
        NSFetchRequest(sharing: untypedRequest().settings)
    }
}
