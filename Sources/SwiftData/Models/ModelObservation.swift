// SPDX-License-Identifier: Apache-2.0
// Who observes a model. Most models are never observed, so the registrar is made for the first reader whose reads are tracked;
// before that neither reads nor changes tell anybody. TrackingProbe.swift finds such readers.

import Observation

/// The observation of one model, made when it is first needed.
public struct _ModelObservation {
    /// Has the registrar, which has a size that only the running system knows.
    @usableFromInline final class Link: Sendable {
        @usableFromInline let registrar = ObservationRegistrar()

        @usableFromInline init() {}
    }

    @usableFromInline var link: Link?

    /// Nobody observes.
    @inlinable public init() {}

    /// The registrar, made now if there is none.
    public var registrar: ObservationRegistrar { mutating get { made() } }

    @usableFromInline @inline(never) mutating func made() -> ObservationRegistrar {
        if let link { return link.registrar }
        let made = Link()
        link = made
        return made.registrar
    }

    /// Takes note of a read.
    @inlinable @inline(__always)
    public mutating func noteRead<Model: Observable, Value>(
        _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>
    ) {
        if link != nil || _readsAreTracked() { made().access(model, keyPath: keyPath()) }
    }

    /// Tells readers that a property is going to change.
    @inlinable @inline(__always)
    public func willSet<Model: Observable, Value>(
        _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>
    ) {
        if let link { link.registrar.willSet(model, keyPath: keyPath()) }
    }

    /// Tells readers that a property has changed.
    @inlinable @inline(__always)
    public func didSet<Model: Observable, Value>(
        _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>
    ) {
        if let link { link.registrar.didSet(model, keyPath: keyPath()) }
    }

    /// Tells readers around a change.
    @inlinable
    public func withMutation<Model: Observable, Value, Result>(
        _ model: Model, _ keyPath: KeyPath<Model, Value>, _ mutation: () throws -> Result
    ) rethrows -> Result {
        guard let link else { return try mutation() }
        return try link.registrar.withMutation(of: model, keyPath: keyPath, mutation)
    }

    /// Tells readers of a moment of a change.
    public func tell<Model: Observable, Value>(
        _ change: _ModelChange, _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>
    ) {
        switch change {
        case .willSet: willSet(model, keyPath())
        case .didSet: didSet(model, keyPath())
        }
    }
}

/// A moment of a change that comes past the setters: inverses, a rollback, the saves of others.
public enum _ModelChange: Sendable {
    /// Before the change.
    case willSet
    /// After the change.
    case didSet
}
