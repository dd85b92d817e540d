// SPDX-License-Identifier: Apache-2.0
// The wording of errors in fetched lists.

import Foundation
import Perdure
import PerdureBase

/// The errors of fetched lists, by cause.
enum ResultErrors {
    /// Stops the process, in APIs that cannot throw.
    static func stop(_ error: any Error) -> Never {
        (error as? CoreDataException ?? .internalInconsistency("\(error)")).stop()
    }

    static func noSortDescriptors(_ entity: String?) -> CoreDataException {
        .invalidArgument(
            "An instance of NSFetchedResultsController requires a fetch request with sort descriptors; that for "
                + "\"\(entity ?? "an entity without a name")\" has none. Set sortDescriptors before performFetch()."
        )
    }

    static func wrongResultType(_ entity: String?) -> CoreDataException {
        .invalidArgument(
            "A fetched results controller lists managed objects, and the request for "
                + "\"\(entity ?? "an entity without a name")\" asks for another result type. Set resultType to "
                + ".managedObjectResultType, or fetch with the context.")
    }

    static func outOfOrder(_ object: NSManagedObject, _ name: String, at index: Int, _ path: String)
        -> CoreDataException
    {
        .internalInconsistency(
            "The fetched object at index \(index) (\(object.objectID)) has an out of order section name "
                + "\"\(name)\": objects of other sections lie between it and its section. Objects must be sorted by "
                + "section name: let the first sort descriptor have the key \"\(path)\", or one that orders alike."
        )
    }

    static func changedUnderCache(_ name: String) -> CoreDataException {
        .internalInconsistency(
            "The cache \"\(name)\" holds the sections of a request with another predicate or other sort descriptors. "
                + "Call deleteCache(withName:) before changing a request, or give each request a cache of its own."
        )
    }

    static func notFetched(_ call: String) -> CoreDataException {
        .internalInconsistency("\(call) was called before performFetch(): there are no objects yet.")
    }

    static func noObject(at path: IndexPath, _ sections: ResultSections) -> CoreDataException {
        let bounds = sections.counts.prefix(20).enumerated().map { "section \($0): \($1)" }
        let rest = sections.count > 20 ? ", …" : ""
        return CoreDataException(
            name: .rangeException,
            reason:
                "No object at index path \(Array(path)): there are \(sections.count) sections with so many "
                + "objects: \(bounds.joined(separator: ", "))\(rest). An index path is [section, item].")
    }

    static func noSection(_ title: String, at index: Int, _ titles: [String]) -> CoreDataException {
        CoreDataException(
            name: .rangeException,
            reason: "No section has the index title \"\(title)\", asked for at \(index) of \(titles). "
                + "Ask with a title of sectionIndexTitles and its place there.")
    }
}
