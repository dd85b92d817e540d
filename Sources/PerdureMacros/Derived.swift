// SPDX-License-Identifier: Apache-2.0
// The attribute of properties that the store computes.

/// Has the store compute an attribute at each save.
///
/// The property is read-only.
///
/// ```swift
/// @Derived("reviews.@count") var reviewCount: Int
/// @Derived("now()", .indexed) var changed: Date?
/// ```
///
/// - Parameters:
///   - expression: the derivation's expression.
///   - options: the options of the property in the model.
///   - originalName: the property's name in the previous version of the model.
///   - hashModifier: a text that changes the version hash.
///   - userInfo: entries for the program's own use.
///   - default: the value of a new object until the store has computed one.
@attached(peer)
public macro Derived(
    _ expression: String, _ options: AttributeOption..., originalName: String? = nil,
    hashModifier: String? = nil, userInfo: [String: String] = [:], default: Any? = nil
) = #externalMacro(module: "PerdureMacroPlugin", type: "PropertyMarkerMacro")

extension _ManagedPropertyKind {
    /// An attribute that the store computes.
    public static var derived: Self { Self() }
}
