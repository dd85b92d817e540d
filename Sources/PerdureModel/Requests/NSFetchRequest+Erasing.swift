// SPDX-License-Identifier: Apache-2.0
// A request without the type of its results. Swift cannot cast generic classes to each other. Programs on Apple's systems cast
// to NSFetchRequest<NSFetchRequestResult>; here the erased request shares the settings instead.

import Foundation

/// The settings of a fetch request and of its erased forms.
package final class FetchSettings {
    var values: AnyFetchRequest { willSet { seal.requireOpen() } }
    /// The seal is closed when a model that has the request as a template is put to use (MOD-13).
    var seal = ModelSeal()

    init(_ values: AnyFetchRequest = AnyFetchRequest()) { self.values = values }

    /// Leaves the entity to its model; a request that is in use stays as it is.
    func lendEntity() {
        if !seal.isClosed { values.lendEntity() }
    }
}

extension NSFetchRequest {
    /// The same request with results of any type: a setting of one request is also the setting of the other.
    ///
    /// ```swift
    /// let request: NSFetchRequest<Item> = Item.fetchRequest()
    /// let titles = request.erased()
    /// titles.resultType = .dictionaryResultType
    /// ```
    ///
    /// The cost is one small object.
    ///
    /// ## Compatibility
    /// An addition that replaces `request as! NSFetchRequest<NSFetchRequestResult>`, which compiles on Linux but cannot
    /// succeed. Methods that take such a request on Apple's systems take a request of any type here. Properties of that type,
    /// such as `NSFetchedPropertyDescription.fetchRequest`, take `request.erased()`.
    ///
    /// - Returns: a request for `NSFetchRequestResult`.
    public final func erased() -> NSFetchRequest<any NSFetchRequestResult> {
        NSFetchRequest<any NSFetchRequestResult>(sharing: settings)
    }
}
