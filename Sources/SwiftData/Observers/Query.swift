// SPDX-License-Identifier: Apache-2.0
// The property wrapper for results, without views: over a context that is given, or one of the task's container.

import Foundation
import Perdure

/// Results that follow a context.
///
/// ```swift
/// @Query(sort: [SortDescriptor(\Book.title)], in: context) var books: [Book]
/// ```
///
/// The first read fetches. `_books.fetchError` has the error of the last fetch.
///
/// ## Compatibility
/// `in:` is an addition: without views there is no environment that has the context.
@propertyWrapper
public struct Query<Element: PersistentModel> {
    private let source: Source

    /// The observer, made by the first read.
    private final class Source {
        let descriptor: FetchDescriptor<Element>
        let sectioning: ResultsObserver<Element, String>.Sectioning?
        let context: ModelContext?
        var made: Result<ResultsObserver<Element, String>, any Error>?

        init(
            _ descriptor: FetchDescriptor<Element>,
            _ sectioning: ResultsObserver<Element, String>.Sectioning?, _ context: ModelContext?,
            _ isolation: (any Actor)?
        ) {
            self.descriptor = descriptor
            self.sectioning = sectioning
            self.context = context ?? ModelContainer.current?.context(in: isolation)
        }

        var observer: Result<ResultsObserver<Element, String>, any Error> {
            if let made { return made }
            let result = Result { () throws -> ResultsObserver<Element, String> in
                guard let context else {
                    throw SwiftDataError(
                        .missingModelContext,
                        "A Query of \(Element.self) has no context: write @Query(…, in: context), or set "
                            + "ModelContainer.$current around its making.")
                }
                return try ResultsObserver(descriptor, sectioning, context)
            }
            made = result
            return result
        }
    }

    /// Fetches by a descriptor.
    public init(
        _ descriptor: FetchDescriptor<Element>, in context: ModelContext? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) {
        source = Source(descriptor, nil, context, isolation)
    }

    /// Fetches what matches in an order.
    public init(
        filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
        in context: ModelContext? = nil, isolation: isolated (any Actor)? = #isolation
    ) {
        source = Source(FetchDescriptor(predicate: filter, sortBy: descriptors), nil, context, isolation)
    }

    /// Fetches what matches in the order of a property.
    public init<Value: Comparable>(
        filter: Predicate<Element>? = nil, sort keyPath: any KeyPath<Element, Value> & Sendable,
        order: SortOrder = .forward, in context: ModelContext? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) {
        let sort = [SortDescriptor(keyPath, order: order)]
        source = Source(FetchDescriptor(predicate: filter, sortBy: sort), nil, context, isolation)
    }

    /// Fetches what matches by sections.
    public init(
        filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
        sectionBy: any KeyPath<Element, String> & Sendable, in context: ModelContext? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) {
        let descriptor = FetchDescriptor(predicate: filter, sortBy: descriptors)
        source = Source(descriptor, .init(sectionBy), context, isolation)
    }

    /// The models that match; none after an error of the first fetch.
    public var wrappedValue: [Element] { (try? source.observer.get()).map { Array($0.results) } ?? [] }

    /// The models by sections; nil without `sectionBy:`.
    public var sections: SectionedResults<Element, String>? { try? source.observer.get().sections }

    /// The error of the last fetch.
    public var fetchError: (any Error)? {
        switch source.observer {
        case .success(let observer): observer.fetchError
        case .failure(let error): error
        }
    }

    /// The context; nil where there is none.
    public var modelContext: ModelContext? { source.context }
}

extension ModelContainer {
    /// The container of the task, for queries without a context.
    ///
    /// ## Compatibility
    /// An addition.
    @TaskLocal public static var current: ModelContainer?

    /// A context on its way out of the main actor's turn, in which it is asked for.
    private struct PresentContext: @unchecked Sendable {
        // Sendable because the caller is in the main actor's turn too.
        let context: ModelContext
    }

    /// The main context for work of the main actor, else a new one.
    func context(in isolation: (any Actor)?) -> ModelContext {
        guard isolation === MainActor.shared else { return ModelContext(self) }
        return MainActor.assumeIsolated { PresentContext(context: mainContext) }.context
    }
}
