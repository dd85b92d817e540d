// SPDX-License-Identifier: Apache-2.0
// The initializers of ResultsObserver: with a descriptor or a filter and an order, with sections or without, over a context or a
// container.

import Foundation
import Perdure

extension ResultsObserver where SectionTitle == Never {
    /// Fetches, and follows a context.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor(), modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, nil, modelContext)
    }

    /// Fetches, and follows a context of a container: the main one on the main actor, else one of its own.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor(), modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, nil, modelContainer.context(in: isolation))
    }

    /// Fetches what matches, and follows a context.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
        modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), nil, modelContext)
    }

    /// Fetches what matches, and follows a context of a container.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
        modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), nil,
            modelContainer.context(in: isolation))
    }
}

extension ResultsObserver.Sectioning where SectionTitle == String {
    init(_ keyPath: any KeyPath<Element, String> & Sendable) {
        self.init(
            keyPath: keyPath, orders: [[SortDescriptor(keyPath)], [SortDescriptor(keyPath, order: .reverse)]]
        ) { $0[keyPath: keyPath] }
    }

    /// A missing title is an empty one.
    init(optional keyPath: any KeyPath<Element, String?> & Sendable) {
        self.init(
            keyPath: keyPath, orders: [[SortDescriptor(keyPath)], [SortDescriptor(keyPath, order: .reverse)]]
        ) { $0[keyPath: keyPath] ?? "" }
    }
}

extension ResultsObserver where SectionTitle == String {
    /// Fetches with sections, and follows a context.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor(),
        sectionBy: any KeyPath<Element, String> & Sendable, modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, Sectioning(sectionBy), modelContext)
    }

    /// Fetches with sections, and follows a context of a container.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor(),
        sectionBy: any KeyPath<Element, String> & Sendable, modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, Sectioning(sectionBy), modelContainer.context(in: isolation))
    }

    /// Fetches with sections, and follows a context; a missing title is an empty one.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor(),
        sectionBy: any KeyPath<Element, String?> & Sendable, modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, Sectioning(optional: sectionBy), modelContext)
    }

    /// Fetches with sections, and follows a context of a container; a missing title is an empty one.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor(),
        sectionBy: any KeyPath<Element, String?> & Sendable, modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(fetchDescriptor, Sectioning(optional: sectionBy), modelContainer.context(in: isolation))
    }

    /// Fetches what matches with sections, and follows a context.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: any KeyPath<Element, String> & Sendable, modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
        try self.init(descriptor, Sectioning(sectionBy), modelContext)
    }

    /// Fetches what matches with sections, and follows a context of a container.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: any KeyPath<Element, String> & Sendable, modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
        try self.init(descriptor, Sectioning(sectionBy), modelContainer.context(in: isolation))
    }

    /// Fetches what matches with sections, and follows a context; a missing title is an empty one.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: any KeyPath<Element, String?> & Sendable, modelContext: ModelContext,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
        try self.init(descriptor, Sectioning(optional: sectionBy), modelContext)
    }

    /// Fetches what matches with sections, and follows a context of a container; a missing title is an empty one.
    ///
    /// - Throws: What the fetch throws.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
        sectionBy: any KeyPath<Element, String?> & Sendable, modelContainer: ModelContainer,
        isolation: isolated (any Actor)? = #isolation
    ) throws {
        let descriptor = FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? [])
        try self.init(descriptor, Sectioning(optional: sectionBy), modelContainer.context(in: isolation))
    }
}
