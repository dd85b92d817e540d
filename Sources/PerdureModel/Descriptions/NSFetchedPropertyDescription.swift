// SPDX-License-Identifier: Apache-2.0
// Properties whose value is the result of a request.

import Foundation

/// A property whose value is the result array of a fetch request, fetched at first access.
///
/// The request's predicate may use `$FETCH_SOURCE`, the object, and `$FETCHED_PROPERTY`, this description.
open class NSFetchedPropertyDescription: NSPropertyDescription, @unchecked Sendable {
    // Sendable for NSPropertyDescription's reason. The user info stays editable, so a lock guards it.

    private var request: NSFetchRequest<any NSFetchRequestResult>? { willSet { seal.requireOpen() } }
    private let lock = NSLock()
    private var information: [AnyHashable: Any]?

    /// The request; its entity is the destination.
    ///
    /// The request does not retain an entity of a model any more: the model does.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        get { request }
        set {
            request = newValue
            lendEntity()
        }
    }

    /// Free data of the application; it may be changed while the model is in use.
    open override var userInfo: [AnyHashable: Any]? {
        get { lock.withLock { information } }
        set { lock.withLock { information = newValue } }
    }

    /// Leaves the request's entity to the model that holds it: an entity that a property of its own holds would never be freed.
    func lendEntity() {
        if request?.entity?.model != nil { request?.settings.lendEntity() }
    }

    package override func close() {
        super.close()
        lendEntity()
        request?.settings.seal.close()
    }

    override func makeEmpty() -> NSPropertyDescription { NSFetchedPropertyDescription() }

    override func copyFacts(of other: NSPropertyDescription) {
        super.copyFacts(of: other)
        guard let other = other as? NSFetchedPropertyDescription else { return }
        // The copy of a request is a request.
        request = other.request.map { $0.copy() as! NSFetchRequest<any NSFetchRequestResult> }
        information = other.userInfo
    }
}
