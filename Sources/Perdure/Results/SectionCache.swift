// SPDX-License-Identifier: Apache-2.0
// What controllers with a cache name remember of their sections: how long each was. It only tells SectionFinder.swift
// where to look first, so that a cache that is out of date costs time and nothing else.

import Foundation
import PerdurePredicates

/// The remembered sections of one request.
struct CachedSections: Sendable {
    /// Which lists the sections are of: entity, section key path, stores.
    let place: [String]
    /// Which of those objects, and in which order.
    let request: [String]
    var sizes: [String: Int] = [:]

    init(_ query: ObjectFetch, _ sectionKey: SectionKey?, stores: [String]) {
        let values = query.request
        place = [query.entity.name ?? "", sectionKey?.path ?? "", "\(values.includesSubentities)"] + stores
        request =
            [query.predicate.map { PredicatePrinter.format($0.node) } ?? ""]
            + (values.sortDescriptors ?? []).map {
                "\($0.key ?? "") \($0.ascending) \($0.selector?.description ?? "")"
            }
    }
}

/// The caches of the process by name: the last ones that were used, up to a number.
enum SectionCache {
    private static let caches = Lock<[(name: String, sections: CachedSections)]>([])
    private static let limit = 64
    /// More sections are not remembered.
    private static let sizeLimit = 10_000

    /// The sizes of the sections that a request had the last time.
    ///
    /// - Parameters:
    ///   - name: the cache's name.
    ///   - wanted: the request.
    /// - Returns: the sizes; none if the cache is of other objects.
    /// - Throws: `CoreDataException` if predicate or order were changed under the same name.
    static func sizes(_ name: String, _ wanted: CachedSections) throws -> [String: Int] {
        guard let found = caches.withLock({ $0.first { $0.name == name }?.sections }),
            found.place == wanted.place
        else { return [:] }
        guard found.request == wanted.request else { throw ResultErrors.changedUnderCache(name) }
        return found.sizes
    }

    static func keep(_ name: String, _ wanted: CachedSections, _ sections: ResultSections) {
        var entry = wanted
        if sections.count <= sizeLimit {
            entry.sizes = Dictionary(
                zip(sections.names, sections.counts), uniquingKeysWith: { first, _ in first })
        }
        caches.withLock { list in
            list.removeAll { $0.name == name }
            list.append((name, entry))
            if list.count > limit { list.removeFirst() }
        }
    }

    /// Forgets one cache, or all.
    static func delete(_ name: String?) {
        caches.withLock { list in list.removeAll { name == nil || $0.name == name } }
    }
}
