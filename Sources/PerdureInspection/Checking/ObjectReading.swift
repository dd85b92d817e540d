// SPDX-License-Identifier: Apache-2.0
// The second half of a check: reads every object of every entity with its relationships, and compares the number of objects
// with the tables. StoreCheckup.swift is the whole.

import Foundation
import PerdureStore

/// Reads all objects of a store.
struct ObjectReading {
    private let entities: [EntityLayout]
    /// What the tables said; nil where others may write meanwhile, so that the rows are counted in the state that is read.
    private let counts: [String: Int]?
    private(set) var problems: [StoreProblem] = []
    /// The number of objects that could be read so far.
    private(set) var objects = 0
    private let progress: (Int) -> Void

    /// - Parameters:
    ///   - entities: the entities of the store.
    ///   - counts: the numbers of rows.
    ///   - isPrivate: whether all that is read belongs to one state.
    ///   - progress: receives the number of objects that were read.
    init(
        _ entities: [EntityLayout], counts: [EntityCount], isPrivate: Bool,
        progress: @escaping (Int) -> Void
    ) {
        self.entities = entities
        self.counts = isPrivate ? Dictionary(counts.map { ($0.name, $0.rows) }, uniquingKeysWith: +) : nil
        self.progress = progress
    }

    mutating func run(_ engine: any CopyableEngine) {
        guard counts == nil, let view = try? engine.readView() as? any PagedReader else {
            return read(engine)
        }
        read(view)
    }

    private mutating func read(_ engine: any PagedReader) {
        for entity in entities {
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
    }

    private mutating func read(_ entity: EntityLayout, _ engine: any PagedReader) throws -> Int {
        var plan = FetchPlan(entity: entity.number)
        plan.includesSubentities = false
        var pages = ObjectPages(plan, engine, withMembers: true)
        var found = 0
        while let page = try pages.next() {
            found += page.rows.count
            objects += page.rows.count
            progress(objects)
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
