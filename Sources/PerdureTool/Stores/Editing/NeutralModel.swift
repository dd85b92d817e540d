// SPDX-License-Identifier: Apache-2.0
// A store's model without what only its program has: classes and transformers. No version hash knows these, so a store opens with
// either model.

import PerdureModelFormat

extension ModelDocument {
    /// The model for objects of the command.
    var neutral: ModelDocument {
        var model = self
        for index in model.entities.indices {
            model.entities[index].className = nil
            model.entities[index].attributes = model.entities[index].attributes.map(\.neutral)
        }
        return model
    }
}

extension AttributeDocument {
    /// The attribute with values that the command has.
    fileprivate var neutral: AttributeDocument {
        var attribute = self
        attribute.elements = elements.map(\.neutral)
        if type == AttributeType.transformable {
            attribute.valueTransformerName = StoredBytesTransformer.name
            attribute.valueClassName = nil
        }
        // Sets and dictionaries that merge are written as the bytes that they are stored as. Those with indexes are not
        // written: an opening removes the indexes that its model does not ask for.
        if type == AttributeType.binary, !hasMergeIndexes { attribute.traits.userInfo = [:] }
        return attribute
    }

    /// Whether the store keeps tables beside the attribute, which a write of its bytes would not reach.
    var hasMergeIndexes: Bool { traits.userInfo[MergeKey.indexes] != nil }
}
