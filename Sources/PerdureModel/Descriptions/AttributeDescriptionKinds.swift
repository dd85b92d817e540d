// SPDX-License-Identifier: Apache-2.0
// Which class describes an attribute of a model file. Each class reads the rest of the document (NSAttributeDescription.swift).

import PerdureModelFormat

/// The classes of attribute descriptions.
enum AttributeDescriptionKinds {
    /// An empty description, of the class that fits the attribute in the file.
    static func empty(for document: AttributeDocument) -> NSAttributeDescription {
        if document.derivation != nil { return NSDerivedAttributeDescription() }
        if document.type == AttributeType.composite { return NSCompositeAttributeDescription() }
        let merges = MergeEntries(document.traits).isPresent
        return merges ? MergeableAttributeDescription() : NSAttributeDescription()
    }
}
