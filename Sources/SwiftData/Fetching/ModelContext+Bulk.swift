// SPDX-License-Identifier: Apache-2.0
// Changes of many models at once: a value for all that match, in the store, and deletions that are counted.

import Foundation
import Perdure
import PerdureBase
import PerdureBatches

extension ModelContext {
    /// Sets a property of all models that match, in the store and at once.
    ///
    /// ```swift
    /// let count = try context.update(model: Book.self, where: #Predicate { $0.pages == 0 }, set: \.rank, to: .low)
    /// ```
    ///
    /// Costs one statement, and makes no models. Those that contexts have take the value over, unless the property has an unsaved
    /// change, which stays. Unsaved models do not take part, and nothing is undone or validated.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameters:
    ///   - model: The class.
    ///   - predicate: What matches; nil for all.
    ///   - includeSubclasses: Whether models of subclasses are changed too.
    ///   - keyPath: The property: an attribute, or a relationship to one whose other side is to many or absent.
    ///   - value: The value; a model must be saved.
    /// - Returns: The number of changed models.
    /// - Throws: `SwiftDataError.unsupportedKeyPath` for a key path that is no such property, what a fetch throws for the predicate,
    ///   and the stores' errors.
    @discardableResult
    public func update<T: PersistentModel, Value>(
        model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true,
        set keyPath: KeyPath<T, Value>, to value: Value
    ) throws -> Int {
        let fetch = try request(for: FetchDescriptor<T>(predicate: predicate))
        let request = NSBatchUpdateRequest(entityName: Schema.entityName(for: T.self))
        request.predicate = fetch.predicate
        request.includesSubentities = includeSubclasses
        request.resultType = .updatedObjectIDsResultType
        request.propertiesToUpdate = try Self.columns(keyPath, value)
        let result = try use.using { try ExceptionTrap.catching { try store.execute(request) } }
        var saved = SavedChanges()
        saved.updated = (result as? NSBatchUpdateResult)?.result as? [NSManagedObjectID] ?? []
        adopt(saved)
        stores.audience.tell(saved, except: box)
        followers.tell(of: self, by: autosave.runner)
        return saved.updated.count
    }

    /// The value in the form of the store, by the names of attributes and elements.
    private static func columns<T: PersistentModel, Value>(
        _ keyPath: KeyPath<T, Value>, _ value: Value
    ) throws -> [AnyHashable: Any] {
        let facts = ModelFacts.of(T.self)
        guard let name = facts.name(of: keyPath), let slot = facts.slot(named: name),
            !facts.properties[slot].form.isToMany
        else {
            throw SwiftDataError(
                .unsupportedKeyPath,
                "\(keyPath) is no attribute of \(T.self) and no relationship to one: only those are set in the store."
            )
        }
        let content = (value as? any OptionalValue).map(\.content) ?? value
        if let model = content as? any PersistentModel { return [name: model.object.objectID] }
        let form = facts.properties[slot].form
        let stored = try content.flatMap { try form.stored($0, as: name) }
        let elements = form.elements(named: name)
        return elements.isEmpty
            ? [name: stored ?? NSNull()] : columns(of: elements, name, stored as? [String: Any])
    }

    private static func columns(
        of elements: [Schema.Attribute], _ path: String, _ values: [String: Any]?
    ) -> [AnyHashable: Any] {
        var columns: [AnyHashable: Any] = [:]
        for element in elements {
            let (path, value) = ("\(path).\(element.name)", values?[element.name])
            if let nested = element as? Schema.CompositeAttribute {
                columns.merge(self.columns(of: nested.properties, path, value as? [String: Any])) { $1 }
            } else {
                columns[path] = value ?? NSNull()
            }
        }
        return columns
    }

    /// Deletes all models that match, with the next save, and counts them; delete rules apply.
    ///
    /// ## Compatibility
    /// An addition: `delete(model:where:)` with a result.
    ///
    /// - Parameters:
    ///   - model: The class.
    ///   - predicate: What matches; nil for all.
    ///   - includeSubclasses: Whether models of subclasses are deleted too.
    /// - Returns: The number of models, without those that a rule deletes with them.
    /// - Throws: What a fetch throws.
    @discardableResult
    public func deleteAll<T: PersistentModel>(
        _ model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
    ) throws -> Int {
        let request = try request(for: FetchDescriptor<T>(predicate: predicate))
        request.includesSubentities = includeSubclasses
        let count = try ExceptionTrap.catching { try store.count(for: request) }
        try delete(model: model, where: predicate, includeSubclasses: includeSubclasses)
        return count
    }
}
