// SPDX-License-Identifier: Apache-2.0
// Puts the objects of an event at their places in a list and tells what that changed. Only they are compared: with as
// many of the others as a search looks at. "Stayers" are the objects that keep their places relative to each other; a
// "gap" is how many of them stand before an object. Sections are in ResultPlanner+Sections.swift.

import Foundation

/// The change of a list by one event.
struct ResultPlanner {
    private let list: ObjectList
    let old: ResultSections
    private let order: ObjectOrder
    let sectionKey: SectionKey?
    private let roles: ResultRoles
    /// The old sections with the stayers alone.
    private(set) var stayers: ResultSections
    /// The gaps that objects of the list had, by their old places.
    private var oldGaps: [Int: Int] = [:]
    /// The objects that are put in, in the end in their new order.
    var placed: [Placed] = []

    /// An object that is put in.
    struct Placed {
        let object: NSManagedObject
        let oldIndex: Int?
        /// Of its section.
        let name: String
        let keys: ObjectOrder.Keys
        var gap = 0
        /// Its section in the new list.
        var section = 0
        /// Whether it is where it was, relative to the stayers.
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
        stayers = sections
        placed = try roles.placed.map { object, oldIndex in
            Placed(
                object: object, oldIndex: oldIndex, name: try sectionKey?.name(of: object) ?? "",
                keys: try order.keys(of: object))
        }
    }

    /// Changes the list.
    ///
    /// - Returns: its sections, and what changed.
    /// - Throws: `CoreDataException` for values without an order; the list is as it was then.
    mutating func apply() throws -> (ResultSections, ResultChange) {
        let updated = roles.updated.map { ($0, list[$0]) }
        let removed = roles.removed.map { ($0, list[$0]) }
        takeOut()
        do { try findGaps() } catch {
            list.insert((removed + placed.compactMap(\.former)).sorted { $0.0 < $1.0 }.map { ($1, $0) })
            throw error
        }
        let sections = makeSections()
        placed = placed.sorted { $0.section != $1.section ? $0.section < $1.section : comesBefore($0, $1) }
        settle(sections)
        list.insert(placed.enumerated().map { ($1.object, $1.gap + $0) })
        let result = ResultSections(sections.map(\.name), sections.map(\.count))
        return (result, report(sections, result, removed, updated))
    }

    private mutating func takeOut() {
        let gone = (roles.removed + placed.compactMap(\.oldIndex)).sorted()
        oldGaps = Dictionary(uniqueKeysWithValues: gone.enumerated().map { ($1, $1 - $0) })
        var counts = old.counts
        for index in gone { counts[old.section(at: index)] -= 1 }
        stayers = ResultSections(old.names, counts)
        list.remove(at: gone)
    }

    // MARK: Places

    private mutating func findGaps() throws {
        for number in placed.indices {
            let section = stayingSection(of: placed[number].name)
            let range = section.map(stayers.range) ?? 0..<list.count
            let gap = try order.place(of: placed[number].keys, in: range) { list[$0] }
            placed[number].gap = section == nil ? boundary(gap) : gap
        }
    }

    /// The section of a name, if there are stayers in it; without a section key path, the only one.
    func stayingSection(of name: String) -> Int? {
        guard sectionKey != nil else { return 0 }
        return old.number(of: name).flatMap { stayers.counts[$0] > 0 ? $0 : nil }
    }

    /// The end of the section in whose middle a gap lies: no section stands within another one.
    private func boundary(_ gap: Int) -> Int {
        guard gap < list.count else { return gap }
        let section = stayers.section(at: gap)
        return stayers.starts[section] == gap ? gap : stayers.starts[section + 1]
    }

    func comesBefore(_ left: Placed, _ right: Placed) -> Bool {
        left.gap != right.gap ? left.gap < right.gap : precedes(left.keys, right.keys)
    }

    /// Keys that have no order were found out before.
    func precedes(_ left: ObjectOrder.Keys, _ right: ObjectOrder.Keys) -> Bool {
        (try? order.precedes(left, right)) ?? false
    }

    // MARK: What changed

    /// Who has not moved: as many as possible of those with as many stayers before them as before.
    private mutating func settle(_ sections: [Section]) {
        let candidates = placed.indices.filter { index in
            let item = placed[index]
            guard let oldIndex = item.oldIndex, oldGaps[oldIndex] == item.gap else { return false }
            return sections[item.section].isKept(from: old.section(at: oldIndex))
        }
        for place in LongestRun.places(in: candidates.map { placed[$0].oldIndex ?? 0 }) {
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

extension ResultPlanner.Placed {
    /// Where it was.
    fileprivate var former: (Int, NSManagedObject)? { oldIndex.map { ($0, object) } }
}
