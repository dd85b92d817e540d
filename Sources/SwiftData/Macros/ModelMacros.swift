// SPDX-License-Identifier: Apache-2.0
// The macros of classes and actors. PropertyMarkers.swift has those of properties; PerdureMacroExpansion says what they become.

/// Makes a class a model: its stored properties are persisted and observed.
///
/// ```swift
/// @Model
/// final class Author {
///     @Attribute(.unique) var name: String
///     @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []
///     @Transient var isSelected = false
///
///     init(name: String) { self.name = name }
/// }
/// ```
///
/// Computed, static, lazy and `@Transient` properties are left alone. The class needs an initializer of its own.
@attached(
    member, conformances: Observable, PersistentModel, Sendable, names: named(_$backingData),
    named(persistentBackingData), named(schemaMetadata), named(init), named(_$observationRegistrar),
    named(_$observation), named(_$object),
    named(_SwiftDataNoType), named(access), named(withMutation), named(_$Slots), named(_$keyPaths),
    named(_$take), named(_$make), named(_$tell), named(_$Root))
@attached(memberAttribute)
@attached(
    extension, conformances: Observable, PersistentModel, Sendable, CustomReflectable,
    CustomDebugStringConvertible)
public macro Model() = #externalMacro(module: "PerdureMacroPlugin", type: "PersistentModelMacro")

/// Gives a property its accessors; `@Model` writes it.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty(_ number: Int) =
    #externalMacro(module: "PerdureMacroPlugin", type: "PersistedPropertyMacro")

/// Makes an actor run on the queue of a context of its own.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "PerdureMacroPlugin", type: "ModelActorMacro")
