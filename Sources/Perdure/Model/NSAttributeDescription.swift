// SPDX-License-Identifier: Apache-2.0
// Attributes. The types are in NSAttributeType.swift; derived and composite attributes in files of their own.

import Foundation
import PerdureStore

/// A property that holds a value.
open class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
    // Sendable for NSPropertyDescription's reason.

    var attributeFacts = AttributeFacts() { willSet { seal.requireOpen() } }

    /// The type of the values; undefined in a new description.
    ///
    /// Setting it resets `attributeValueClassName`.
    open var attributeType: NSAttributeType {
        get { attributeFacts.type }
        set {
            attributeFacts.type = newValue
            attributeFacts.valueClassName = nil
        }
    }

    /// The type of the values, in the spelling for Swift.
    open var type: AttributeType {
        get { AttributeType(rawValue: attributeType) }
        set { attributeType = newValue.rawValue }
    }

    /// The class of the values; only transformable and undefined attributes let it be chosen.
    open var attributeValueClassName: String? {
        get { attributeType.valueClassName ?? attributeFacts.valueClassName }
        set { attributeFacts.valueClassName = newValue }
    }

    /// The value of new objects; nil for none.
    ///
    /// It is shared by the objects, not copied.
    ///
    /// A value of another class than the type asks for is reported when the model is put to use.
    open var defaultValue: Any? {
        get { attributeFacts.defaultValue }
        set { attributeFacts.defaultValue = newValue }
    }

    /// The name of the value transformer of a transformable attribute; nil for a keyed archive.
    open var valueTransformerName: String? {
        get { attributeFacts.valueTransformerName }
        set { attributeFacts.valueTransformerName = newValue }
    }

    /// Whether a store may keep large values in files of their own.
    open var allowsExternalBinaryDataStorage: Bool {
        get { attributeFacts.allowsExternalBinaryDataStorage }
        set { attributeFacts.allowsExternalBinaryDataStorage = newValue }
    }

    /// Whether the last value of a deleted object is kept in the history.
    open var preservesValueInHistoryOnDeletion: Bool {
        get { attributeFacts.preservesValueInHistoryOnDeletion }
        set { attributeFacts.preservesValueInHistoryOnDeletion = newValue }
    }

    /// Stored and returned, without effect.
    open var allowsCloudEncryption: Bool {
        get { attributeFacts.allowsCloudEncryption }
        set { attributeFacts.allowsCloudEncryption = newValue }
    }

    override func makeEmpty() -> NSPropertyDescription { NSAttributeDescription() }

    override func takeFacts(of other: NSPropertyDescription) {
        super.takeFacts(of: other)
        if let other = other as? NSAttributeDescription { attributeFacts = other.attributeFacts }
    }
}

/// What an attribute description says, in one value.
struct AttributeFacts {
    var type = NSAttributeType.undefinedAttributeType
    var valueClassName: String?
    var defaultValue: Any?
    var valueTransformerName: String?
    var allowsExternalBinaryDataStorage = false
    var preservesValueInHistoryOnDeletion = false
    var allowsCloudEncryption = false
    /// The name of the composite type in the model source.
    var compositeName: String?
    /// What the declaring class knows besides; nil for an attribute of a file.
    var swiftType: AttributeSwiftType?
    /// What makes one value of two that were set at the same time (MergeableAttributeDescription).
    var merge: (@Sendable (_ base: Any?, _ mine: Any?, _ theirs: Any?) -> Any?)?
}
