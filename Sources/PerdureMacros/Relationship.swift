// SPDX-License-Identifier: Apache-2.0
// The attribute of relationships. Each form takes the inverse as a key path or as a name, and the delete rule
// before or after it.

/// Makes a property a relationship: `Review?` to one object, `Set<Review>` to many, `[Review]` to many in order.
///
/// ```swift
/// @ManagedObject final class Movie: NSManagedObject {
///     @Relationship(inverse: \Review.movie, deleteRule: .cascade) var reviews: Set<Review>
/// }
/// @ManagedObject final class Review: NSManagedObject {
///     @Relationship var movie: Movie?
/// }
/// ```
///
/// The inverse needs to be said on one side only. A key path on both sides is a circular reference to the compiler:
/// write the name on the other side, `inverse: "reviews"`. `inverse: nil` says that there is none.
///
/// - Parameters:
///   - options: what the model says about it.
///   - to: the destination, for a property of type `NSSet` or `NSOrderedSet`.
///   - inverse: the relationship of the destination that leads back.
///   - deleteRule: what happens to destinations when the object is deleted.
///   - minimum: how many destinations it must have at least, unless it is empty and optional.
///   - maximum: how many it can have; 0 for any number.
///   - originalName: its name in the previous version of the model.
///   - hashModifier: mixed into the version hash.
///   - userInfo: free entries.
@attached(peer)
public macro Relationship(
    _ options: PropertyOption..., to: NSManagedObject.Type? = nil, inverse: AnyKeyPath? = nil,
    deleteRule: NSDeleteRule = .nullify, minimum: Int = 0, maximum: Int = 0, originalName: String? = nil,
    hashModifier: String? = nil, userInfo: [String: String] = [:]
) = #externalMacro(module: "PerdureMacroPlugin", type: "PropertyMarkerMacro")

/// Makes a property a relationship whose inverse is given by its name.
///
/// ```swift
/// @Relationship(inverse: "reviews") var movie: Movie?
/// ```
///
/// - Parameters:
///   - options: what the model says about it.
///   - to: the destination, for a property of type `NSSet` or `NSOrderedSet`.
///   - inverse: the name of the relationship that leads back.
///   - deleteRule: what happens to destinations when the object is deleted.
///   - minimum: how many destinations it must have at least, unless it is empty and optional.
///   - maximum: how many it can have; 0 for any number.
///   - originalName: its name in the previous version of the model.
///   - hashModifier: mixed into the version hash.
///   - userInfo: free entries.
@attached(peer)
public macro Relationship(
    _ options: PropertyOption..., to: NSManagedObject.Type? = nil, inverse: String,
    deleteRule: NSDeleteRule = .nullify, minimum: Int = 0, maximum: Int = 0, originalName: String? = nil,
    hashModifier: String? = nil, userInfo: [String: String] = [:]
) = #externalMacro(module: "PerdureMacroPlugin", type: "PropertyMarkerMacro")

/// Makes a property a relationship, with the delete rule first.
///
/// ```swift
/// @Relationship(deleteRule: .cascade, inverse: \Review.movie) var reviews: Set<Review>
/// ```
///
/// - Parameters:
///   - options: what the model says about it.
///   - to: the destination, for a property of type `NSSet` or `NSOrderedSet`.
///   - deleteRule: what happens to destinations when the object is deleted.
///   - inverse: the relationship of the destination that leads back.
///   - minimum: how many destinations it must have at least, unless it is empty and optional.
///   - maximum: how many it can have; 0 for any number.
///   - originalName: its name in the previous version of the model.
///   - hashModifier: mixed into the version hash.
///   - userInfo: free entries.
@attached(peer)
public macro Relationship(
    _ options: PropertyOption..., to: NSManagedObject.Type? = nil, deleteRule: NSDeleteRule,
    inverse: AnyKeyPath?,
    minimum: Int = 0, maximum: Int = 0, originalName: String? = nil, hashModifier: String? = nil,
    userInfo: [String: String] = [:]
) = #externalMacro(module: "PerdureMacroPlugin", type: "PropertyMarkerMacro")

/// Makes a property a relationship, with the delete rule first and the inverse given by its name.
///
/// ```swift
/// @Relationship(deleteRule: .cascade, inverse: "movie") var reviews: Set<Review>
/// ```
///
/// - Parameters:
///   - options: what the model says about it.
///   - to: the destination, for a property of type `NSSet` or `NSOrderedSet`.
///   - deleteRule: what happens to destinations when the object is deleted.
///   - inverse: the name of the relationship that leads back.
///   - minimum: how many destinations it must have at least, unless it is empty and optional.
///   - maximum: how many it can have; 0 for any number.
///   - originalName: its name in the previous version of the model.
///   - hashModifier: mixed into the version hash.
///   - userInfo: free entries.
@attached(peer)
public macro Relationship(
    _ options: PropertyOption..., to: NSManagedObject.Type? = nil, deleteRule: NSDeleteRule, inverse: String,
    minimum: Int = 0, maximum: Int = 0, originalName: String? = nil, hashModifier: String? = nil,
    userInfo: [String: String] = [:]
) = #externalMacro(module: "PerdureMacroPlugin", type: "PropertyMarkerMacro")

extension _ManagedPropertyKind {
    /// A property that leads to other objects.
    public static var relationship: Self { Self() }
}
