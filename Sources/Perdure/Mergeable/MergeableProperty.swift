// SPDX-License-Identifier: Apache-2.0
// The wrapper that gives generated classes `$likes`. It stores nothing. The generator writes a type into the class that
// reads and sets the property and makes its handle.

/// The generated accessors of a merging property.
public protocol _MergeableAccess {
    /// The class with the property.
    associatedtype Object: NSManagedObject
    /// The property's type.
    associatedtype Value
    /// The type of its handle.
    associatedtype Handle
    /// Reads the property.
    static func get(_ object: Object) -> Value
    /// Sets the property.
    static func set(_ value: Value, _ object: Object)
    /// The property's handle.
    static func handle(_ object: Object) -> Handle
}

/// Reads and sets a property through its generated accessors, and projects its handle.
@propertyWrapper public struct _MergeableProperty<Access: _MergeableAccess> {
    /// Not used: an object is needed.
    @available(*, unavailable, message: "The property belongs to a class of managed objects.")
    public var wrappedValue: Access.Value {
        get { fatalError("\(Access.self) needs an object") }
        set { fatalError("\(Access.self) needs an object, and has \(newValue)") }
    }

    /// Not used: an object is needed.
    @available(*, unavailable, message: "The property belongs to a class of managed objects.")
    public var projectedValue: Access.Handle { fatalError("\(Access.self) needs an object") }

    /// Makes the wrapper.
    public init() {}

    /// The property of an object.
    public static subscript(
        _enclosingInstance object: Access.Object,
        wrapped wrapped: ReferenceWritableKeyPath<Access.Object, Access.Value>,
        storage storage: ReferenceWritableKeyPath<Access.Object, Self>
    ) -> Access.Value {
        get { Access.get(object) }
        set { Access.set(newValue, object) }
    }

    /// The handle of an object's property.
    public static subscript(
        _enclosingInstance object: Access.Object,
        projected projected: KeyPath<Access.Object, Access.Handle>,
        storage storage: ReferenceWritableKeyPath<Access.Object, Self>
    ) -> Access.Handle { Access.handle(object) }
}
