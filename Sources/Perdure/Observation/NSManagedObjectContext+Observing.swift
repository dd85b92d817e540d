// SPDX-License-Identifier: Apache-2.0
// Observes a context's hasChanges, by handler and by name. Sequences of its changes are in ContextSequence.swift.

import Foundation
import PerdureBase
import PerdureFoundationGaps

extension NSManagedObjectContext: _KeyValueCodingAndObserving {}
extension NSManagedObjectContext: KeyValueObserver {}

extension _KeyValueCodingAndObserving where Self: NSManagedObjectContext {
    /// Calls a handler when `hasChanges` changes, until the result is released or invalidated.
    ///
    /// The handler is called within the change: it must not touch the context or its objects.
    /// Stops the process for another property than `hasChanges`.
    ///
    /// - Parameters:
    ///   - keyPath: `\.hasChanges`.
    ///   - options: what to tell, and when.
    ///   - changeHandler: called with the context and the change.
    /// - Returns: the observation, to be kept.
    public func observe(
        _ keyPath: KeyPath<Self, Bool>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (Self, NSKeyValueObservedChange<Bool>) -> Void
    ) -> NSKeyValueObservation {
        let name = keyPath == \Self.hasChanges ? "hasChanges" : "\(keyPath)"
        return NSKeyValueObservation(register(name, options, HasChangesReceiver(handler: changeHandler)))
    }
}

/// A handler for `hasChanges`.
private struct HasChangesReceiver<Context: NSManagedObjectContext>: ChangeReceiver {
    let handler: (Context, NSKeyValueObservedChange<Bool>) -> Void

    func value(of object: NSObject) -> Any? { (object as? NSManagedObjectContext)?.hasChanges }

    func receive(_ change: KeyChange, of object: NSObject) {
        guard let context = object as? Context else { return }
        func flag(_ value: ObservedValue?) -> Bool? {
            if case .value(let value) = value { value as? Bool } else { nil }
        }
        let told = NSKeyValueObservedChange(
            kind: change.kind, newValue: flag(change.new), oldValue: flag(change.old), indexes: nil,
            isPrior: change.isPrior)
        handler(context, told)
    }
}

extension NSManagedObjectContext {
    /// Registers an observer for `hasChanges`.
    ///
    /// Stops the process for another key. The observer is not kept alive. It must not touch the context or its objects
    /// while it is told.
    ///
    /// - Parameters:
    ///   - observer: the observer.
    ///   - keyPath: "hasChanges".
    ///   - options: what to tell, and when.
    ///   - context: a pointer that the observer gets back.
    public final func addObserver(
        _ observer: any KeyValueObserver, forKeyPath keyPath: String,
        options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) {
        _ = register(keyPath, options, ObserverReceiver(observer, keyPath, context))
    }

    /// Ends the latest registration of an observer for a key path.
    ///
    /// Stops the process when there is none.
    public final func removeObserver(_ observer: any KeyValueObserver, forKeyPath keyPath: String) {
        remove(observer, keyPath) { _ in true }
    }

    /// Ends the latest registration of an observer for a key path and a context.
    ///
    /// Stops the process when there is none.
    ///
    /// - Parameters:
    ///   - observer: the observer.
    ///   - keyPath: the key path of the registration.
    ///   - context: the pointer of the registration.
    public final func removeObserver(
        _ observer: any KeyValueObserver, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) {
        remove(observer, keyPath) { $0.context == context }
    }

    private func remove(
        _ observer: any KeyValueObserver, _ keyPath: String, where fits: (ObserverReceiver) -> Bool
    ) {
        let found = observers.registrations.last {
            ObserverReceiver.belongs($0.receiver, to: observer, keyPath, where: fits)
        }
        guard let found else {
            return ExceptionTrap.raise(ObjectErrors.notObserving(observer, keyPath, of: self))
        }
        found.cancel()
    }

    fileprivate final func register(
        _ keyPath: String, _ options: NSKeyValueObservingOptions, _ receiver: any ChangeReceiver
    ) -> ContextRegistration? {
        guard keyPath == "hasChanges" else {
            ExceptionTrap.raise(ContextErrors.cannotObserve(keyPath))
            return nil
        }
        let registration = ContextRegistration(observers, options, receiver)
        if options.contains(.initial) {
            let now = options.contains(.new) ? ObservedValue.value(hasChanges) : nil
            registration.tell(KeyChange(new: now), of: self)
        }
        return registration
    }

    /// Tells observers if hasChanges differs from the value that they know.
    ///
    /// Called at the end of each change, because hasChanges is computed from counts and not set.
    final func tellHasChanges() {
        guard journal.hasChanges != toldHasChanges else { return }
        toldHasChanges = journal.hasChanges
        for registration in observers.registrations { tellHasChanges(registration) }
    }

    private func tellHasChanges(_ registration: ContextRegistration) {
        let options = registration.options
        let now = toldHasChanges
        var change = KeyChange(old: options.contains(.old) ? .value(!now) : nil)
        if options.contains(.prior) {
            change.isPrior = true
            registration.tell(change, of: self)
            change.isPrior = false
        }
        if options.contains(.new) { change.new = .value(now) }
        registration.tell(change, of: self)
    }
}

extension ContextErrors {
    fileprivate static func cannotObserve(_ keyPath: String) -> CoreDataException {
        CoreDataException(
            name: .undefinedKeyException,
            reason:
                "\"\(keyPath)\" of a context cannot be observed: hasChanges can. For changes of objects use "
                + "notifications, or the sequence `changes`.")
    }
}
