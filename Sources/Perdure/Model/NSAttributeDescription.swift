// SPDX-License-Identifier: Apache-2.0
// Attributes. The types are in NSAttributeType.swift; derived and composite attributes in files of their own. What a kind
// of attribute adds is a member below that its class overrides: nobody else asks for the class.

import Foundation
import PerdureModelFormat
import PerdurePredicates
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

    // MARK: What kinds of attributes add

    /// The attributes that the value is made of, each with a column of its own.
    var parts: [NSAttributeDescription] { [] }

    /// Whether following the parts never comes to an end.
    ///
    /// The check of the model refuses it; whatever comes before that check must not follow it.
    var isEndless: Bool { false }

    /// Whether the store makes the value, not the program.
    var isComputed: Bool { false }

    /// Whether changes of several writers can become one value.
    var canMerge: Bool { true }

    /// Takes what a model file says.
    func take(_ document: AttributeDocument, _ builder: ModelBuilder) {
        attributeFacts = AttributeFacts(document)
    }

    /// Adds to the values of a model file.
    func describe(in document: inout AttributeDocument, _ builder: ModelDocumentBuilder) {
        attributeFacts.describe(in: &document)
    }

    /// Adds to what stores know of the attribute.
    func define(
        _ definition: inout AttributeDefinition, in entity: NSEntityDescription, _ compiler: SchemaCompiler
    ) throws {
        definition.allowsExternalStorage = allowsExternalBinaryDataStorage
    }

    /// Refuses what makes the model unusable.
    ///
    /// - Throws: `CoreDataException`.
    func check(in entity: NSEntityDescription) throws {}

    /// Refuses what no store can do.
    ///
    /// - Throws: `NSError` 134020, or `CoreDataException`.
    func checkForStore(in entity: NSEntityDescription, path: String) throws {
        guard allowsExternalBinaryDataStorage, !attributeType.isBinary else { return }
        throw ErrorMessages.externalStorage(entity: entity.name, property: path)
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
    /// What the declaring class knows besides; nil for an attribute of a file.
    var swiftType: AttributeSwiftType?
    /// What makes one value of two that were set at the same time (MergeableAttributeDescription).
    var merge: (@Sendable (_ base: Any?, _ mine: Any?, _ theirs: Any?) -> Any?)?
}

extension AttributeFacts {
    /// What a model file says.
    fileprivate init(_ document: AttributeDocument) {
        let type = NSAttributeType(rawValue: UInt(clamping: document.type)) ?? .undefinedAttributeType
        self.init(
            type: type, valueClassName: document.valueClassName,
            defaultValue: document.defaultValue.flatMap { AttributeConstant.value(of: $0, type: type) },
            valueTransformerName: document.valueTransformerName,
            allowsExternalBinaryDataStorage: document.allowsExternalBinaryDataStorage,
            preservesValueInHistoryOnDeletion: document.preservesValueInHistoryOnDeletion,
            allowsCloudEncryption: document.allowsCloudEncryption)
    }

    /// Adds to the values of a model file.
    fileprivate func describe(in document: inout AttributeDocument) {
        // A default of a wrong class stays out: the model's check refuses it before anything is written.
        document.defaultValue = defaultValue.flatMap { AttributeConstant.constant(for: $0, type: type) }
        document.valueTransformerName = valueTransformerName
        document.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
        document.allowsCloudEncryption = allowsCloudEncryption
        document.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
    }
}
