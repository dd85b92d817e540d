// SPDX-License-Identifier: Apache-2.0
// Which class describes an attribute of a model file. The classes take the rest themselves (NSAttributeDescription.swift).

import PerdureModelFormat

/// The classes of attribute descriptions.
enum AttributeDescriptionKinds {
    /// An empty description of the class that an attribute of a file has.
    static func empty(for document: AttributeDocument) -> NSAttributeDescription {
        if document.derivation != nil { return NSDerivedAttributeDescription() }
        if document.type == AttributeType.composite { return NSCompositeAttributeDescription() }
        let merges = MergeEntries(document.traits).isPresent
        return merges ? MergeableAttributeDescription() : NSAttributeDescription()
    }
}
