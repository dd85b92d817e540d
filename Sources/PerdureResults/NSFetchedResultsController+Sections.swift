// SPDX-License-Identifier: Apache-2.0
// The sections of a fetched results controller, their index titles, and snapshots of the list.

import Foundation
import Perdure
import PerdureModel

extension NSFetchedResultsController {
    /// The sections in their order; nil before `performFetch()`.
    ///
    /// A list without a section key path has one section, with an empty name.
    public final var sections: [any NSFetchedResultsSectionInfo]? { tracker.sections }

    /// The titles of the sections for an index; consecutive equal titles are merged into one.
    public final var sectionIndexTitles: [String] { titles.map(\.title) }

    /// The section for an index title: the first section with that title.
    ///
    /// The process stops for a title that no section has; `trySection(forSectionIndexTitle:at:)` throws instead.
    ///
    /// - Parameters:
    ///   - title: a title of `sectionIndexTitles`.
    ///   - sectionIndex: the index of the title in `sectionIndexTitles`.
    /// - Returns: the section's number.
    public final func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
        do { return try trySection(forSectionIndexTitle: title, at: sectionIndex) } catch {
            ResultErrors.stop(error)
        }
    }

    /// The section for an index title; throws where `section(forSectionIndexTitle:at:)` stops the process.
    ///
    /// - Parameters:
    ///   - title: a title of `sectionIndexTitles`.
    ///   - sectionIndex: the index of the title in `sectionIndexTitles`.
    /// - Returns: the section's number.
    /// - Throws: `CoreDataException` for a title that no section has.
    public final func trySection(forSectionIndexTitle title: String, at sectionIndex: Int) throws -> Int {
        let titles = titles
        if titles.indices.contains(sectionIndex), titles[sectionIndex].title == title {
            return titles[sectionIndex].section
        }
        guard let found = titles.first(where: { $0.title == title }) else {
            throw ResultErrors.noSection(title, at: sectionIndex, titles.map(\.title))
        }
        return found.section
    }

    private var titles: [(title: String, section: Int)] {
        var titles: [(title: String, section: Int)] = []
        for (number, section) in (tracker.sections ?? []).enumerated() {
            guard let title = section.indexTitle, title != titles.last?.title else { continue }
            titles.append((title, number))
        }
        return titles
    }

    /// The list as a value; empty before `performFetch()`.
    public final var snapshot: FetchedResultsSnapshot { tracker.snapshot() }

    /// The states of the list as values, beginning with the current state.
    ///
    /// The method fetches the list if it was not fetched yet. A slow reader gets the newest state with all changes since its
    /// last one. The sequence ends when the controller is released. Call this method on the context's queue, once for each
    /// reader.
    ///
    /// - Returns: the sequence.
    /// - Throws: the errors of `performFetch()`.
    public final func snapshots() throws -> FetchedResultsSequence {
        if tracker.fetched == nil || tracker.hasMissedEvents { try performFetch() }
        return tracker.readers.add(tracker.snapshot())
    }
}

extension NSFetchedResultsController: TrackingController {
    func indexTitle(of section: String) -> String? {
        if let delegate { return delegate.controller(untyped, sectionIndexTitleForSectionName: section) }
        return sectionIndexTitle(forSectionName: section)
    }

    func isResult(_ object: NSManagedObject) -> Bool {
        ResultType.self == (any NSFetchRequestResult).self || object is ResultType
    }

    var untyped: NSFetchedResultsController<any NSFetchRequestResult> {
        // The same instance, cast to the type in the delegate's methods. The layout does not depend on the result type. An
        // existential of a class-bound protocol without requirements is one word, like an object reference.
        unsafeBitCast(self, to: NSFetchedResultsController<any NSFetchRequestResult>.self)
    }
}
