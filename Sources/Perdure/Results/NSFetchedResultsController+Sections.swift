// SPDX-License-Identifier: Apache-2.0
// The sections of a fetched results controller, their index, and snapshots of all.

import Foundation
import PerdurePredicates

extension NSFetchedResultsController {
    /// The sections in their order; nil before `performFetch()`.
    ///
    /// A list without a section key path has one section, with an empty name.
    public final var sections: [any NSFetchedResultsSectionInfo]? { tracker.sections }

    /// The titles of the sections for an index: equal ones that follow each other are one.
    public final var sectionIndexTitles: [String] { titles.map(\.title) }

    /// The section that an index title leads to: the first of those with the title.
    ///
    /// Stops the process for a title that no section has; `trySection(forSectionIndexTitle:at:)` throws.
    ///
    /// - Parameters:
    ///   - title: a title of `sectionIndexTitles`.
    ///   - sectionIndex: its place there.
    /// - Returns: the section's number.
    public final func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
        do { return try trySection(forSectionIndexTitle: title, at: sectionIndex) } catch {
            ResultErrors.stop(error)
        }
    }

    /// The section that an index title leads to; throws where `section(forSectionIndexTitle:at:)` stops the process.
    ///
    /// - Parameters:
    ///   - title: a title of `sectionIndexTitles`.
    ///   - sectionIndex: its place there.
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

    /// The list's states as values, from the present one on.
    ///
    /// Fetches if that has not happened. A reader who is slow gets the newest state, and what is different from the one
    /// it had. The sequence ends when the controller goes. To be asked for on the context's queue, once for each reader.
    ///
    /// - Returns: the sequence.
    /// - Throws: what `performFetch()` throws.
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
        // The same instance under the type that delegates know. Its layout does not depend on the result type, and an
        // existential of a class-bound protocol without requirements is one word, as an object is.
        unsafeBitCast(self, to: NSFetchedResultsController<any NSFetchRequestResult>.self)
    }
}
