// SPDX-License-Identifier: Apache-2.0
// A fetched list as a value: the names of sections and the IDs of objects. FetchedResultsDifference.swift compares two
// snapshots.

import Foundation
import Perdure
import PerdureBase

/// The sections and objects of a fetched list at one moment, by names and IDs.
///
/// The snapshot is a value and may go to any queue. The methods have the names of `NSDiffableDataSourceSnapshot`, which the
/// type replaces on Linux. Items are looked up in a dictionary, which the first search builds.
public struct FetchedResultsSnapshot: Hashable, Sendable {
    /// The names of the sections in their order; one empty name for a list without sections.
    public let sectionIdentifiers: [String]
    let items: [[NSManagedObjectID]]
    /// The items whose objects changed since the previous snapshot, in the list's order.
    public let reloadedItemIdentifiers: [NSManagedObjectID]
    private let index = FetchedSnapshotIndex()

    /// A list without sections and items.
    public static let empty = FetchedResultsSnapshot([], [])

    init(_ sections: [String], _ items: [[NSManagedObjectID]], reloaded: [NSManagedObjectID] = []) {
        sectionIdentifiers = sections
        self.items = items
        reloadedItemIdentifiers = reloaded
    }

    /// The number of objects in the list.
    public var numberOfItems: Int { items.reduce(0) { $0 + $1.count } }

    /// The number of sections in the list.
    public var numberOfSections: Int { items.count }

    /// The IDs of all objects, in the list's order.
    public var itemIdentifiers: [NSManagedObjectID] { items.count == 1 ? items[0] : items.flatMap { $0 } }

    /// The IDs of a section's objects; none for an unknown section.
    public func itemIdentifiers(inSection section: String) -> [NSManagedObjectID] {
        indexOfSection(section).map { items[$0] } ?? []
    }

    /// The number of objects in a section; 0 for an unknown section.
    public func numberOfItems(inSection section: String) -> Int {
        indexOfSection(section).map { items[$0].count } ?? 0
    }

    /// The ID at an index path; nil for a path outside of the list.
    public func itemIdentifier(for indexPath: IndexPath) -> NSManagedObjectID? {
        guard indexPath.count == 2, items.indices.contains(indexPath[0]),
            items[indexPath[0]].indices.contains(indexPath[1])
        else { return nil }
        return items[indexPath[0]][indexPath[1]]
    }

    /// The index path of an object; nil for an object outside of the list.
    public func indexPath(for item: NSManagedObjectID) -> IndexPath? { index.path(of: item, in: items) }

    /// The index of an object among all objects of the list; nil for an object outside of the list.
    public func indexOfItem(_ item: NSManagedObjectID) -> Int? {
        guard let path = indexPath(for: item) else { return nil }
        return items[..<path[0]].reduce(path[1]) { $0 + $1.count }
    }

    /// The index of a section; nil for an unknown section.
    public func indexOfSection(_ section: String) -> Int? {
        // Two sections may have names that Unicode calls equal.
        sectionIdentifiers.firstIndex { $0.utf8.elementsEqual(section.utf8) }
            ?? sectionIdentifiers.firstIndex(of: section)
    }

    /// The section of an object; nil for an object outside of the list.
    public func sectionIdentifier(containingItem item: NSManagedObjectID) -> String? {
        indexPath(for: item).map { sectionIdentifiers[$0[0]] }
    }

    /// Two snapshots are equal when they have the same sections, items and reloaded items.
    public static func == (left: FetchedResultsSnapshot, right: FetchedResultsSnapshot) -> Bool {
        left.hasSameList(as: right) && left.reloadedItemIdentifiers == right.reloadedItemIdentifiers
    }

    /// Whether both lists have the same sections and the same objects, in the same order.
    public func hasSameList(as other: FetchedResultsSnapshot) -> Bool {
        sectionIdentifiers == other.sectionIdentifiers && items == other.items
    }

    /// Equal snapshots have equal hashes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(sectionIdentifiers)
        hasher.combine(items)
    }

    /// The same list with other items marked as reloaded.
    func reloading(_ reloaded: Set<NSManagedObjectID>) -> FetchedResultsSnapshot {
        FetchedResultsSnapshot(
            sectionIdentifiers, items,
            reloaded: reloaded.isEmpty ? [] : itemIdentifiers.filter(reloaded.contains))
    }
}

/// The index path of each item; computed once for all copies of a snapshot.
private final class FetchedSnapshotIndex: Sendable {
    private let paths = Lock<[NSManagedObjectID: IndexPath]?>(nil)

    func path(of item: NSManagedObjectID, in items: [[NSManagedObjectID]]) -> IndexPath? {
        paths.withLock { paths in
            if let paths { return paths[item] }
            var made: [NSManagedObjectID: IndexPath] = [:]
            for (section, members) in items.enumerated() {
                for (item, id) in members.enumerated() { made[id] = IndexPath(indexes: [section, item]) }
            }
            paths = made
            return made[item]
        }
    }
}
