// SPDX-License-Identifier: Apache-2.0
// Attributes that merge, as the model says it. Everything is kept in `userInfo`, so that files, copies and Apple's model
// editor hold it; MergeRuleReading.swift reads it, whatever the class of the description.

import Foundation
import PerdureStore

/// How the changes that several writers make to one attribute become one value.
public enum MergeKind: String, Sendable, CaseIterable {
    /// A number that is counted up and down: additions of all writers add up.
    case counter
    /// A set of strings, integers, UUIDs or URIs: insertions and removals of all writers count, element by element.
    case set
    /// A dictionary with strings as keys: changes of all writers count, key by key.
    case dictionary
    /// A value of any type that is replaced as a whole; `conflictResolution` says which replacement counts.
    case value
}

/// What counts as a change of an attribute that merges.
public enum MergeCriterion: String, Sendable, CaseIterable {
    /// A value that differs from the stored one.
    case valueDiffers
    /// Whatever a setter was called for since the last save, be it with the stored value.
    case setterCalled
}

/// Which of two replacements of a value counts.
public enum MergeConflictResolution: String, Sendable, CaseIterable {
    /// That of the later save.
    case mine
    /// That of the earlier save: the later one takes it over.
    case theirs
    /// What `MergeableAttributeDescription.merge` makes of both.
    case merge
    /// Neither: the later save meets a version conflict (133020), which its merge policy settles.
    case error
}

/// The type of the elements of a mergeable set.
public enum MergeElementType: String, Sendable, CaseIterable {
    case string, integer, uuid, uri
}

/// An attribute that merges instead of conflicting.
///
/// A context keeps the change apart from the stored value: a number to be added, elements to be inserted, keys to be set.
/// A save applies the change to what is stored by then. So two contexts that increment the same counter both count, and
/// neither meets a conflict.
///
/// ```swift
/// let likes = MergeableAttributeDescription(.counter)
/// likes.name = "likes"
/// let tags = MergeableAttributeDescription(.set)
/// tags.name = "tags"
/// ```
///
/// | Kind | `attributeType` | Value |
/// | --- | --- | --- |
/// | counter | integer of any size, double, decimal | a number, or nil if the attribute is optional |
/// | set | binary data | `Set<AnyHashable>`, never nil |
/// | dictionary | binary data | `[String: Any]` of property-list values, never nil |
/// | value | any | as of any attribute of the type |
///
/// The minimum and the maximum of a counter are its validation predicates `SELF >= n` and `SELF <= n`, as a model editor
/// writes them; they hold for the value that is stored in the end.
///
/// ## Compatibility
/// An addition. Stores keep a plain number or the binary property list of the set or dictionary, which programs with
/// Apple's framework read and write as ordinary attributes. The properties below are entries of `userInfo`: `perdure.merge`,
/// `perdure.mergeCriterion`, `perdure.mergeConflict`, `perdure.mergeElements`, `perdure.mergeDeep`,
/// `perdure.mergeSkipsChanged` and `perdure.mergeIndexes`. The version hash does not depend on them: an attribute becomes mergeable, or ceases to be,
/// without a migration.
open class MergeableAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    // Sendable for NSPropertyDescription's reason.

    /// Makes a description of the type that the kind usually has: integer 64, or binary data.
    ///
    /// - Parameter kind: how the attribute merges.
    public convenience init(_ kind: MergeKind) {
        self.init()
        attributeType = kind == .counter ? .integer64AttributeType : .binaryDataAttributeType
        mergeKind = kind
    }

    /// How the attribute merges; a value in a new description.
    open var mergeKind: MergeKind {
        get { entry(MergeKey.kind) ?? .value }
        set { setEntry(newValue.rawValue, MergeKey.kind) }
    }

    /// What counts as a change.
    open var criterion: MergeCriterion {
        get { entry(MergeKey.criterion) ?? .valueDiffers }
        set { setEntry(newValue.rawValue, MergeKey.criterion) }
    }

    /// Which of two replacements of a value counts; of no meaning for other kinds.
    open var conflictResolution: MergeConflictResolution {
        get { entry(MergeKey.conflict) ?? .mine }
        set { setEntry(newValue.rawValue, MergeKey.conflict) }
    }

    /// The type of a set's elements.
    open var elementType: MergeElementType {
        get { entry(MergeKey.elements) ?? .string }
        set { setEntry(newValue.rawValue, MergeKey.elements) }
    }

    /// Whether keys of a dictionary are paths into nested dictionaries.
    ///
    /// Then "window.size.width" merges apart from "window.title". Else a nested dictionary is one value of its key.
    open var isDeep: Bool {
        get { UserInfoFlag.read(userInfo?[MergeKey.deep]) ?? false }
        set { setEntry(UserInfoFlag.text(newValue), MergeKey.deep) }
    }

    /// Whether undo of a change that is saved leaves alone the keys, or the value, that others have changed since.
    ///
    /// Else it sets them back to what they were before the undone change: the user asked for it.
    open var skipsChangedInUndo: Bool {
        get { UserInfoFlag.read(userInfo?[MergeKey.skipsChanged]) ?? false }
        set { setEntry(UserInfoFlag.text(newValue), MergeKey.skipsChanged) }
    }

    /// The keys of a dictionary that have an index.
    open var indexedKeys: [String] {
        get { isIndexingElements ? [] : indexTexts }
        set { setEntry(newValue.joined(separator: ","), MergeKey.indexes) }
    }

    /// Whether the elements of a set have an index.
    open var isIndexingElements: Bool {
        get { mergeKind == .set && !indexTexts.isEmpty }
        set { setEntry(newValue ? "YES" : "", MergeKey.indexes) }
    }

    /// What becomes of a value that this context and another writer replaced, when `conflictResolution` is `.merge`.
    ///
    /// Called in a save, with the stored value that the context knew, the context's and the newest stored one. It must
    /// depend on nothing else. Not kept in files.
    open var merge: (@Sendable (_ base: Any?, _ mine: Any?, _ theirs: Any?) -> Any?)? {
        get { attributeFacts.merge }
        set { attributeFacts.merge = newValue }
    }

    private var indexTexts: [String] { MergeRuleReading.list(userInfo?[MergeKey.indexes]) }

    private func entry<Value: RawRepresentable<String>>(_ key: String) -> Value? {
        (userInfo?[key] as? String).flatMap(Value.init(rawValue:))
    }

    private func setEntry(_ text: String, _ key: String) {
        userInfo = (userInfo ?? [:]).merging([key: text]) { $1 }
    }

    override func makeEmpty() -> NSPropertyDescription { MergeableAttributeDescription() }
}

/// The entries of an attribute's user info that make it mergeable.
enum MergeKey {
    static let kind = "perdure.merge"
    static let criterion = "perdure.mergeCriterion"
    static let conflict = "perdure.mergeConflict"
    static let elements = "perdure.mergeElements"
    static let deep = "perdure.mergeDeep"
    static let skipsChanged = "perdure.mergeSkipsChanged"
    static let indexes = "perdure.mergeIndexes"
}
