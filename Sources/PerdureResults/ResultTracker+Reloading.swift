// SPDX-License-Identifier: Apache-2.0
// Fetches a list again, after events that the list missed and after a reset. FetchedResultsDifference.swift finds the changes
// by comparing IDs.

import Foundation
import Perdure
import PerdureModel

extension ResultTracker {
    /// Fetches the list again and reports the changes.
    ///
    /// - Parameters:
    ///   - fetched: the current list.
    ///   - touched: the objects that changed; nil for all objects.
    /// - Throws: the errors of the fetch; the list then stays unchanged.
    func reload(_ fetched: Fetched, touched: [TouchedObject]?) throws {
        guard let context else { return }
        var objects = try context.fetch(NSFetchRequest<NSManagedObject>(fetched.query.request))
        let sections = try Self.sections(
            of: &objects, fetched.filter.entity, fetched.order, fetched.sectionKey)
        hasMissedEvents = false
        replace(fetched, ObjectList(objects), sections, touched?.map(\.object))
    }

    func empty(_ fetched: Fetched) {
        let hasSections = fetched.sectionKey != nil
        replace(
            fetched, ObjectList([]),
            fetched.sections.changed(to: hasSections ? [] : [""], hasSections ? [] : [0]), [])
    }

    private func replace(
        _ fetched: Fetched, _ list: ObjectList, _ sections: ResultSections, _ touched: [NSManagedObject]?
    ) {
        reporting { exchange(fetched, list, sections, touched) }
    }

    private func exchange(
        _ fetched: Fetched, _ list: ObjectList, _ sections: ResultSections, _ touched: [NSManagedObject]?
    ) {
        let before = snapshot()
        tellBefore()
        // A receiver that fetched has chosen another list.
        guard self.fetched?.list === fetched.list else { return tellAfter(ResultChange()) }
        self.fetched = Fetched(
            list: list, sections: sections, filter: fetched.filter, order: fetched.order,
            sectionKey: fetched.sectionKey, sortProperties: fetched.sortProperties, query: fetched.query)
        listChanged()
        let after = snapshot(reloading: touched ?? list.array)
        tellAfter(ResultChange(after.difference(from: before), from: fetched, to: list, sections))
    }
}

extension ResultChange {
    /// Maps a difference of IDs to the objects.
    fileprivate init(
        _ difference: FetchedResultsDifference, from old: ResultTracker.Fetched, to list: ObjectList,
        _ sections: ResultSections
    ) {
        deletedSections = difference.deletedSections.map { ($0, old.sections.names[$0]) }
        insertedSections = difference.insertedSections
        for item in difference.items {
            let place = item.newIndexPath.flatMap(sections.index)
            let former = item.indexPath.flatMap(old.sections.index)
            guard let object = place.map({ list[$0] }) ?? former.map({ old.list[$0] }) else { continue }
            let entry = Entry(object: object, from: item.indexPath, to: item.newIndexPath)
            switch item.type {
            case .insert: insertions.append(entry)
            case .delete: deletions.append(entry)
            case .move: moves.append(entry)
            case .update: updates.append(entry)
            }
        }
    }
}
