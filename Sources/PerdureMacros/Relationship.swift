// SPDX-License-Identifier: Apache-2.0
// The attribute of relationships. Each form takes the inverse as a key path or as a name, and the delete rule
// before or after the inverse.

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
/// Only one side needs to name the inverse. A key path on both sides is a circular reference to the compiler:
/// write the name on the other side, `inverse: "reviews"`. `inverse: nil` declares that there is no inverse.
///
/// - Parameters:
///   - options: the options of the property in the model.
///   - to: the destination, for a property of type `NSSet` or `NSOrderedSet`.
///   - inverse: the relationship of the destination that leads back.
///   - deleteRule: what happens to destinations when the object is deleted.
///   - minimum: the smallest number of destinations; an optional relationship may also be empty.
///   - maximum: the largest number of destinations; 0 for any number.
///   - originalName: the property's name in the previous version of the model.
///   - hashModifier: a text that changes the version hash.
///   - userInfo: entries for the program's own use.
@attached(peer)
public macro Relationship(
    _ options: PropertyOption..., to: NSManagedObject.Type? = nil, inverse: AnyKeyPath? = nil,
    deleteRule: NSDeleteRule = .nullify, minimum: Int = 0, maximum: Int = 0, originalName: String? = nil,
    hashModifier: String? = nil, userInfo: [String: String] = [:]
) = #externalMacro(module: "PerdureMacroPlugin", type: "PropertyMarkerMacro")

/// Makes a property a relationship, with the name of its inverse.
///
/// ```swift
/// @Relationship(inverse: "reviews") var movie: Movie?
/// ```
///
/// - Parameters:
///   - options: the options of the property in the model.
///   - to: the destination, for a property of type `NSSet` or `NSOrderedSet`.
///   - inverse: the name of the relationship that leads back.
///   - deleteRule: what happens to destinations when the object is deleted.
///   - minimum: the smallest number of destinations; an optional relationship may also be empty.
///   - maximum: the largest number of destinations; 0 for any number.
///   - originalName: the property's name in the previous version of the model.
///   - hashModifier: a text that changes the version hash.
///   - userInfo: entries for the program's own use.
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
///   - options: the options of the property in the model.
///   - to: the destination, for a property of type `NSSet` or `NSOrderedSet`.
///   - deleteRule: what happens to destinations when the object is deleted.
///   - inverse: the relationship of the destination that leads back.
///   - minimum: the smallest number of destinations; an optional relationship may also be empty.
///   - maximum: the largest number of destinations; 0 for any number.
///   - originalName: the property's name in the previous version of the model.
///   - hashModifier: a text that changes the version hash.
///   - userInfo: entries for the program's own use.
@attached(peer)
public macro Relationship(
    _ options: PropertyOption..., to: NSManagedObject.Type? = nil, deleteRule: NSDeleteRule,
    inverse: AnyKeyPath?,
    minimum: Int = 0, maximum: Int = 0, originalName: String? = nil, hashModifier: String? = nil,
    userInfo: [String: String] = [:]
) = #externalMacro(module: "PerdureMacroPlugin", type: "PropertyMarkerMacro")

/// Makes a property a relationship, with the delete rule first and the name of its inverse.
///
/// ```swift
/// @Relationship(deleteRule: .cascade, inverse: "movie") var reviews: Set<Review>
/// ```
///
/// - Parameters:
///   - options: the options of the property in the model.
///   - to: the destination, for a property of type `NSSet` or `NSOrderedSet`.
///   - deleteRule: what happens to destinations when the object is deleted.
///   - inverse: the name of the relationship that leads back.
///   - minimum: the smallest number of destinations; an optional relationship may also be empty.
///   - maximum: the largest number of destinations; 0 for any number.
///   - originalName: the property's name in the previous version of the model.
///   - hashModifier: a text that changes the version hash.
///   - userInfo: entries for the program's own use.
@attached(peer)
public macro Relationship(
    _ options: PropertyOption..., to: NSManagedObject.Type? = nil, deleteRule: NSDeleteRule, inverse: String,
    minimum: Int = 0, maximum: Int = 0, originalName: String? = nil, hashModifier: String? = nil,
    userInfo: [String: String] = [:]
) = #externalMacro(module: "PerdureMacroPlugin", type: "PropertyMarkerMacro")

extension _ManagedPropertyKind {
    /// A relationship.
    public static var relationship: Self { Self() }
}
