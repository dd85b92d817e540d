// SPDX-License-Identifier: Apache-2.0
// A fetched list that the Observation framework can watch: the basis for SwiftUI's property wrapper FetchRequest.

import Foundation
import Observation
import Perdure
import PerdureModel

/// An Observable list of the objects that a request finds, updated after each event of their context.
///
/// ```swift
/// let list = try FetchedList(request, in: context)
/// withObservationTracking { show(list.objects) } onChange: { scheduleRedraw() }
/// ```
///
/// The list changes when an object is inserted, removed, moved or changed. Changes of transient properties count. A predicate
/// on transient properties is refused, as in any fetch. Use the list on its context's queue.
///
/// ## Compatibility
/// An addition. It is a fetched results controller without sections.
public final class FetchedList<Object: NSManagedObject>: Observable {
    private let controller: NSFetchedResultsController<Object>
    private let registrar = ObservationRegistrar()

    /// Fetches the list.
    ///
    /// - Parameters:
    ///   - request: the request for the list; it must have sort descriptors.
    ///   - context: the context to fetch in.
    /// - Throws: the errors of `NSFetchedResultsController.performFetch()`.
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
    /// - Throws: the errors of `NSFetchedResultsController.performFetch()`; the list then stays unchanged.
    public func fetch() throws { try controller.performFetch() }
}
