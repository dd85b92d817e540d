// SPDX-License-Identifier: Apache-2.0
// Finds the sections of a fetched list: the indexes where one name ends and the next begins. When the order allows it, faults
// are skipped instead of read.

import Foundation
import Perdure
import PerdureModel
import PerdurePredicates

/// Finds runs of objects with one section name.
struct SectionFinder {
    let key: SectionKey
    /// Whether the list is ordered by the value that names the sections.
    ///
    /// Then all objects between two objects of one name have that name too.
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
    ///   - expected: the sizes of the sections at the last fetch, by name. They avoid reading; they do not affect the result.
    /// - Returns: the sections.
    /// - Throws: `CoreDataException` for a name that appears again after another one.
    func sections(of objects: [NSManagedObject], expected: [String: Int] = [:]) throws -> ResultSections {
        var names: [String] = []
        var counts: [Int] = []
        var seen: Set<SectionIdentity> = []
        var start = 0
        while start < objects.count {
            let name = try key.name(of: objects[start])
            guard seen.insert(identity(name)).inserted else {
                throw ResultErrors.outOfOrder(objects[start], name, at: start, key.path)
            }
            let end = try self.end(of: name, from: start, in: objects, expected[name])
            names.append(name)
            counts.append(end - start)
            start = end
        }
        return ResultSections(names, counts, isByBytes: isOrderedByName)
    }

    /// The index after the run of a name.
    private func end(
        of name: String, from start: Int, in objects: [NSManagedObject], _ expected: Int?
    ) throws -> Int {
        var end = start + 1
        // The first step goes to the end of the section at the last fetch. The following steps start small and double.
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

    /// The next index to test; the search skips faults, but no object whose values may differ from the store's.
    private func farthest(from end: Int, _ step: Int, in objects: [NSManagedObject]) -> Int {
        guard isOrderedByName, step > 1 else { return end }
        var next = end
        while next + 1 < min(end + step, objects.count), objects[next].isFault, objects[next + 1].isFault {
            next += 1
        }
        return next
    }

    private func isNamed(_ object: NSManagedObject, _ name: String) throws -> Bool {
        identity(try key.name(of: object)) == identity(name)
    }

    /// The sort order compares bytes, so the names that it orders are compared by bytes too.
    private func identity(_ name: String) -> SectionIdentity {
        SectionIdentity(name: name, isByBytes: isOrderedByName)
    }
}
