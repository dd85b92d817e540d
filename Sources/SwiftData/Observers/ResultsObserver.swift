// SPDX-License-Identifier: Apache-2.0
// The results of a fetch, kept up with a context. ResultsObserver+Making.swift makes one, SectionedResults.swift has its sections.

import Foundation
import Observation
import Perdure

/// The results of a fetch, which follow the context.
///
/// They are read anew after the context has processed changes: with the next turn of the main actor or of a model actor, at
/// `processPendingChanges()`, at a save, and when the saves of others arrive. One fetch is one access to the stores. Readers of
/// `results` and `sections` are told once, and only when models come, go, move or change their section.
public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable>: Observable {
    /// The context.
    public let modelContext: ModelContext
    /// The property whose values are the titles of sections; nil without sections.
    public let sectionBy: PartialKeyPath<Element>?

    private let registrar = ObservationRegistrar()
    /// The order of sections and its reverse, either of which may come first; empty without sections.
    ///
    /// A list, because a stored `SortDescriptor` makes optimised code name a type that Foundation keeps to itself.
    private let orders: [[SortDescriptor<Element>]]
    private let title: ((Element) -> SectionTitle)?
    private var descriptor: FetchDescriptor<Element>
    private var models: [Element] = []
    /// The results before the last change.
    private var former: [Element] = []
    private var groups: SectionedResults<Element, SectionTitle>?
    private var problem: (any Error)?

    /// What makes sections.
    struct Sectioning {
        let keyPath: PartialKeyPath<Element>
        /// The order by the key path, and its reverse; one in each list.
        let orders: [[SortDescriptor<Element>]]
        let title: (Element) -> SectionTitle
    }

    init(_ descriptor: FetchDescriptor<Element>, _ sectioning: Sectioning?, _ context: ModelContext) throws {
        self.descriptor = descriptor
        modelContext = context
        sectionBy = sectioning?.keyPath
        orders = sectioning?.orders ?? []
        title = sectioning?.title
        models = try found()
        former = models
        groups = title.map { SectionedResults(models, $0) }
        context.followers.join(self)
    }

    // MARK: What to fetch

    /// What is fetched; setting it fetches.
    public var fetchDescriptor: FetchDescriptor<Element> {
        get { descriptor }
        set {
            descriptor = newValue
            contextHasChanged()
        }
    }

    /// What matches; setting it fetches.
    public var filterBy: Predicate<Element>? {
        get { descriptor.predicate }
        set { fetchDescriptor.predicate = newValue }
    }

    /// The order inside of sections; setting it fetches.
    public var sortBy: [SortDescriptor<Element>] {
        get { descriptor.sortBy }
        set { fetchDescriptor.sortBy = newValue }
    }

    // MARK: Results

    /// The models that match, in their order.
    public var results: FetchResultsCollection<Element> {
        registrar.access(self, keyPath: \.results)
        let models = models
        return FetchResultsCollection(count: models.count) { models[$0] }
    }

    /// The models by sections; nil without sections.
    public var sections: SectionedResults<Element, SectionTitle>? {
        registrar.access(self, keyPath: \.sections)
        return groups
    }

    /// The error of the last fetch; the results before it stay.
    ///
    /// ## Compatibility
    /// An addition.
    public var fetchError: (any Error)? {
        registrar.access(self, keyPath: \.fetchError)
        return problem
    }

    /// What the last change of the results has removed and inserted; moves are both.
    ///
    /// Costs a comparison of all results.
    ///
    /// ## Compatibility
    /// An addition.
    public var lastDifference: CollectionDifference<PersistentIdentifier> {
        registrar.access(self, keyPath: \.results)
        return models.map(\.persistentModelID).difference(from: former.map(\.persistentModelID))
    }

    /// The model at a section and a place in it; nil outside of the results.
    public func element(at indexPath: IndexPath) -> Element? {
        guard indexPath.count == 2 else { return nil }
        let (section, item) = (indexPath[0], indexPath[1])
        guard let groups else { return section == 0 && models.indices.contains(item) ? models[item] : nil }
        guard groups.indices.contains(section), groups[section].indices.contains(item) else { return nil }
        return groups[section][item]
    }

    /// The section of a model and its place in it; nil for a model that is not among the results.
    public func indexPath(for element: Element) -> IndexPath? {
        guard let groups else {
            return models.firstIndex { $0 === element }.map { IndexPath(indexes: [0, $0]) }
        }
        for (number, section) in groups.enumerated() {
            if let item = section.firstIndex(where: { $0 === element }) {
                return IndexPath(indexes: [number, item])
            }
        }
        return nil
    }

    // MARK: Following

    private func found() throws -> [Element] {
        var whole = descriptor
        if let first = orders.first, !orders.contains(Array(whole.sortBy.prefix(1))) {
            whole.sortBy = first + whole.sortBy
        }
        return try modelContext.fetch(whole)
    }

    private func adopt(_ found: [Element]) {
        let sections = title.map { SectionedResults(found, $0) }
        let isSame = found.count == models.count && zip(found, models).allSatisfy { $0 === $1 }
        if isSame && sections == groups { return }
        registrar.withMutation(of: self, keyPath: \.results) {
            registrar.withMutation(of: self, keyPath: \.sections) {
                former = models
                models = found
                groups = sections
            }
        }
    }

    private func note(_ error: (any Error)?) {
        if error == nil, problem == nil { return }
        registrar.withMutation(of: self, keyPath: \.fetchError) { problem = error }
    }
}

extension ResultsObserver: ContextFollower {
    func contextHasChanged() {
        do {
            adopt(try modelContext.followers.fetching { try found() })
            note(nil)
        } catch {
            note(error)
        }
    }
}

extension ResultsObserver: CustomDebugStringConvertible {
    /// The class and the number of results, for people who debug.
    public var debugDescription: String {
        "ResultsObserver<\(Element.self)>(results: \(models.count), sections: \(groups.map { "\($0.count)" } ?? "none"))"
    }
}
