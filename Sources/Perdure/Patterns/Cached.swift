// SPDX-License-Identifier: Apache-2.0
// A computed property that is computed again only when what it is computed of has changed. What its sources are, and how
// they are compared, is CachedSources.swift.

import Foundation

/// A read-only property that is computed of others, and kept until one of them has another value.
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
/// The values of the sources are kept beside the result, and each read compares. So it does not matter how a source
/// changed: by a setter, a primitive write, undo, redo, refresh, merging or rollback. The second declaration is for
/// observers: they are told of `coreLocation` when a source changes. A class with the macro `@ManagedObject` does without
/// it.
///
/// A source is a property of the model: an attribute, of whichever type, transient ones too; a to-one relationship,
/// which counts as changed when it leads to another object; a to-many relationship, when its members or their order
/// change; or a path through to-one relationships that ends with one of these, as `"department.name"`.
///
/// Reading fires the fault. It never makes the object dirty and leaves no trace for undo. A result that was kept costs no
/// store access and one comparison per source; a path looks a name up at each step. Values that can be changed in place
/// are compared as objects: a change inside them is not seen.
///
/// The result is kept while the object is a fault, until the next read. It may be read in `didTurnIntoFault` no more than
/// other properties.
///
/// ## Compatibility
/// An addition. The property need not be in the model; where the model has it as a transient attribute, as it would on
/// Apple's systems, that attribute stays nil.
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
    ///   - sources: further ones.
    ///   - compute: makes the value; it may read any property.
    public init(_ source: String, _ sources: String..., by compute: @escaping (Owner) -> Value) {
        self.sources = CachedSources([source] + sources)
        self.compute = compute
    }

    /// The value for an object: what reading the property does.
    ///
    /// For whoever keeps a `Cached` as it is, in a constant of the owner.
    ///
    /// - Parameter owner: always the same object.
    /// - Returns: the value that was kept, or a new one.
    public func value(of owner: Owner) -> Value {
        sources.announceReading(of: owner)
        if let result, sources.match(result.states, of: owner) { return result.value }
        return make(for: owner)
    }

    private func make(for owner: Owner) -> Value {
        // Before computing: what changes meanwhile is seen by the next read.
        let states = sources.states(of: owner)
        let value = compute(owner)
        result = states.map { (value, $0) }
        return value
    }

    /// Takes the place of the property's storage in its object.
    public static subscript(
        _enclosingInstance owner: Owner, wrapped property: KeyPath<Owner, Value>,
        storage storage: KeyPath<Owner, Cached<Owner, Value>>
    ) -> Value { owner[keyPath: storage].value(of: owner) }

    /// There is no value without an object.
    @available(*, unavailable, message: "@Cached is for properties of classes of managed objects")
    public var wrappedValue: Value {
        // Nothing can call this; the language asks for it to be there.
        fatalError("@Cached has no value without its object")
    }
}
