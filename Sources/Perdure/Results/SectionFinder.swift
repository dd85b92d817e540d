// SPDX-License-Identifier: Apache-2.0
// Finds the sections of a list that was fetched: where one name ends and the next begins. Where the order allows it,
// faults are not read one by one.

import Foundation
import PerdurePredicates

/// Finds runs of objects with one section name.
struct SectionFinder {
    let key: SectionKey
    /// Whether the list is ordered by the very value that names the sections, so that what lies between two objects of
    /// one name has that name too.
    let isOrderedByName: Bool

    init(_ key: SectionKey, _ entity: NSEntityDescription, _ order: ObjectOrder) {
        self.key = key
        let attribute = entity.attributesByName[key.path]
        isOrderedByName =
            order.rules.first.map { $0.keys == key.keys && $0.order == .literal } ?? false
            && attribute.map { !$0.isTransient } ?? false
    }

    /// The sections of a list.
    ///
    /// - Parameters:
    ///   - objects: the list.
    ///   - expected: how long the sections were the last time, by their names: saves reading, decides nothing.
    /// - Returns: the sections.
    /// - Throws: `CoreDataException` for a name that comes again after another one.
    func sections(of objects: [NSManagedObject], expected: [String: Int] = [:]) throws -> ResultSections {
        var names: [String] = []
        var counts: [Int] = []
        var seen: Set<String> = []
        var start = 0
        while start < objects.count {
            let name = try key.name(of: objects[start])
            guard seen.insert(name).inserted else {
                throw ResultErrors.outOfOrder(objects[start], name, at: start, key.path)
            }
            let end = try self.end(of: name, from: start, in: objects, expected[name])
            names.append(name)
            counts.append(end - start)
            start = end
        }
        return ResultSections(names, counts)
    }

    /// The place behind the run of a name.
    private func end(
        of name: String, from start: Int, in objects: [NSManagedObject], _ expected: Int?
    ) throws -> Int {
        var end = start + 1
        // The first step goes to where the section ended the last time, the others from small to wide.
        var step = max(1, (expected ?? 1) - 1)
        var following = expected == nil ? 2 : 1
        while end < objects.count {
            let next = farthest(from: end, step, in: objects)
            if try isNamed(objects[next], name) {
                end = next + 1
                step = following
            } else if next == end {
                return end
            } else {
                step = max(1, (next - end) / 2)
            }
            following = step * 2
        }
        return end
    }

    /// What may be looked at next: over faults in order, not over objects whose values may differ from the store's.
    private func farthest(from end: Int, _ step: Int, in objects: [NSManagedObject]) -> Int {
        guard isOrderedByName, step > 1 else { return end }
        var next = end
        while next + 1 < min(end + step, objects.count), objects[next].isFault, objects[next + 1].isFault {
            next += 1
        }
        return next
    }

    private func isNamed(_ object: NSManagedObject, _ name: String) throws -> Bool {
        let other = try key.name(of: object)
        // The order compares bytes.
        return isOrderedByName ? other.utf8.elementsEqual(name.utf8) : other == name
    }
}
