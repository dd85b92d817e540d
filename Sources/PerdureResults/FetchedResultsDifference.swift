// SPDX-License-Identifier: Apache-2.0
// The difference between two fetched lists, in the terms of a delegate's calls. LongestRun.swift finds the moved objects.

import Foundation
import Perdure

/// The changes that turn one fetched list into another: sections by index, objects by index path.
///
/// To turn the old list into the new one, apply the changes in this order: deletions and the old indexes of moves, last to
/// first; deleted sections, last to first; inserted sections, ascending; insertions and the new indexes of moves, ascending.
public struct FetchedResultsDifference: Hashable, Sendable {
    /// The change of one object.
    public struct Item: Hashable, Sendable {
        /// The object's ID.
        public let id: NSManagedObjectID
        /// Whether the object was inserted, deleted, moved, or updated in place.
        public let type: NSFetchedResultsChangeType
        /// The object's index path in the old list; nil for an insertion.
        public let indexPath: IndexPath?
        /// The object's index path in the new list; nil for a deletion.
        public let newIndexPath: IndexPath?
    }

    /// The indexes of deleted sections in the old list, ascending.
    public internal(set) var deletedSections: [Int] = []
    /// The indexes of inserted sections in the new list, ascending.
    public internal(set) var insertedSections: [Int] = []
    /// Deletions in the order of the old list, then insertions, moves and updates in the order of the new list.
    public internal(set) var items: [Item] = []

    /// Whether the lists are equal and no object was reloaded.
    public var isEmpty: Bool { deletedSections.isEmpty && insertedSections.isEmpty && items.isEmpty }
}

extension FetchedResultsSnapshot {
    /// The changes from another snapshot to this one; costs n log n.
    ///
    /// An object that was saved between the snapshots keeps its identity under its new ID. Items that this snapshot marks as
    /// reloaded are updates.
    ///
    /// - Parameter old: an earlier snapshot.
    /// - Returns: the difference.
    public func difference(from old: FetchedResultsSnapshot) -> FetchedResultsDifference {
        FetchedSnapshotComparison(old, self).difference()
    }
}

/// Compares two snapshots.
private struct FetchedSnapshotComparison {
    private let new: FetchedResultsSnapshot
    private let old: FetchedResultsSnapshot
    /// The paths in the old list, by the current IDs of the objects.
    private let oldPaths: [NSManagedObjectID: IndexPath]

    init(_ old: FetchedResultsSnapshot, _ new: FetchedResultsSnapshot) {
        self.new = new
        self.old = old
        var paths: [NSManagedObjectID: IndexPath] = [:]
        for (section, members) in old.items.enumerated() {
            for (item, id) in members.enumerated() {
                paths[id.permanentSuccessor ?? id] = IndexPath(indexes: [section, item])
            }
        }
        oldPaths = paths
    }

    func difference() -> FetchedResultsDifference {
        let kept = keptSections()
        let present = Set(new.items.joined().map { $0.permanentSuccessor ?? $0 })
        var result = FetchedResultsDifference()
        result.deletedSections = old.sectionIdentifiers.indices.filter { !kept.old.contains($0) }
        result.insertedSections = new.sectionIdentifiers.indices.filter { kept.new[$0] == nil }
        result.items = deletions(present) + changes(kept.new)
        return result
    }

    /// The sections that are in both lists, in the same order.
    private func keptSections() -> (old: Set<Int>, new: [Int: Int]) {
        let isByBytes = [old, new].contains { Set($0.sectionIdentifiers).count < $0.numberOfSections }
        func identity(_ name: String) -> SectionIdentity { SectionIdentity(name: name, isByBytes: isByBytes) }
        let numbers = Dictionary(
            zip(old.sectionIdentifiers.map(identity), old.sectionIdentifiers.indices),
            uniquingKeysWith: { first, _ in first })
        let both = new.sectionIdentifiers.enumerated().compactMap { number, name in
            numbers[identity(name)].map { (new: number, old: $0) }
        }
        let run = LongestRun.indexes(in: both.map(\.old)).map { both[$0] }
        return (Set(run.map(\.old)), Dictionary(uniqueKeysWithValues: run.map { ($0.new, $0.old) }))
    }

    private func deletions(_ present: Set<NSManagedObjectID>) -> [FetchedResultsDifference.Item] {
        old.items.joined().filter { !present.contains($0.permanentSuccessor ?? $0) }.map { id in
            .init(id: id, type: .delete, indexPath: oldPaths[id.permanentSuccessor ?? id], newIndexPath: nil)
        }
    }

    private func changes(_ kept: [Int: Int]) -> [FetchedResultsDifference.Item] {
        let reloaded = Set(new.reloadedItemIdentifiers.map { $0.permanentSuccessor ?? $0 })
        let staying = stayingPaths(kept, reloaded)
        var insertions: [FetchedResultsDifference.Item] = []
        var moves: [FetchedResultsDifference.Item] = []
        var updates: [FetchedResultsDifference.Item] = []
        for (path, id) in newItems() {
            let former = oldPaths[id.permanentSuccessor ?? id]
            let stays = former.map { staying[path] == $0 } ?? false
            let type: NSFetchedResultsChangeType = former == nil ? .insert : stays ? .update : .move
            let item = FetchedResultsDifference.Item(
                id: id, type: type, indexPath: former, newIndexPath: path)
            switch type {
            case .insert: insertions.append(item)
            case .move: moves.append(item)
            default: if reloaded.contains(id.permanentSuccessor ?? id) { updates.append(item) }
            }
        }
        return insertions + moves + updates
    }

    private func newItems() -> [(IndexPath, NSManagedObjectID)] {
        new.items.enumerated().flatMap { section, members in
            members.enumerated().map { (IndexPath(indexes: [section, $0]), $1) }
        }
    }

    /// The new paths of objects that have not moved within kept sections, mapped to their old paths.
    private func stayingPaths(_ kept: [Int: Int], _ reloaded: Set<NSManagedObjectID>) -> [IndexPath:
        IndexPath]
    {
        var result: [IndexPath: IndexPath] = [:]
        for (section, oldSection) in kept {
            let both = new.items[section].enumerated().compactMap { item, id -> Survivor? in
                guard let path = oldPaths[id.permanentSuccessor ?? id], path[0] == oldSection else {
                    return nil
                }
                return Survivor(
                    old: path[1], new: item, isReloaded: reloaded.contains(id.permanentSuccessor ?? id))
            }
            for item in Self.staying(both) {
                result[IndexPath(indexes: [section, item.new])] = IndexPath(indexes: [oldSection, item.old])
            }
        }
        return result
    }

    /// An object of one section that is in both lists.
    private struct Survivor {
        let old: Int
        let new: Int
        let isReloaded: Bool
    }

    /// The objects that did not move; when either of two objects may count as moved, the reloaded one does.
    private static func staying(_ both: [Survivor]) -> [Survivor] {
        let unchanged = both.filter { !$0.isReloaded }
        let fixed = LongestRun.indexes(in: unchanged.map(\.old)).map { unchanged[$0] }
        guard fixed.count < both.count else { return fixed }
        var before = 0
        let candidates = both.filter { item in
            while before < fixed.count, fixed[before].new < item.new { before += 1 }
            guard item.isReloaded else { return false }
            // The number of fixed objects before this one is unchanged; fixed objects ascend in both lists.
            return (before == 0 || fixed[before - 1].old < item.old)
                && (before == fixed.count || fixed[before].old > item.old)
        }
        return fixed + LongestRun.indexes(in: candidates.map(\.old)).map { candidates[$0] }
    }
}
