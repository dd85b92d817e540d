// SPDX-License-Identifier: Apache-2.0
// The macro that makes a class the class of an entity. PropertyMacros.swift has the attributes of properties.

/// Makes a class the class of an entity, and its stored properties the entity's attributes and relationships.
///
/// ```swift
/// @ManagedObject(unique: [["title", "year"]], indexes: [.index("byYear", on: "year")])
/// final class Movie: NSManagedObject {
///     var title: String = ""
///     var year: Int?
///     var status: Status = .draft          // an enum with raw values, a Codable type, a CompositeValue
///     var id: UUID = UUID()                // a value of its own for each new object
///     @Transient var isVisible = true
///     @Derived("reviews.@count") var reviewCount: Int
///     @Relationship(inverse: \Review.movie, deleteRule: .cascade) var reviews: Set<Review>
///
///     @DependsOn("title", "year") var caption: String { "\(title) (\(year ?? 0))" }
///
///     func validateTitle(_ title: inout String) throws {   // asked at each save
///         if title.isEmpty { throw CocoaError(.validationMissingMandatoryProperty) }
///     }
/// }
///
/// let model = NSManagedObjectModel(for: Movie.self, Review.self)
/// ```
///
/// An optional property is optional in the model. A constant behind `=` is the attribute's default value in the
/// model; any other expression is evaluated for each new object. Of the static members of numbers, texts, dates and the
/// like, only those that never change are constants, such as `.zero` and `.distantPast`; `.draft` of a type of the
/// program is one.
///
/// The class may inherit from another class with `@ManagedObject`, whose entity is then the superentity. Computed
/// properties are outside the model unless `@Attribute`, `@Transient`, `@Derived` or `@Relationship` marks them.
/// Key-value coding finds all of them but those that throw, wait or belong to the main actor.
///
/// A method named `validate` and a property's name validates that property. The method throws, and its only parameter has
/// no label and is `inout` or Core Data's pointer. The object gets a value that the method changed.
///
/// Besides accessors the class gets `fetchRequest()`, for each property `primitiveTitle`, for each to-many
/// relationship `addToReviews(_:)` and `removeFromReviews(_:)`, and for ordered ones the methods with an index. The
/// macro adds no member that the class declares itself.
///
/// - Parameters:
///   - name: the entity's name; by default the class's.
///   - isAbstract: whether only subentities have objects.
///   - unique: combinations of attributes that must be unique.
///   - indexes: the indexes: `.index("byYear", on: "year", .descending("title"), where: "year > 1900")`.
///   - originalName: the entity's name in the previous version of the model.
///   - hashModifier: a text that changes the version hash.
///   - userInfo: entries for the program's own use.
///   - configurations: the configurations that contain the entity, besides the default one.
@attached(
    member, names: named(_classProperties), named(_entityDeclaration), named(_Slots), named(fetchRequest),
    named(_setInitialValues), arbitrary)
@attached(memberAttribute)
public macro ManagedObject(
    _ name: String? = nil, isAbstract: Bool = false, unique: [[String]] = [],
    indexes: [NSFetchIndexDescription] = [], originalName: String? = nil, hashModifier: String? = nil,
    userInfo: [String: String] = [:], configurations: [String] = []
) = #externalMacro(module: "PerdureMacroPlugin", type: "ManagedObjectMacro")

/// The kind of a property whose accessors `@ManagedObject` writes.
///
/// The macro reads the name of the member; the value itself has no meaning.
public struct _ManagedPropertyKind: Sendable {
    init() {}

    /// An attribute of a plain type, or of a type that the type checker resolves.
    public static var attribute: Self { Self() }
    /// A transient attribute, which may have any type.
    public static var transient: Self { Self() }
    /// A fetched property.
    public static var fetched: Self { Self() }
}

/// Gives a property its accessors; `@ManagedObject` writes it.
@attached(accessor, names: named(get), named(set))
public macro _ManagedProperty(
    _ kind: _ManagedPropertyKind, _ slot: Int = 0, after: NSManagedObject.Type? = nil, default: Any? = nil
) = #externalMacro(module: "PerdureMacroPlugin", type: "ManagedPropertyMacro")
