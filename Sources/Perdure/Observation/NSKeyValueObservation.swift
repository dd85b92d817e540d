// SPDX-License-Identifier: Apache-2.0
// The results of observe(_:options:changeHandler:): the caller's observation and the handler's change.

import Foundation
import PerdureFoundationGaps

/// An observation; it ends when it is released or invalidated.
///
/// It may outlive the observed object, and may end on any thread.
///
/// ## Compatibility
/// Foundation on Linux has no such class.
public final class NSKeyValueObservation: NSObject, Sendable {
    private let cancellation: (any Cancellable)?

    /// - Parameter cancellation: the registration to end; nil for a refused one.
    init(_ cancellation: (any Cancellable)?) { self.cancellation = cancellation }

    deinit { cancellation?.cancel() }

    /// Ends the observation: the handler is not called any more.
    public func invalidate() { cancellation?.cancel() }
}

/// An observation that any thread may end, more than once.
protocol Cancellable: Sendable {
    func cancel()
}

/// A change, as the handler of an observation sees it.
///
/// ## Compatibility
/// Foundation on Linux has no such type.
public struct NSKeyValueObservedChange<Value> {
    /// The kind of change.
    public typealias Kind = NSKeyValueChange

    /// How the property changes.
    public let kind: Kind
    /// The new value, or the added members; nil unless the option `new` asks for it.
    public let newValue: Value?
    /// The old value, or the removed members; nil unless the option `old` asks for it.
    public let oldValue: Value?
    /// The indexes of the members in an ordered relationship.
    public let indexes: IndexSet?
    /// Whether the change is still to come.
    public let isPrior: Bool
}
