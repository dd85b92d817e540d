// SPDX-License-Identifier: Apache-2.0
// The attributes of properties in a class with @ManagedObject. Kinds of properties with rules of their own have their own
// files: Derived.swift, Mergeable.swift, Relationship.swift, Transformed.swift.

/// Adds options to an attribute, or puts a computed property into the model.
///
/// ```swift
/// @Attribute(.unique, .maximumLength(40), originalName: "caption") var title: String = ""
/// @Attribute(type: .integer16AttributeType) var stars: Int = 1
/// @Attribute(default: "-") var code: String {
///     get { primitiveCode ?? "-" }
///     set { willChangeValue(forKey: "code"); primitiveCode = newValue; didChangeValue(forKey: "code") }
/// }
/// ```
///
/// - Parameters:
///   - options: the options of the property in the model.
///   - type: the type in the model, where the Swift type fits several.
///   - originalName: the property's name in the previous version of the model.
///   - hashModifier: a text that changes the version hash.
///   - userInfo: entries for the program's own use.
///   - default: the default value, for a property that cannot have one behind `=`.
@attached(peer)
public macro Attribute(
    _ options: AttributeOption..., type: NSAttributeType? = nil, originalName: String? = nil,
    hashModifier: String? = nil, userInfo: [String: String] = [:], default: Any? = nil
) = #externalMacro(module: "PerdureMacroPlugin", type: "PropertyMarkerMacro")

/// Keeps an attribute or a relationship in memory: tracked, undone and validated like others, but not stored.
///
/// A transient attribute can have any type.
///
/// ```swift
/// @Transient var isVisible = true
/// @Transient var location: Location?
/// ```
@attached(peer)
public macro Transient() = #externalMacro(module: "PerdureMacroPlugin", type: "PropertyMarkerMacro")

/// Makes an array a fetched property, evaluated at first access and kept until the object becomes a fault.
///
/// ```swift
/// @FetchedProperty("director == $FETCH_SOURCE.director AND SELF != $FETCH_SOURCE", sort: ["-year", "title"])
/// var alsoByDirector: [Movie]
/// ```
///
/// - Parameters:
///   - predicate: the predicate of the objects; `$FETCH_SOURCE` is the object with the property.
///   - options: the options of the property in the model.
///   - sort: the keys to sort by; `-` before a key is for descending order.
///   - limit: the largest number of objects; 0 for all.
///   - originalName: the property's name in the previous version of the model.
///   - hashModifier: a text that changes the version hash.
///   - userInfo: entries for the program's own use, which the predicate sees as `$FETCHED_PROPERTY.userInfo`.
@attached(peer)
public macro FetchedProperty(
    _ predicate: String, _ options: PropertyOption..., sort: [String] = [], limit: Int = 0,
    originalName: String? = nil, hashModifier: String? = nil, userInfo: [String: String] = [:]
) = #externalMacro(module: "PerdureMacroPlugin", type: "PropertyMarkerMacro")

/// Keeps a stored property outside the model.
///
/// ```swift
/// @Ignored var cache: [String: Int] = [:]
/// ```
@attached(peer)
public macro Ignored() = #externalMacro(module: "PerdureMacroPlugin", type: "PropertyMarkerMacro")

/// Declares the keys on which a property's value depends; a change of one key notifies the property's observers.
///
/// The attribute works in a class with `@ManagedObject`, and in an extension of any managed object's class in its module:
///
/// ```swift
/// extension Person {
///     @DependsOn("firstName", "lastName") var fullName: String { "\(firstName) \(lastName)" }
/// }
/// ```
///
/// In an extension the attribute also lets key-value coding find the property, by `value(forKey: "fullName")`. Without
/// arguments it does nothing else.
///
/// - Parameter keys: keys, or key paths with dots.
@attached(peer, names: prefixed(_Key_))
public macro DependsOn(_ keys: String...) =
    #externalMacro(module: "PerdureMacroPlugin", type: "DependsOnMacro")

/// Declares the properties on which a property's value depends, by key paths.
///
/// ```swift
/// extension Person {
///     @DependsOn(\Person.firstName, \Person.lastName) var fullName: String { "\(firstName) \(lastName)" }
/// }
/// ```
///
/// - Parameter keyPaths: key paths from the class.
@attached(peer, names: prefixed(_Key_))
public macro DependsOn<Root: NSManagedObject>(_ keyPaths: PartialKeyPath<Root>...) =
    #externalMacro(module: "PerdureMacroPlugin", type: "DependsOnMacro")
