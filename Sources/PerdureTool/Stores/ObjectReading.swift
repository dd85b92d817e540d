// SPDX-License-Identifier: Apache-2.0
// The second half of `perdure store check`: reads every object of every entity with its relationships,
// and compares the number of objects with the tables.

import Foundation
import PerdureStore

/// Reads all objects of a store.
struct ObjectReading {
    /// What the tables said; nil where others may write meanwhile, so that the rows are counted in the state that is read.
    private let counts: [String: Int]?
    private(set) var problems: [StoreProblem] = []
    /// The number of objects that could be read so far.
    private(set) var objects = 0
    private var progress: Progress
    private static let pageSize = 500

    /// - Parameters:
    ///   - counts: the numbers of rows.
    ///   - isPrivate: whether nobody writes the store meanwhile.
    init(counts: [EntityCount], isPrivate: Bool) {
        self.counts = isPrivate ? Dictionary(counts.map { ($0.name, $0.rows) }, uniquingKeysWith: +) : nil
        progress = Progress("Reading objects", total: Int64(counts.reduce(0) { $0 + $1.rows }))
    }

    mutating func run(_ engine: any StoreEngine) {
        guard counts == nil, let view = try? engine.readView() else { return read(engine) }
        read(view)
    }

    private mutating func read(_ engine: any StoreReader) {
        for entity in engine.schema.entities {
            do {
                let found = try read(entity, engine)
                if let expected = try expected(entity, engine), found != expected {
                    report(
                        entity, "the table has \(expected) rows of the entity, \(found) objects could be read"
                    )
                }
            } catch {
                report(entity, "objects cannot be read: \(ErrorText.describe(error))")
            }
        }
        progress.end()
    }

    private mutating func read(_ entity: EntityLayout, _ engine: any StoreReader) throws -> Int {
        var plan = FetchPlan(entity: entity.number)
        plan.includesSubentities = false
        plan.shape = .keys
        guard case .keys(let keys) = try engine.fetch(plan) else { return 0 }
        let toMany = entity.properties.filter { $0.relationship?.isToMany == true && !$0.isTransient }
        var found = 0
        for start in stride(from: 0, to: keys.count, by: Self.pageSize) {
            let rows = try engine.rows(for: Array(keys[start..<min(start + Self.pageSize, keys.count)]))
            for row in rows {
                for property in toMany { _ = try engine.members(of: property.slot, for: row.key) }
            }
            found += rows.count
            objects += rows.count
            progress.show(Int64(objects))
        }
        return found
    }

    private func expected(_ entity: EntityLayout, _ engine: any StoreReader) throws -> Int? {
        if let counts { return counts[entity.name] }
        var plan = FetchPlan(entity: entity.number)
        plan.includesSubentities = false
        plan.shape = .count
        guard case .count(let count) = try engine.fetch(plan) else { return nil }
        return count
    }

    private mutating func report(_ entity: EntityLayout, _ message: String) {
        problems.append(StoreProblem(.error, object: entity.name, message))
    }
}
