// SPDX-License-Identifier: Apache-2.0
// One attribute of a macro class before it becomes text. This file holds the parts that all attributes have. Each kind of
// attribute adds its own parts (Kinds/), and MacroAttribute+Lines.swift puts the parts in order.

import PerdureModelFormat

/// The parts of an attribute's declaration.
struct MacroAttribute {
    /// The default value.
    enum Value {
        /// The constant of the model, as the property's initial value.
        case constant
        /// An expression, as an argument of the macro.
        case argument(String?)
    }

    /// The attribute, without the user info that the macro's arguments express.
    var attribute: AttributeDocument
    let entity: String
    let names: MacroNames

    /// The macro in front of the property.
    var macro = "Attribute"
    /// The macros between that macro and the property.
    var macrosBelow: [String] = []
    /// The arguments before the options.
    var subject: [String] = []
    /// The options before the common options of all properties.
    var options: [String] = []
    /// The options after the common options.
    var lastOptions: [String] = []
    /// The labelled arguments after the common ones of all properties.
    var labelled: [String] = []
    /// The type without a question mark; nil for the plain type of the attribute.
    var type: String?
    var value = Value.constant
    /// Whether the attribute may be nil in the model but never in the class.
    var isNeverNil = false
    /// Whether an option already makes the attribute transient.
    var isTransientSaid = false
    /// The parts of the attribute that a class cannot express.
    private(set) var limits: [String] = []

    init(_ attribute: AttributeDocument, _ entity: String, _ names: MacroNames) {
        self.attribute = attribute
        self.entity = entity
        self.names = names
        if attribute.allowsCloudEncryption { options.append(".cloudEncryption") }
        if attribute.preservesValueInHistoryOnDeletion { options.append(".preservedOnDeletion") }
        if attribute.type == AttributeType.undefined { nameClass() }
    }

    /// Adds an option with the class that the model names for the values.
    mutating func nameClass() {
        if let name = attribute.valueClassName { options.append(".valueClass(\(SwiftName.literal(name)))") }
    }

    mutating func limit(_ what: String) {
        limits.append("\(entity).\(attribute.traits.name): \(what) cannot be said")
    }
}
