// SPDX-License-Identifier: Apache-2.0
// What makes an attribute unusable. Part of ModelCheck.swift.

import Foundation

/// Checks one attribute.
struct AttributeCheck {
    let attribute: NSAttributeDescription
    let entity: NSEntityDescription

    init(_ attribute: NSAttributeDescription, in entity: NSEntityDescription) {
        self.attribute = attribute
        self.entity = entity
    }

    func run() throws {
        try attribute.check(in: entity)
        // The conversion checks the class of the default value. This check needs no result.
        _ = try AttributeConstant(attribute).defaultConstant(in: entity)
        _ = try MergeRuleReading(attribute, entity: entity.name).rule()
    }
}
