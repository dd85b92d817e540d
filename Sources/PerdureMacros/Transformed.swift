// SPDX-License-Identifier: Apache-2.0
// The attributes of properties whose values a transformer makes into data.

/// Says that an attribute's values are stored as the data that a registered transformer makes of them.
///
/// ```swift
/// @Attribute(transformer: "ColorTransformer") var color: Color?
/// ```
///
/// - Parameters:
///   - options: what the model says about it.
///   - originalName: its name in the previous version of the model.
///   - hashModifier: mixed into the version hash.
///   - transformer: the transformer's registered name.
///   - userInfo: free entries.
///   - default: the default value, for a property that cannot have one behind `=`.
@attached(peer)
public macro Attribute(
    _ options: AttributeOption..., originalName: String? = nil, hashModifier: String? = nil,
    transformer: String, userInfo: [String: String] = [:], default: Any? = nil
) = #externalMacro(module: "PerdureMacroPlugin", type: "PropertyMarkerMacro")

/// Says that an attribute's values are stored as the data that a transformer class makes of them.
///
/// ```swift
/// @Attribute(transformer: ColorTransformer.self) var color: Color?
/// ```
///
/// - Parameters:
///   - options: what the model says about it.
///   - originalName: its name in the previous version of the model.
///   - hashModifier: mixed into the version hash.
///   - transformer: the transformer's class.
///   - userInfo: free entries.
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
