// SPDX-License-Identifier: Apache-2.0
// A violation of a uniqueness constraint that a save found. NSMergeConflict.swift is the conflict over one row.

import Foundation
import PerdureStore

/// Objects whose values a uniqueness constraint allows only once.
open class NSConstraintConflict: NSObject {
    /// The names of the constraint's attributes.
    open var constraint: [String] { names }
    /// The values that collide, by the names in `constraint`; `NSNull` for nil.
    open var constraintValues: [String: Any] { values }
    /// The stored object with the same values; nil when only unsaved objects collide.
    open var databaseObject: NSManagedObject? {
        if let database { return database }
        return databaseID.flatMap { id in context.map { $0.object(with: id) } }
    }
    /// The stored values of the database object.
    open var databaseSnapshot: [String: Any]? { databaseValues }
    /// The objects that could not be saved.
    open var conflictingObjects: [NSManagedObject] { conflicting }
    /// The values of the conflicting objects, in the same order.
    open var conflictingSnapshots: [[AnyHashable: Any]] { snapshots }

    /// The properties of the constraint: "attribute.element" names the one before the dot.
    var propertyNames: [String] { constraint.compactMap { $0.split(separator: ".").first.map(String.init) } }

    /// The row of the database object.
    let databaseRow: Row?
    let databaseID: NSManagedObjectID?
    /// The merge policy's decision for each object.
    var outcomes: [(NSManagedObject, ConstraintConflictOutcome)] = []
    /// The values that merge policies replaced in objects.
    let compensation: CompensationLog

    /// The database object, if the context has registered it; this property does not register it.
    package var registeredObject: NSManagedObject? {
        database ?? databaseID.flatMap { context?.registeredObject(for: $0) }
    }

    /// The context that gives the database object at the first question.
    private weak var context: NSManagedObjectContext?
    private let names: [String]
    private let values: [String: Any]
    private let database: NSManagedObject?
    private let databaseValues: [String: Any]?
    private let conflicting: [NSManagedObject]
    private let snapshots: [[AnyHashable: Any]]

    /// Makes a conflict.
    ///
    /// - Parameters:
    ///   - contraint: the names of the constraint's attributes.
    ///   - databaseObject: the stored object with the same values.
    ///   - databaseSnapshot: the stored values of the database object.
    ///   - conflictingObjects: the objects that could not be saved.
    ///   - conflictingSnapshots: the values of these objects, in the same order.
    public init(
        constraint contraint: [String], database databaseObject: NSManagedObject?,
        databaseSnapshot: [AnyHashable: Any]?, conflicting conflictingObjects: [NSManagedObject],
        conflictingSnapshots: [Any]
    ) {
        names = contraint
        database = databaseObject
        databaseValues = databaseSnapshot.map(Self.byName)
        conflicting = conflictingObjects
        snapshots = conflictingSnapshots.map { $0 as? [AnyHashable: Any] ?? [:] }
        let first = snapshots.first.map(Self.byName) ?? databaseValues ?? [:]
        values = Self.values(of: contraint, in: first)
        databaseRow = nil
        databaseID = databaseObject?.objectID
        context = nil
        compensation = CompensationLog()
    }

    /// Makes a conflict without objects.
    @available(
        *, deprecated,
        message: "Use init(constraint:database:databaseSnapshot:conflicting:conflictingSnapshots:)"
    )
    public override convenience init() {
        self.init(
            constraint: [], database: nil, databaseSnapshot: nil, conflicting: [], conflictingSnapshots: [])
    }

    /// A conflict that a store has found.
    init(
        _ attributes: [String], _ collision: ConstraintCollision, _ store: EngineStore,
        _ context: NSManagedObjectContext, _ compensation: CompensationLog
    ) {
        self.compensation = compensation
        names = attributes
        databaseRow = collision.existing
        databaseID = collision.existing.map { store.namespace.id($0.key) }
        database = nil
        self.context = context
        databaseValues = collision.existing?.conflictSnapshot(store.namespace)
        conflicting = collision.objects
        snapshots = collision.objects.map { $0.conflictSnapshot }
        let all = snapshots.first.map(Self.byName) ?? [:]
        values = Self.values(of: attributes, in: all)
    }

    /// The values of a constraint's attributes, and of its elements by their paths: "attribute.element".
    private static func values(of names: [String], in snapshot: [String: Any]) -> [String: Any] {
        var result: [String: Any] = [:]
        for name in names {
            let path = name.split(separator: ".").map(String.init)
            guard let first = path.first, let value = snapshot[first] else { continue }
            // A nil composite has no dictionary, and a dictionary leaves out elements that are nil.
            result[name] = path.dropFirst().reduce(value) { ($0 as? [String: Any])?[$1] ?? NSNull() }
        }
        return result
    }

    private static func byName(_ snapshot: [AnyHashable: Any]) -> [String: Any] {
        Dictionary(
            uniqueKeysWithValues: snapshot.compactMap { key, value in (key as? String).map { ($0, value) } })
    }
}
