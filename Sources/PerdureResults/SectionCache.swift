// SPDX-License-Identifier: Apache-2.0
// The sizes of sections that controllers with a cache name remember. SectionFinder.swift uses a size only as its first guess.
// An outdated cache therefore costs time, but cannot make a result wrong.

import Foundation
import Perdure
import PerdureBase
import PerdurePredicates

/// The remembered sections of one request.
struct CachedSections: Sendable {
    /// What identifies the list: entity, section key path, stores.
    let place: [String]
    /// What identifies the objects, with IDs in place of objects: their texts change with their values.
    private let predicate: PredicateNode?
    /// What identifies the order: the sort descriptors.
    private let order: [String]
    var sizes: [String: Int] = [:]

    init(_ query: ObjectFetch, _ sectionKey: SectionKey?, stores: [String]) {
        let values = query.request
        place = [query.entity.name ?? "", sectionKey?.path ?? "", "\(values.includesSubentities)"] + stores
        predicate = query.predicate?.node.mapConstants { $0.withID }
        order = (values.sortDescriptors ?? []).map {
            "\($0.key ?? "") \($0.ascending) \($0.selector?.description ?? "")"
        }
    }

    /// Whether both are sections of one list: of the same objects in the same order.
    func hasRequest(of other: CachedSections) -> Bool {
        order == other.order && predicate?.withPermanentIDs == other.predicate?.withPermanentIDs
    }
}

/// The caches of the process by name; only the most recently used ones are kept.
enum SectionCache {
    private static let caches = Lock<[(name: String, sections: CachedSections)]>([])
    private static let limit = 64
    /// Sections beyond this number are not remembered.
    private static let sizeLimit = 10_000

    /// The sizes of the sections at the last fetch of a request.
    ///
    /// - Parameters:
    ///   - name: the cache's name.
    ///   - wanted: the request.
    /// - Returns: the sizes; none if the cache is for another list.
    /// - Throws: `CoreDataException` if predicate or order were changed under the same name.
    static func sizes(_ name: String, _ wanted: CachedSections) throws -> [String: Int] {
        guard let found = caches.withLock({ $0.first { $0.name == name }?.sections }),
            found.place == wanted.place
        else { return [:] }
        guard found.hasRequest(of: wanted) else { throw ResultErrors.changedUnderCache(name) }
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

    /// Deletes one cache, or all caches.
    static func delete(_ name: String?) {
        caches.withLock { list in list.removeAll { name == nil || $0.name == name } }
    }
}

extension PredicateNode {
    /// The predicate with the IDs that objects got with their save.
    fileprivate var withPermanentIDs: PredicateNode {
        mapConstants { constant in
            constant.objectID?.permanentSuccessor.map { .object(ConstantObject($0)) } ?? constant
        }
    }
}
