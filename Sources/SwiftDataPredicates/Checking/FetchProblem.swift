// SPDX-License-Identifier: Apache-2.0
// What a program's fetches would be refused for, found without a store: a test asks for all of them. FetchTerms translates, the
// request's own check does the rest.

import Foundation
import Perdure
import PerdureBase
import PerdurePredicates

/// A mistake in a fetch: a part of a predicate, an order or a key path that no store can have.
///
/// ## Compatibility
/// An addition.
public struct FetchProblem: Sendable, Hashable, CustomStringConvertible {
    /// The name that the program gave to the fetch.
    public let fetch: String
    package let reason: UnsupportedFetchPart

    /// The operator, function or key path that has no form in a store.
    public var part: String { reason.part }
    /// Why it has none, and what to write instead.
    public var advice: String { reason.advice }
    /// The fetch, the part, and the advice.
    public var description: String { fetch.isEmpty ? reason.description : "\(fetch): \(reason)" }
}

/// Checks fetches against a model.
package struct FetchChecker {
    private let terms: FetchTerms
    private let model: NSManagedObjectModel

    /// Makes a checker.
    ///
    /// - Parameters:
    ///   - model: The model of the program's schema.
    ///   - naming: The names of its classes.
    package init(_ model: NSManagedObjectModel, naming: any ModelNaming) {
        terms = FetchTerms(naming: naming)
        self.model = model
    }

    /// The problems of one fetch; empty when a store can run it.
    ///
    /// - Parameters:
    ///   - fetch: A name for the problems.
    ///   - predicate: The predicate.
    ///   - order: The sort descriptors, each checked alone.
    ///   - keyPaths: Properties to fetch or to prefetch.
    /// - Returns: One problem at most for the predicate, for each descriptor and for each key path.
    package func problems<Model>(
        of fetch: String = "", _ predicate: Predicate<Model>? = nil, order: [SortDescriptor<Model>] = [],
        keyPaths: [PartialKeyPath<Model>] = []
    ) -> [FetchProblem] {
        var problems: [FetchProblem] = []
        func check(
            _ place: UnsupportedFetchPart.Place, _ body: (NSFetchRequest<NSManagedObject>) throws -> Void
        ) {
            if let reason = refusal(place, of: Model.self, body) {
                problems.append(FetchProblem(fetch: fetch, reason: reason))
            }
        }
        if let predicate { check(.predicate) { $0.predicate = try terms.predicate(predicate) } }
        for descriptor in order {
            check(.sortDescriptor) { $0.sortDescriptors = try terms.sorting([descriptor]) }
        }
        for keyPath in keyPaths { check(.keyPath) { _ in _ = try terms.keys(of: keyPath) } }
        return problems
    }

    /// Why a request cannot run; nil when it can.
    private func refusal<Model>(
        _ place: UnsupportedFetchPart.Place, of type: Model.Type,
        _ fill: (NSFetchRequest<NSManagedObject>) throws -> Void
    ) -> UnsupportedFetchPart? {
        guard let entity = terms.naming.entityNames(of: type)?.first else {
            return UnsupportedFetchPart(place, of: type, "the class \(type)", "add it to the schema")
        }
        do {
            return try UnsupportedFetchPart.refusing(place, of: type) {
                let request = NSFetchRequest<NSManagedObject>(entityName: entity)
                try fill(request)
                try request.validate(for: model)
                return nil
            }
        } catch let reason as UnsupportedFetchPart {
            return reason
        } catch {
            return UnsupportedFetchPart(place, of: type, "a part of it", "\(error)")
        }
    }
}
