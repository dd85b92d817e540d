// SPDX-License-Identifier: Apache-2.0
// A change of any mergeable attribute, and the values that it is applied to. MergeDelta.swift has the laws;
// MergeRule+Storing.swift has the stored forms.

import Foundation
import PerdurePropertyList

/// The value of a mergeable attribute, decoded.
package enum MergeContent: Sendable, Equatable {
    case integer(Int64?)
    case real(Double?)
    case decimal(Decimal?)
    case set(Set<MergeElement>)
    case dictionary([String: PropertyListValue])
    case value(StoredValue)
}

/// The change of a mergeable attribute.
package enum AttributeDelta: Sendable, Equatable {
    case integer(CounterDelta<Int64>)
    case real(CounterDelta<Double>)
    case decimal(CounterDelta<Decimal>)
    case set(SetDelta)
    case dictionary(DictionaryDelta)
    case value(ValueDelta)

    package var isIdentity: Bool {
        switch self {
        case .integer(let delta): delta.isIdentity
        case .real(let delta): delta.isIdentity
        case .decimal(let delta): delta.isIdentity
        case .set(let delta): delta.isIdentity
        case .dictionary(let delta): delta.isIdentity
        case .value(let delta): delta.isIdentity
        }
    }

    /// The value after the change.
    ///
    /// - Throws: `MergeError`.
    package func applied(to content: MergeContent) throws -> MergeContent {
        switch (self, content) {
        case (.integer(let delta), .integer(let value)): .integer(try delta.applied(to: value))
        case (.real(let delta), .real(let value)): .real(try delta.applied(to: value))
        case (.decimal(let delta), .decimal(let value)): .decimal(try delta.applied(to: value))
        case (.set(let delta), .set(let value)): .set(delta.applied(to: value))
        case (.dictionary(let delta), .dictionary(let value)): .dictionary(try delta.applied(to: value))
        case (.value(let delta), .value(let value)): .value(delta.applied(to: value))
        default: throw MergeError.otherKind
        }
    }

    /// The value after the change, or the nearest valid value where the change does not fit.
    package func shown(on content: MergeContent) -> MergeContent {
        switch (self, content) {
        case (.integer(let delta), .integer(let value)): .integer(delta.shown(on: value))
        case (.real(let delta), .real(let value)): .real(delta.shown(on: value))
        case (.decimal(let delta), .decimal(let value)): .decimal(delta.shown(on: value))
        case (.set(let delta), .set(let value)): .set(delta.shown(on: value))
        case (.dictionary(let delta), .dictionary(let value)): .dictionary(delta.shown(on: value))
        case (.value(let delta), .value(let value)): .value(delta.shown(on: value))
        default: content
        }
    }

    /// One change that does what this one and then a later one do.
    ///
    /// - Throws: `MergeError`.
    package func composed(with later: AttributeDelta) throws -> AttributeDelta {
        switch (self, later) {
        case (.integer(let first), .integer(let later)): .integer(try first.composed(with: later))
        case (.real(let first), .real(let later)): .real(try first.composed(with: later))
        case (.decimal(let first), .decimal(let later)): .decimal(try first.composed(with: later))
        case (.set(let first), .set(let later)): .set(first.composed(with: later))
        case (.dictionary(let first), .dictionary(let later)):
            .dictionary(try first.composed(with: later))
        case (.value(let first), .value(let later)): .value(first.composed(with: later))
        default: throw MergeError.otherKind
        }
    }

    /// The part of the change that has an effect on a value.
    package func normalized(for content: MergeContent) -> AttributeDelta {
        switch (self, content) {
        case (.integer(let delta), .integer(let value)): .integer(delta.normalized(for: value))
        case (.real(let delta), .real(let value)): .real(delta.normalized(for: value))
        case (.decimal(let delta), .decimal(let value)): .decimal(delta.normalized(for: value))
        case (.set(let delta), .set(let value)): .set(delta.normalized(for: value))
        case (.dictionary(let delta), .dictionary(let value)): .dictionary(delta.normalized(for: value))
        case (.value(let delta), .value(let value)): .value(delta.normalized(for: value))
        default: self
        }
    }

    /// The change that undoes this one.
    ///
    /// - Throws: `MergeError`.
    package func inverted(for content: MergeContent) throws -> AttributeDelta {
        switch (self, content) {
        case (.integer(let delta), .integer(let value)): .integer(try delta.inverted(for: value))
        case (.real(let delta), .real(let value)): .real(try delta.inverted(for: value))
        case (.decimal(let delta), .decimal(let value)): .decimal(try delta.inverted(for: value))
        case (.set(let delta), .set(let value)): .set(delta.inverted(for: value))
        case (.dictionary(let delta), .dictionary(let value)): .dictionary(try delta.inverted(for: value))
        case (.value(let delta), .value(let value)): .value(delta.inverted(for: value))
        default: throw MergeError.otherKind
        }
    }

    /// The smallest change from one value to another.
    ///
    /// - Throws: `MergeError.otherKind`.
    package static func difference(from old: MergeContent, to new: MergeContent) throws -> AttributeDelta {
        switch (old, new) {
        case (.integer(let old), .integer(let new)): .integer(.difference(from: old, to: new))
        case (.real(let old), .real(let new)): .real(.difference(from: old, to: new))
        case (.decimal(let old), .decimal(let new)): .decimal(.difference(from: old, to: new))
        case (.set(let old), .set(let new)): .set(.difference(from: old, to: new))
        case (.dictionary(let old), .dictionary(let new)): .dictionary(.difference(from: old, to: new))
        case (.value(let old), .value(let new)): .value(.difference(from: old, to: new))
        default: throw MergeError.otherKind
        }
    }
}
