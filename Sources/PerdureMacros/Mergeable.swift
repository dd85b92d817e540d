// SPDX-License-Identifier: Apache-2.0
// The attribute of properties that merge instead of conflicting.

/// Makes an attribute merge: a save applies this context's change to the newest stored value.
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
/// The program reads and sets the property like any other. The property's handle, `$likes`, applies single changes: it adds,
/// inserts or sets. Handles are `MergeableCounter`, `MergeableSet`, `MergeableDictionary` and `MergeableValue`. `@Attribute`
/// has the attribute's other options, and `@Transient` keeps the attribute in memory.
///
/// - Parameters:
///   - kind: how the attribute merges. A counter is an integer, a Double or a Decimal; a set has Strings, integers, UUIDs,
///     URLs or enumerations of them; a dictionary has Strings as keys; a value is of any type that attributes have.
///   - options: the options of the property in the model: `.minimum(0)`, `.maximum(20)`.
///   - criterion: what counts as a change.
///   - conflict: which of two replacements of a value counts.
///   - deep: whether keys of a dictionary are paths into nested dictionaries.
///   - indexedKeys: the keys of a dictionary that have an index.
///   - indexesElements: whether the elements of a set have an index.
///   - skipsChangedInUndo: whether undo of a saved change skips values that another writer has changed since.
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

/// Makes an attribute merge as a value, with a function that combines two replacements into one.
///
/// ```swift
/// @Mergeable(.value, merge: RGBA.mixed) var color: RGBA?
///
/// static func mixed(_ base: RGBA?, _ mine: RGBA?, _ theirs: RGBA?) -> RGBA? { … }
/// ```
///
/// - Parameters:
///   - kind: `.value`.
///   - options: the options of the property in the model.
///   - criterion: what counts as a change.
///   - merge: the result for the value that the context knew, the value that it has set, and the newest stored value.
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
