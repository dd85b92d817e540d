// SPDX-License-Identifier: Apache-2.0
// Counts the members of a relationship without making models of them.

import Foundation
import Perdure
import PerdureBase

extension ModelContext {
    /// How many models a relationship has.
    ///
    /// ```swift
    /// let count = try context.memberCount(of: author, \.books)
    /// ```
    ///
    /// Costs one count in the store, and no access where the members were read. A relationship without an inverse is read.
    ///
    /// ## Compatibility
    /// An addition: reading `author.books.count` makes a model of each member.
    ///
    /// - Parameters:
    ///   - model: A model of this context.
    ///   - keyPath: The relationship.
    /// - Returns: The number of members, unsaved changes included.
    /// - Throws: `SwiftDataError.missingModelContext` for a model of no context or another one, `unsupportedKeyPath` for a key path
    ///   that is no relationship, and the store's errors.
    public func memberCount<T: PersistentModel, Member: PersistentModel>(
        of model: T, _ keyPath: KeyPath<T, [Member]>
    ) throws -> Int { try members(of: model, keyPath) }

    /// How many models a relationship has; 0 where it is nil.
    ///
    /// ## Compatibility
    /// An addition.
    public func memberCount<T: PersistentModel, Member: PersistentModel>(
        of model: T, _ keyPath: KeyPath<T, [Member]?>
    ) throws -> Int { try members(of: model, keyPath) }

    private func members<T: PersistentModel>(of model: T, _ keyPath: PartialKeyPath<T>) throws -> Int {
        let facts = ModelFacts.of(type(of: model))
        guard let name = facts.name(of: keyPath), let slot = facts.slot(named: name) else {
            throw SwiftDataError(.unsupportedKeyPath, "\(keyPath) is no persisted property of \(T.self).")
        }
        let object = model.object
        guard object.managedObjectContext === store else {
            throw SwiftDataError(
                .missingModelContext,
                "\(T.self).\(name): the model \(model.persistentModelID) is not in this context; insert it, or find it "
                    + "here by model(for:).")
        }
        return try use.using {
            adoptSaves()
            return try storedCount(object, name) ?? object._toMany(at: slot).count
        }
    }

    /// The count in the store, of members that are not read yet; nil where it cannot be asked for.
    private func storedCount(_ object: _ModelObject, _ name: String) throws -> Int? {
        guard !object.objectID.isTemporaryID, object.hasFault(forRelationshipNamed: name),
            let relationship = object.entity.relationshipsByName[name],
            let inverse = relationship.inverseRelationship, let destination = relationship.destinationEntity
        else { return nil }
        let request = NSFetchRequest<NSManagedObject>(entityName: destination.name ?? "")
        request.entity = destination
        request.predicate = NSPredicate(
            format: inverse.isToMany ? "ANY %K == %@" : "%K == %@", inverse.name, object)
        return try ExceptionTrap.catching { try store.count(for: request) }
    }
}
