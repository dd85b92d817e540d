// SPDX-License-Identifier: Apache-2.0
// Attributes. The types are in NSAttributeType.swift. Derived and composite attributes have files of their own. Each difference
// between kinds of attributes is a member below that a subclass overrides, so that no other code asks for the class.

import Foundation
import PerdureModelFormat
import PerdurePredicates
import PerdureStore

/// A property that holds a value.
open class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
    // Sendable for NSPropertyDescription's reason.

    package final var attributeFacts = AttributeFacts() { willSet { seal.requireOpen() } }

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

    /// The class of the values; it can be chosen only for transformable and undefined attributes.
    open var attributeValueClassName: String? {
        get { attributeType.valueClassName ?? attributeFacts.valueClassName }
        set { attributeFacts.valueClassName = newValue }
    }

    /// The value of new objects; nil for none.
    ///
    /// All objects share the value. It is not copied.
    ///
    /// A value of the wrong class is reported when the model is put to use.
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

    override func copyFacts(of other: NSPropertyDescription) {
        super.copyFacts(of: other)
        if let other = other as? NSAttributeDescription { attributeFacts = other.attributeFacts }
    }

    // MARK: What kinds of attributes add

    /// The attributes that make up the value; each part has a column of its own.
    package var parts: [NSAttributeDescription] { [] }

    /// Whether the parts contain the attribute itself, so that following them never ends.
    ///
    /// The model's check refuses such an attribute. Code that runs before the check must not follow its parts.
    var isEndless: Bool { false }

    /// Whether the store, not the program, computes the value.
    package var isComputed: Bool { false }

    /// Whether concurrent changes of the attribute can be merged into one value.
    var canMerge: Bool { true }

    /// Reads the attribute's part of a model file.
    package func read(_ document: AttributeDocument, _ builder: ModelBuilder) {
        attributeFacts = AttributeFacts(document)
    }

    /// Adds the attribute's facts to the values of a model file.
    func describe(in document: inout AttributeDocument, _ builder: ModelDocumentBuilder) {
        attributeFacts.describe(in: &document)
    }

    /// Adds the attribute's facts to the definition that stores get.
    func define(
        _ definition: inout AttributeDefinition, in entity: NSEntityDescription, _ compiler: SchemaCompiler
    ) throws {
        definition.allowsExternalStorage = allowsExternalBinaryDataStorage
    }

    /// Throws when the attribute makes the model unusable.
    ///
    /// - Throws: `CoreDataException`.
    package func check(in entity: NSEntityDescription) throws {}

    /// Throws when no store can keep the attribute.
    ///
    /// - Throws: `NSError` 134020, or `CoreDataException`.
    func checkForStore(in entity: NSEntityDescription, path: String) throws {
        guard allowsExternalBinaryDataStorage, !attributeType.isBinary else { return }
        throw ErrorMessages.externalStorage(entity: entity.name, property: path)
    }
}

/// The facts of an attribute description, in one value.
package struct AttributeFacts {
    package var type = NSAttributeType.undefinedAttributeType
    var valueClassName: String?
    var defaultValue: Any?
    var valueTransformerName: String?
    var allowsExternalBinaryDataStorage = false
    var preservesValueInHistoryOnDeletion = false
    var allowsCloudEncryption = false
    /// The Swift type in the class that declares the attribute; nil for an attribute of a file.
    package var swiftType: AttributeSwiftType?
    /// Makes one value of two values that were set concurrently (MergeableAttributeDescription).
    package var merge: (@Sendable (_ base: Any?, _ mine: Any?, _ theirs: Any?) -> Any?)?
}

extension AttributeFacts {
    /// Reads the facts in a model file.
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

    /// Adds the attribute's facts to the values of a model file.
    fileprivate func describe(in document: inout AttributeDocument) {
        // A default value of a wrong class is left out. The model's check refuses it before anything is written.
        document.defaultValue = defaultValue.flatMap { AttributeConstant.constant(for: $0, type: type) }
        document.valueTransformerName = valueTransformerName
        document.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
        document.allowsCloudEncryption = allowsCloudEncryption
        document.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
    }
}
