// SPDX-License-Identifier: Apache-2.0
// A computed property that is computed again only when one of its sources has changed. CachedSources.swift defines the
// sources and compares them.

import Foundation
import Perdure

/// A read-only property that is computed from other properties, and kept until one of them changes.
///
/// ```swift
/// final class Place: NSManagedObject {
///     @Cached("latitude", "longitude", by: { (place: Place) in Location(place.latitude, place.longitude) })
///     var coreLocation: Location
/// }
///
/// extension Place: DependentKeyDeclaring {
///     static var dependentKeys: [String: Set<String>] { ["coreLocation": ["latitude", "longitude"]] }
/// }
/// ```
///
/// The sources' values are kept beside the result, and each read compares them. So every change of a source counts: by a
/// setter, a primitive write, undo, redo, refresh, merging or rollback. The second declaration is for observers: they are
/// told of `coreLocation` when a source changes. A class with the macro `@ManagedObject` does not need it.
///
/// A source is a property of the model. An attribute of any type counts, transient ones too. A to-one relationship
/// changes when it gets another destination. A to-many relationship changes with its members or their order. A path
/// through to-one relationships may end with any of these, as `"department.name"`.
///
/// Reading fires the fault. It never makes the object dirty and leaves no trace for undo. Reading a kept result costs no
/// store access and one comparison per source; a path also looks up a name at each step. Values that can be changed in
/// place are compared as objects: a change inside of them is not seen.
///
/// The result is kept while the object is a fault, until the next read. Like other properties, it must not be read in
/// `didTurnIntoFault`.
///
/// ## Compatibility
/// An addition. The property need not be in the model. If the model has it as a transient attribute, as on Apple's
/// systems, that attribute stays nil.
@propertyWrapper
public final class Cached<Owner: NSManagedObject, Value> {
    private let sources: CachedSources
    private let compute: (Owner) -> Value
    private var result: (value: Value, states: [SourceState])?

    /// Makes the property.
    ///
    /// A source that is no property of the entity stops the process at the first read, unless a throwing caller waits.
    ///
    /// - Parameters:
    ///   - source: a property that the value depends on, or a path to one.
    ///   - sources: further properties or paths.
    ///   - compute: makes the value; it may read any property.
    public init(_ source: String, _ sources: String..., by compute: @escaping (Owner) -> Value) {
        self.sources = CachedSources([source] + sources)
        self.compute = compute
    }

    /// The value for an object, as reading the property gives it.
    ///
    /// For code that keeps a `Cached` itself, in a constant of the owner.
    ///
    /// - Parameter owner: always the same object.
    /// - Returns: the value that was kept, or a new one.
    public func value(of owner: Owner) -> Value {
        sources.announceReading(of: owner)
        if let result, sources.match(result.states, of: owner) { return result.value }
        return make(for: owner)
    }

    private func make(for owner: Owner) -> Value {
        // Read before computing, so that the next read sees a change that happens meanwhile.
        let states = sources.states(of: owner)
        let value = compute(owner)
        result = states.map { (value, $0) }
        return value
    }

    /// Replaces the property's storage in its object.
    public static subscript(
        _enclosingInstance owner: Owner, wrapped property: KeyPath<Owner, Value>,
        storage storage: KeyPath<Owner, Cached<Owner, Value>>
    ) -> Value { owner[keyPath: storage].value(of: owner) }

    /// There is no value without an object.
    @available(*, unavailable, message: "@Cached is for properties of classes of managed objects")
    public var wrappedValue: Value {
        // Nothing can call this; the language requires it.
        fatalError("@Cached has no value without its object")
    }
}
