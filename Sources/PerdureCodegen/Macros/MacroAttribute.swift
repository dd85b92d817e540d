// SPDX-License-Identifier: Apache-2.0
// One attribute of a macro class on its way into text. What all attributes say stands here; each kind of attribute adds its
// own (Kinds/), and MacroAttribute+Lines.swift puts them in order.

import PerdureModelFormat

/// What is said about an attribute.
struct MacroAttribute {
    /// The default value.
    enum Value {
        /// The constant of the model, which stands behind the name.
        case constant
        /// An expression that is an argument of the macro.
        case argument(String?)
    }

    /// The attribute, without the user info that arguments say.
    var attribute: AttributeDocument
    let entity: String
    let names: MacroNames

    /// The macro in front of the property.
    var macro = "Attribute"
    /// The macros between it and the property.
    var macrosBelow: [String] = []
    /// The arguments in front of the options.
    var subject: [String] = []
    /// Options in front of those that all kinds of property have.
    var options: [String] = []
    /// Options behind them.
    var lastOptions: [String] = []
    /// Labelled arguments behind those that all kinds of property have.
    var labelled: [String] = []
    /// The type without a question mark; nil for the attribute's plain one.
    var type: String?
    var value = Value.constant
    /// Whether it is nil in the model, and never in the class.
    var isNeverNil = false
    /// Whether an option says that it is transient.
    var isTransientSaid = false
    /// What cannot be said.
    private(set) var limits: [String] = []

    init(_ attribute: AttributeDocument, _ entity: String, _ names: MacroNames) {
        self.attribute = attribute
        self.entity = entity
        self.names = names
        if attribute.allowsCloudEncryption { options.append(".cloudEncryption") }
        if attribute.preservesValueInHistoryOnDeletion { options.append(".preservedOnDeletion") }
        if attribute.type == AttributeType.undefined { nameClass() }
    }

    /// Says the class that the model names for values of any class.
    mutating func nameClass() {
        if let name = attribute.valueClassName { options.append(".valueClass(\(SwiftName.literal(name)))") }
    }

    mutating func limit(_ what: String) {
        limits.append("\(entity).\(attribute.traits.name): \(what) cannot be said")
    }
}
