// SPDX-License-Identifier: Apache-2.0
// Which destination objects were made of which source objects, by entity mapping. Keys stand for objects, and more than
// 100,000 pairs lie in a file, so that the memory of a migration does not grow with its store.

import Foundation
import PerdureStore

/// The associations of one migration.
final class Associations {
    /// How many pairs may be in memory.
    private let limit: Int
    private let file: SpillFile
    private var tables: [Table]
    private var inMemory = 0
    /// The mappings that have pairs with source objects of a hierarchy.
    private var mappings: [Int32: [Int]] = [:]

    private struct Table {
        var log = PairLog()
        var bySource: KeyIndex
        var byDestination: KeyIndex
        var roots: Set<Int32> = []
        var lastRoot: Int32 = 0
    }

    /// - Parameters:
    ///   - mappings: how many entity mappings there are.
    ///   - folder: where pairs go that do not fit into memory.
    ///   - limit: how many pairs may be in memory.
    init(mappings: Int, folder: URL, limit: Int = 100_000) {
        file = SpillFile(in: folder)
        self.limit = limit
        let share = max(limit / max(2 * mappings, 1), min(limit, 1_000))
        tables = (0..<mappings).map { _ in
            Table(
                bySource: KeyIndex(isReverse: false, limit: share),
                byDestination: KeyIndex(isReverse: true, limit: share))
        }
    }

    /// Notes a pair of a mapping.
    ///
    /// - Throws: The system's error when the file cannot be written.
    func add(_ source: ObjectKey, _ destination: ObjectKey, mapping: Int) throws {
        tables[mapping].log.append(KeyPair(source: source, destination: destination))
        if tables[mapping].lastRoot != source.root {
            tables[mapping].lastRoot = source.root
            if tables[mapping].roots.insert(source.root).inserted {
                mappings[source.root, default: []].append(mapping)
            }
        }
        inMemory += 1
        guard inMemory >= limit else { return }
        for index in tables.indices { try tables[index].log.spill(to: file) }
        inMemory = 0
    }

    /// The number of pairs of a mapping.
    func count(_ mapping: Int) -> Int { tables[mapping].log.count }

    /// The destinations that a mapping made of one source object, in the order of their association.
    func destinations(of source: ObjectKey, mapping: Int) throws -> [ObjectKey] {
        guard tables[mapping].roots.contains(source.root) else { return [] }
        let positions = try tables[mapping].bySource.positions(of: source, tables[mapping].log, file)
        return try positions.flatMap { try pairs(mapping, $0..<$0 + 1).map(\.destination) }
    }

    /// The destinations that any mapping made of one source object.
    func destinations(of source: ObjectKey) throws -> [ObjectKey] {
        try (mappings[source.root] ?? []).flatMap { try destinations(of: source, mapping: $0) }
    }

    /// The sources of which a mapping made one destination object.
    func sources(of destination: ObjectKey, mapping: Int) throws -> [ObjectKey] {
        let positions = try tables[mapping].byDestination.positions(
            of: destination, tables[mapping].log, file)
        return try positions.flatMap { try pairs(mapping, $0..<$0 + 1).map(\.source) }
    }

    /// Some pairs of a mapping in their order; the answer is empty only behind the last one.
    func pairs(_ mapping: Int, _ range: Range<Int>) throws -> ArraySlice<KeyPair> {
        try tables[mapping].log.pairs(range, in: file)
    }
}
