// SPDX-License-Identifier: Apache-2.0
// Finds the index of each object that an event changed, and reports the changes of the list. Only the changed objects are
// compared, each with the few objects that a binary search visits. "Unmoved" objects keep their order relative to
// each other. The "gap" of an object is the number of unmoved objects before it. Part +Sections has the sections.

import Foundation
import Perdure

/// The change of a list by one event.
struct ResultChangeBuilder {
    private let list: ObjectList
    let old: ResultSections
    private let order: ObjectOrder
    let sectionKey: SectionKey?
    private let roles: ResultRoles
    /// The old sections, counting only the unmoved objects.
    private(set) var unmovedSections: ResultSections
    /// The old gaps of objects that were in the list, by their old indexes.
    private var oldGaps: [Int: Int] = [:]
    /// The objects to insert; `apply()` leaves them in their new order.
    var placed: [Placed] = []

    /// An object to insert.
    struct Placed {
        let object: NSManagedObject
        let oldIndex: Int?
        /// The name of the object's section.
        let name: String
        let keys: ObjectOrder.Keys
        var gap = 0
        /// The index of the object's section in the new list.
        var section = 0
        /// Whether the object keeps its position relative to the unmoved objects.
        var stays = false
    }

    /// - Throws: `CoreDataException` for keys that cannot be read.
    init(
        _ list: ObjectList, _ sections: ResultSections, _ order: ObjectOrder, _ sectionKey: SectionKey?,
        _ roles: ResultRoles
    ) throws {
        self.list = list
        old = sections
        self.order = order
        self.sectionKey = sectionKey
        self.roles = roles
        unmovedSections = sections
        placed = try roles.placed.map { object, oldIndex in
            Placed(
                object: object, oldIndex: oldIndex, name: try sectionKey?.name(of: object) ?? "",
                keys: try order.keys(of: object))
        }
    }

    /// Changes the list.
    ///
    /// - Returns: its sections, and what changed.
    /// - Throws: `CoreDataException` for values without an order; the list then stays unchanged.
    mutating func apply() throws -> (ResultSections, ResultChange) {
        let updated = roles.updated.map { ($0, list[$0]) }
        let removed = roles.removed.map { ($0, list[$0]) }
        removeTouched()
        do { try findGaps() } catch {
            list.insert((removed + placed.compactMap(\.former)).sorted { $0.0 < $1.0 }.map { ($1, $0) })
            throw error
        }
        let sections = makeSections()
        placed = placed.sorted { $0.section != $1.section ? $0.section < $1.section : comesBefore($0, $1) }
        markUnmoved(sections)
        list.insert(placed.enumerated().map { ($1.object, $1.gap + $0) })
        let result = old.changed(to: sections.map(\.name), sections.map(\.count))
        return (result, report(sections, result, removed, updated))
    }

    private mutating func removeTouched() {
        let gone = (roles.removed + placed.compactMap(\.oldIndex)).sorted()
        oldGaps = Dictionary(uniqueKeysWithValues: gone.enumerated().map { ($1, $1 - $0) })
        var counts = old.counts
        for index in gone { counts[old.section(at: index)] -= 1 }
        unmovedSections = old.changed(to: old.names, counts)
        list.remove(at: gone)
    }

    // MARK: Places

    private mutating func findGaps() throws {
        for number in placed.indices {
            let section = stayingSection(of: placed[number].name)
            let range = section.map(unmovedSections.range) ?? 0..<list.count
            let gap = try order.insertionIndex(of: placed[number].keys, in: range) { list[$0] }
            placed[number].gap = section == nil ? boundary(gap) : gap
        }
    }

    /// The section with a name, if it has unmoved objects; without a section key path, the only section.
    func stayingSection(of name: String) -> Int? {
        guard sectionKey != nil else { return 0 }
        return old.number(of: name).flatMap { unmovedSections.counts[$0] > 0 ? $0 : nil }
    }

    /// The gap moved to the end of its section when it lies inside one, because no section may stand within another.
    private func boundary(_ gap: Int) -> Int {
        guard gap < list.count else { return gap }
        let section = unmovedSections.section(at: gap)
        return unmovedSections.starts[section] == gap ? gap : unmovedSections.starts[section + 1]
    }

    func comesBefore(_ left: Placed, _ right: Placed) -> Bool {
        left.gap != right.gap ? left.gap < right.gap : precedes(left.keys, right.keys)
    }

    /// Compares sort keys; keys without an order have been refused before.
    func precedes(_ left: ObjectOrder.Keys, _ right: ObjectOrder.Keys) -> Bool {
        (try? order.precedes(left, right)) ?? false
    }

    // MARK: What changed

    /// Marks the objects that have not moved: as many as possible among the objects whose gap is unchanged.
    private mutating func markUnmoved(_ sections: [Section]) {
        let candidates = placed.indices.filter { index in
            let item = placed[index]
            guard let oldIndex = item.oldIndex, oldGaps[oldIndex] == item.gap else { return false }
            return sections[item.section].isKept(from: old.section(at: oldIndex))
        }
        for place in LongestRun.indexes(in: candidates.map { placed[$0].oldIndex ?? 0 }) {
            placed[candidates[place]].stays = true
        }
    }

    private func report(
        _ sections: [Section], _ new: ResultSections, _ removed: [(Int, NSManagedObject)],
        _ updated: [(Int, NSManagedObject)]
    ) -> ResultChange {
        var change = ResultChange()
        report(sections, &change)
        change.deletions = removed.map { .init(object: $1, from: old.path(of: $0)) }
        for (index, item) in placed.enumerated() {
            let entry = ResultChange.Entry(
                object: item.object, from: item.oldIndex.map(old.path), to: new.path(of: item.gap + index))
            if item.oldIndex == nil {
                change.insertions.append(entry)
            } else if item.stays {
                change.updates.append(entry)
            } else {
                change.moves.append(entry)
            }
        }
        for (index, object) in updated {
            let to = list.index(of: object).map(new.path)
            change.updates.append(.init(object: object, from: old.path(of: index), to: to))
        }
        return change
    }
}

extension ResultChangeBuilder.Placed {
    /// The object's old index, with the object.
    fileprivate var former: (Int, NSManagedObject)? { oldIndex.map { ($0, object) } }
}
