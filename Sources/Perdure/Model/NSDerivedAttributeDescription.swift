// SPDX-License-Identifier: Apache-2.0
// Attributes that the store computes. DerivationCheck.swift says which expressions are legal.

import Foundation
import PerdurePredicates

import class PerdurePredicates.NSExpression

/// An attribute whose value the store computes from other properties of the object.
///
/// The value is up to date after a save and a refresh; code never sets it.
open class NSDerivedAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    // Sendable for NSPropertyDescription's reason.

    var derivationFacts = DerivationFacts() { willSet { seal.requireOpen() } }

    /// How the value is computed: a key path, `lowercase:(name)`, `items.@count`, `items.@sum.price`, `now()`.
    open var derivationExpression: NSExpression? {
        get { derivationFacts.expression }
        set { derivationFacts.expression = newValue }
    }

    override func makeEmpty() -> NSPropertyDescription { NSDerivedAttributeDescription() }

    override func takeFacts(of other: NSPropertyDescription) {
        super.takeFacts(of: other)
        if let other = other as? NSDerivedAttributeDescription { derivationFacts = other.derivationFacts }
    }
}

/// What a derived attribute says, in one value.
struct DerivationFacts {
    var expression: NSExpression?
    /// Read from model files and written back; nothing evaluates it.
    var filteringPredicate: NSPredicate?
}
