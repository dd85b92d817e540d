// SPDX-License-Identifier: Apache-2.0
// The effect of an event on the sections of a list. A section with unmoved objects stays. Any other one is deleted, inserted, or
// found at its old position.

import Perdure

extension ResultChangeBuilder {
    /// A section of the new list.
    struct Section {
        let name: String
        /// The number of unmoved objects before the section.
        let start: Int
        var count: Int
        let oldNumber: Int?
        /// Whether the section is an old one at its old position among the other sections.
        var stays: Bool
        /// The sort keys of the section's first object, if the section has no unmoved objects.
        var keys: ObjectOrder.Keys?

        func isKept(from number: Int) -> Bool { stays && oldNumber == number }
    }

    /// The sections in their new order, with their sizes; also sets the section of each placed object.
    mutating func makeSections() -> [Section] {
        var sections = keptSections() + newSections()
        sections.sort(by: comesBefore)
        markUnmoved(&sections)
        let numbers = Dictionary(
            zip(sections.map { old.identity($0.name) }, sections.indices),
            uniquingKeysWith: { first, _ in first })
        for index in placed.indices {
            let number = sectionKey == nil ? 0 : numbers[old.identity(placed[index].name)] ?? 0
            placed[index].section = number
            sections[number].count += 1
            // The objects of a new section form one run.
            if sections[number].keys != nil { placed[index].gap = sections[number].start }
        }
        return sections
    }

    private func keptSections() -> [Section] {
        old.names.indices.filter { sectionKey == nil || unmovedSections.counts[$0] > 0 }.map { number in
            Section(
                name: old.names[number], start: unmovedSections.starts[number],
                count: unmovedSections.counts[number],
                oldNumber: number, stays: true)
        }
    }

    /// One section for each name without unmoved objects, at the gap of its first object.
    private func newSections() -> [Section] {
        let homeless = placed.filter { stayingSection(of: $0.name) == nil }.sorted(by: comesBefore)
        var seen: Set<SectionIdentity> = []
        return homeless.filter { seen.insert(old.identity($0.name)).inserted }.map { item in
            Section(
                name: item.name, start: item.gap, count: 0, oldNumber: old.number(of: item.name),
                stays: false,
                keys: item.keys)
        }
    }

    /// At the same gap, new sections come before the section with unmoved objects, which begins there.
    private func comesBefore(_ left: Section, _ right: Section) -> Bool {
        if left.start != right.start { return left.start < right.start }
        guard let first = left.keys else { return false }
        guard let second = right.keys else { return true }
        return precedes(first, second)
    }

    /// Marks the old sections without unmoved objects that keep their position among the other sections.
    private func markUnmoved(_ sections: inout [Section]) {
        var keptBefore = [0]
        for number in old.names.indices {
            keptBefore.append(keptBefore[number] + (unmovedSections.counts[number] > 0 ? 1 : 0))
        }
        var before = 0
        var candidates: [Int] = []
        for (place, section) in sections.enumerated() {
            if section.stays {
                before += 1
            } else if let number = section.oldNumber, keptBefore[number] == before {
                candidates.append(place)
            }
        }
        for place in LongestRun.indexes(in: candidates.map { sections[$0].oldNumber ?? 0 }) {
            sections[candidates[place]].stays = true
        }
    }

    /// Reports the deleted and inserted sections.
    func report(_ sections: [Section], _ change: inout ResultChange) {
        let kept = Set(sections.filter(\.stays).compactMap(\.oldNumber))
        change.deletedSections = old.names.indices.filter { !kept.contains($0) }.map { ($0, old.names[$0]) }
        change.insertedSections = sections.indices.filter { !sections[$0].stays }
    }
}
