// SPDX-License-Identifier: Apache-2.0
// The attributes of properties in a class with @ManagedObject. Kinds of properties with rules of their own have files of their
// own: Derived.swift, Mergeable.swift, Relationship.swift, Transformed.swift.

/// Says more about an attribute, or makes a computed property one of the model.
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
///   - options: what the model says about it.
///   - type: the type in the model, where the Swift type stands for several.
///   - originalName: its name in the previous version of the model.
///   - hashModifier: mixed into the version hash.
///   - userInfo: free entries.
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

/// Makes an array show what a predicate finds: evaluated at first access, kept until the object becomes a fault.
///
/// ```swift
/// @FetchedProperty("director == $FETCH_SOURCE.director AND SELF != $FETCH_SOURCE", sort: ["-year", "title"])
/// var alsoByDirector: [Movie]
/// ```
///
/// - Parameters:
///   - predicate: what the objects satisfy; `$FETCH_SOURCE` is the object that has the property.
///   - options: what the model says about it.
///   - sort: the keys to sort by; `-` before a key is for descending order.
///   - limit: how many objects at most; 0 for all.
///   - originalName: its name in the previous version of the model.
///   - hashModifier: mixed into the version hash.
///   - userInfo: free entries, which the predicate sees as `$FETCHED_PROPERTY.userInfo`.
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

/// Declares which keys a property's value is made of: who observes the property is told when one of them changes.
///
/// In a class with `@ManagedObject`, or in an extension of any managed object's class in the class's own module:
///
/// ```swift
/// extension Person {
///     @DependsOn("firstName", "lastName") var fullName: String { "\(firstName) \(lastName)" }
/// }
/// ```
///
/// In an extension it also lets key-value coding find the property, by `value(forKey: "fullName")`; without
/// arguments it does only that.
///
/// - Parameter keys: keys, or key paths with dots.
@attached(peer, names: prefixed(_Key_))
public macro DependsOn(_ keys: String...) =
    #externalMacro(module: "PerdureMacroPlugin", type: "DependsOnMacro")

/// Declares which properties a property's value is made of, by key paths.
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
