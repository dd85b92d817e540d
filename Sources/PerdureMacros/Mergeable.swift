// SPDX-License-Identifier: Apache-2.0
// The attribute of properties that merge instead of conflicting.

/// Makes an attribute merge: a save applies this context's change to what others have stored by then.
///
/// ```swift
/// @ManagedObject final class Post: NSManagedObject {
///     @Mergeable(.counter, .minimum(0)) var likes: Int64 = 0
///     @Mergeable(.set) var tags: Set<String>
///     @Mergeable(.dictionary, indexedKeys: ["theme"]) var settings: [String: Any]
///     @Mergeable(.value, conflict: .theirs) var color: RGBA?
/// }
///
/// post.likes = 5                        // adds what is missing to 5
/// post.$likes.increment(by: 3)
/// post.$tags.insert("new")
/// post.$settings["theme"] = "dark"
/// post.$settings.increment("visits")
/// ```
///
/// The property is read and set as any other. Beside it stands its handle, `$likes`, which changes the value by what is to
/// be added, inserted or set: `MergeableCounter`, `MergeableSet`, `MergeableDictionary`, `MergeableValue`. Whatever else
/// the model says about the attribute stands in `@Attribute`, and `@Transient` keeps it in memory.
///
/// - Parameters:
///   - kind: how it merges. A counter is an integer, a Double or a Decimal; a set has Strings, integers, UUIDs, URLs or
///     enumerations of them; a dictionary has Strings as keys; a value is of any type that attributes have.
///   - options: what the model says about it: `.minimum(0)`, `.maximum(20)`.
///   - criterion: what counts as a change.
///   - conflict: which of two replacements of a value counts.
///   - deep: whether keys of a dictionary are paths into nested ones.
///   - indexedKeys: the keys of a dictionary that have an index.
///   - indexesElements: whether the elements of a set have an index.
///   - skipsChangedInUndo: whether undo of a saved change leaves alone what others have changed since.
///   - default: the default value, for a property that cannot have one behind `=`.
///
/// ## Compatibility
/// An addition.
@attached(peer)
public macro Mergeable(
    _ kind: MergeKind, _ options: AttributeOption..., criterion: MergeCriterion = .valueDiffers,
    conflict: MergeConflictResolution = .mine, deep: Bool = false, indexedKeys: [String] = [],
    indexesElements: Bool = false, skipsChangedInUndo: Bool = false, default: Any? = nil
) = #externalMacro(module: "PerdureMacroPlugin", type: "PropertyMarkerMacro")

/// Makes an attribute merge as a value, by a function that makes one of two replacements.
///
/// ```swift
/// @Mergeable(.value, merge: RGBA.mixed) var color: RGBA?
///
/// static func mixed(_ base: RGBA?, _ mine: RGBA?, _ theirs: RGBA?) -> RGBA? { … }
/// ```
///
/// - Parameters:
///   - kind: `.value`.
///   - options: what the model says about it.
///   - criterion: what counts as a change.
///   - merge: what becomes of the value that the context knew, the one it has set, and the newest stored one.
///   - default: the default value, for a property that cannot have one behind `=`.
///
/// ## Compatibility
/// An addition.
@attached(peer)
public macro Mergeable<Value>(
    _ kind: MergeKind, _ options: AttributeOption..., criterion: MergeCriterion = .valueDiffers,
    merge: @escaping @Sendable (_ base: Value?, _ mine: Value?, _ theirs: Value?) -> Value?,
    default: Any? = nil
) = #externalMacro(module: "PerdureMacroPlugin", type: "PropertyMarkerMacro")

extension _ManagedPropertyKind {
    /// A set whose changes merge.
    public static var mergeableSet: Self { Self() }
    /// A dictionary whose changes merge.
    public static var mergeableDictionary: Self { Self() }
}
