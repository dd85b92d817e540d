// SPDX-License-Identifier: Apache-2.0
// Tells readers of the Observation framework. Setters of models do it themselves; changes that come past them come here.

import Observation

/// A moment of a change.
public enum _ModelChange: Sendable {
    /// Before the change.
    case willSet
    /// After the change.
    case didSet

    /// Tells readers of a property.
    public func tell<Model: Observable, Value>(
        _ registrar: ObservationRegistrar, _ model: Model, _ keyPath: KeyPath<Model, Value>
    ) {
        switch self {
        case .willSet: registrar.willSet(model, keyPath: keyPath)
        case .didSet: registrar.didSet(model, keyPath: keyPath)
        }
    }
}

/// Takes note of a read.
@inlinable @inline(__always)
public func _noteRead<Model: Observable, Value>(
    _ registrar: ObservationRegistrar, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>
) { registrar.access(model, keyPath: keyPath()) }
