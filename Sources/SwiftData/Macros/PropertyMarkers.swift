// SPDX-License-Identifier: Apache-2.0
// The macros that describe properties and their combinations. They add nothing themselves: @Model reads them.

/// Describes an attribute.
@attached(peer)
public macro Attribute(
    _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "PerdureMacroPlugin", type: "PersistentMarkerMacro")

/// Describes a relationship.
@attached(peer)
public macro Relationship(
    _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
    minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
    inverse: AnyKeyPath? = nil, hashModifier: String? = nil
) = #externalMacro(module: "PerdureMacroPlugin", type: "PersistentMarkerMacro")

/// Keeps a stored property out of the schema.
@attached(peer)
public macro Transient() = #externalMacro(module: "PerdureMacroPlugin", type: "PersistentMarkerMacro")

/// States combinations of properties that no two models of a class share.
@freestanding(declaration)
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
    #externalMacro(module: "PerdureMacroPlugin", type: "PersistentConstraintMacro")

/// Asks for indexes over properties.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
    #externalMacro(module: "PerdureMacroPlugin", type: "PersistentConstraintMacro")

/// Asks for indexes of stated kinds.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: Schema.Index<T>.Types<T>...) =
    #externalMacro(module: "PerdureMacroPlugin", type: "PersistentConstraintMacro")
