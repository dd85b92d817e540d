// SPDX-License-Identifier: Apache-2.0
// The attributes of properties whose values a value transformer converts to data.

/// Stores an attribute's values as data, which a registered value transformer makes of them.
///
/// ```swift
/// @Attribute(transformer: "ColorTransformer") var color: Color?
/// ```
///
/// - Parameters:
///   - options: the options of the property in the model.
///   - originalName: the property's name in the previous version of the model.
///   - hashModifier: a text that changes the version hash.
///   - transformer: the transformer's registered name.
///   - userInfo: entries for the program's own use.
///   - default: the default value, for a property that cannot have one behind `=`.
@attached(peer)
public macro Attribute(
    _ options: AttributeOption..., originalName: String? = nil, hashModifier: String? = nil,
    transformer: String, userInfo: [String: String] = [:], default: Any? = nil
) = #externalMacro(module: "PerdureMacroPlugin", type: "PropertyMarkerMacro")

/// Stores an attribute's values as data, which a value transformer of a class makes of them.
///
/// ```swift
/// @Attribute(transformer: ColorTransformer.self) var color: Color?
/// ```
///
/// - Parameters:
///   - options: the options of the property in the model.
///   - originalName: the property's name in the previous version of the model.
///   - hashModifier: a text that changes the version hash.
///   - transformer: the transformer's class.
///   - userInfo: entries for the program's own use.
///   - default: the default value, for a property that cannot have one behind `=`.
@attached(peer)
public macro Attribute(
    _ options: AttributeOption..., originalName: String? = nil, hashModifier: String? = nil,
    transformer: ValueTransformer.Type, userInfo: [String: String] = [:], default: Any? = nil
) = #externalMacro(module: "PerdureMacroPlugin", type: "PropertyMarkerMacro")

extension _ManagedPropertyKind {
    /// An attribute with a value transformer, of any type.
    public static var transformed: Self { Self() }
}
