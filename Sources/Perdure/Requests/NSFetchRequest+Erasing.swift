// SPDX-License-Identifier: Apache-2.0
// A request without the type of its results. Swift's generic classes cannot be cast into each other, so what Apple's
// programs do by a cast to NSFetchRequest<NSFetchRequestResult> is done by sharing the settings.

import Foundation

/// The settings of a fetch request and of its erased forms.
final class FetchSettings {
    var values: AnyFetchRequest { willSet { seal.requireOpen() } }
    /// Closed when the model that has the request as a template is put to use (MOD-13).
    var seal = ModelSeal()

    init(_ values: AnyFetchRequest = AnyFetchRequest()) { self.values = values }
}

extension NSFetchRequest {
    /// The same request with results of any type: what is set on one of both is set on the other.
    ///
    /// ```swift
    /// let request: NSFetchRequest<Item> = Item.fetchRequest()
    /// let titles = request.erased()
    /// titles.resultType = .dictionaryResultType
    /// ```
    ///
    /// Costs one small object.
    ///
    /// ## Compatibility
    /// An addition, in the place of `request as! NSFetchRequest<NSFetchRequestResult>`, which compiles on Linux and cannot
    /// succeed. Apple's methods that take such a request take one of any type here; properties of that type, such as
    /// `NSFetchedPropertyDescription.fetchRequest`, take `request.erased()`.
    ///
    /// - Returns: a request for `NSFetchRequestResult`.
    public final func erased() -> NSFetchRequest<any NSFetchRequestResult> {
        NSFetchRequest<any NSFetchRequestResult>(sharing: settings)
    }
}
