// SPDX-License-Identifier: Apache-2.0
// A fetched list that the Observation framework can watch: what SwiftUI's property wrapper FetchRequest is made of.

import Foundation
import Observation

/// The objects that a request finds, up to date after each event of their context, and Observable.
///
/// ```swift
/// let list = try FetchedList(request, in: context)
/// withObservationTracking { show(list.objects) } onChange: { scheduleRedraw() }
/// ```
///
/// It changes when an object comes, goes, moves or changes, transient properties included; a predicate on transient
/// properties is refused, as in any fetch. Use it on its context's queue.
///
/// ## Compatibility
/// An addition; it is a fetched results controller without sections.
public final class FetchedList<Object: NSManagedObject>: Observable {
    private let controller: NSFetchedResultsController<Object>
    private let registrar = ObservationRegistrar()

    /// Fetches the list.
    ///
    /// - Parameters:
    ///   - request: what to list; it has sort descriptors.
    ///   - context: where to fetch.
    /// - Throws: what `NSFetchedResultsController.performFetch()` throws.
    public init(_ request: NSFetchRequest<Object>, in context: NSManagedObjectContext) throws {
        controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        try controller.performFetch()
        controller.tracker.contentWillChange = { [weak self] in
            guard let self else { return }
            registrar.willSet(self, keyPath: \.objects)
        }
        controller.tracker.contentDidChange = { [weak self] in
            guard let self else { return }
            registrar.didSet(self, keyPath: \.objects)
        }
    }

    /// The objects in the request's order.
    public var objects: [Object] {
        registrar.access(self, keyPath: \.objects)
        return controller.fetchedObjects ?? []
    }

    /// The request; change it, then call `fetch()`.
    public var request: NSFetchRequest<Object> { controller.fetchRequest }

    /// Fetches again.
    ///
    /// - Throws: what `NSFetchedResultsController.performFetch()` throws; the list is as it was then.
    public func fetch() throws { try controller.performFetch() }
}
