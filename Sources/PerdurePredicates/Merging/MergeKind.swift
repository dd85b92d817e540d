// SPDX-License-Identifier: Apache-2.0
// The words in which a model says how an attribute merges. Model files, stores, descriptions and generated code take them
// from here; MergeDocument.swift in PerdureModelFormat reads and writes them.

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

/// What counts as a change of a mergeable attribute.
public enum MergeCriterion: String, Sendable, CaseIterable {
    /// A value that differs from the stored one.
    case valueDiffers
    /// Each call of a setter since the last save, even with the stored value.
    case setterCalled
}

/// Which of two replacements of a value counts.
public enum MergeConflictResolution: String, Sendable, CaseIterable {
    /// The replacement of the later save.
    case mine
    /// The replacement of the earlier save; the later save takes it over.
    case theirs
    /// The value that `MergeableAttributeDescription.merge` makes of both.
    case merge
    /// Neither: the later save meets a version conflict (133020), which its merge policy resolves.
    case error
}

/// The type of the elements of a mergeable set.
public enum MergeElementType: String, Sendable, CaseIterable {
    case string, integer, uuid, uri
}
