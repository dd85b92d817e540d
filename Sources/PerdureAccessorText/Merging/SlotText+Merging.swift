// SPDX-License-Identifier: Apache-2.0
// Accessors of sets and dictionaries that merge. Part of SlotText.swift.

extension SlotText {
    package func mergeableSet(of element: String) -> AccessorText {
        AccessorText(get: read("mergeableSet", of: element), set: write("MergeableSet"))
    }

    package func mergeableDictionary(of value: String) -> AccessorText {
        AccessorText(get: read("mergeableDictionary", of: value), set: write("MergeableDictionary"))
    }

    package func primitiveMergeableSet(of element: String) -> AccessorText {
        AccessorText(get: read("primitiveMergeableSet", of: element), set: write("PrimitiveMergeableSet"))
    }
}
