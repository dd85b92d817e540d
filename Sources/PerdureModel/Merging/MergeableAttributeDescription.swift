// SPDX-License-Identifier: Apache-2.0
// Attributes that merge, as a model describes them. `userInfo` holds all settings but the merge function, so that files,
// copies and Apple's model editor keep them. MergeRuleReading.swift reads them from a description of any class.

import Foundation
import PerdureModelFormat
import PerdurePredicates

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
/// An addition. Stores keep a plain number, or the binary property list of the set or dictionary. Programs with Apple's
/// framework read and write them as ordinary attributes. The properties below are entries of `userInfo`: `perdure.merge`,
/// `perdure.mergeCriterion`, `perdure.mergeConflict`, `perdure.mergeElements`, `perdure.mergeDeep`,
/// `perdure.mergeSkipsChanged` and `perdure.mergeIndexes`. The version hash does not depend on them: an attribute may
/// become mergeable, or cease to be, without a migration.
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

    /// How the attribute merges; `.value` in a new description.
    open var mergeKind: MergeKind {
        get { merging.kind }
        set { setEntry(newValue.rawValue, MergeKey.kind) }
    }

    /// What counts as a change.
    open var criterion: MergeCriterion {
        get { merging.criterion }
        set { setEntry(newValue.rawValue, MergeKey.criterion) }
    }

    /// Which of two replacements of a value counts; without effect for other kinds.
    open var conflictResolution: MergeConflictResolution {
        get { merging.conflict }
        set { setEntry(newValue.rawValue, MergeKey.conflict) }
    }

    /// The type of a set's elements.
    open var elementType: MergeElementType {
        get { merging.elements }
        set { setEntry(newValue.rawValue, MergeKey.elements) }
    }

    /// Whether keys of a dictionary are paths into nested dictionaries.
    ///
    /// If so, "window.size.width" merges apart from "window.title". If not, a nested dictionary is one value of its key.
    open var isDeep: Bool {
        get { merging.isDeep }
        set { setEntry(UserInfoFlag.text(newValue), MergeKey.deep) }
    }

    /// Whether undo of a saved change skips keys, or the value, that have changed since.
    ///
    /// If not, undo restores their values from before the undone change.
    open var skipsChangedInUndo: Bool {
        get { merging.skipsChanged }
        set { setEntry(UserInfoFlag.text(newValue), MergeKey.skipsChanged) }
    }

    /// The keys of a dictionary that have an index.
    open var indexedKeys: [String] {
        get { isIndexingElements ? [] : merging.indexes }
        set { setEntry(MergeDocument.text(ofIndexes: newValue), MergeKey.indexes) }
    }

    /// Whether the elements of a set have an index.
    open var isIndexingElements: Bool {
        get { mergeKind == .set && !merging.indexes.isEmpty }
        set { setEntry(newValue ? UserInfoFlag.text(true) : "", MergeKey.indexes) }
    }

    /// The function that merges a value which this context and another writer replaced, for `conflictResolution`
    /// `.merge`.
    ///
    /// A save calls it with the stored value that the context knew, the context's value and the newest stored value. The
    /// result must depend on nothing else. Files do not keep the function.
    open var merge: (@Sendable (_ base: Any?, _ mine: Any?, _ theirs: Any?) -> Any?)? {
        get { attributeFacts.merge }
        set { attributeFacts.merge = newValue }
    }

    /// The settings that the entries contain, without unknown ones.
    private var merging: MergeDocument { MergeEntries { self.userInfo?[$0] }.knownDocument }

    private func setEntry(_ text: String, _ key: String) {
        userInfo = (userInfo ?? [:]).merging([key: text]) { $1 }
    }

    override func makeEmpty() -> NSPropertyDescription { MergeableAttributeDescription() }

    /// Names the kind always: a document has no class, so an attribute without the entry would cease to merge.
    override func describe(in document: inout AttributeDocument, _ builder: ModelDocumentBuilder) {
        super.describe(in: &document, builder)
        guard !MergeEntries(document.traits).isPresent else { return }
        document.traits.userInfo[MergeKey.kind] = mergeKind.rawValue
    }
}
