// SPDX-License-Identifier: Apache-2.0
// Observing by name, the older form on Apple's systems: one method of the observer gets the changes of all its
// observations.

import Foundation
import PerdureBase
import PerdureFoundationGaps

/// An object that can be registered with `addObserver(_:forKeyPath:options:context:)`.
///
/// Managed objects and contexts conform, so that their subclasses override `observeValue`.
///
/// ## Compatibility
/// On Apple's systems every NSObject can observe. Here, other classes than subclasses of NSManagedObject and
/// NSManagedObjectContext must conform to this protocol, without `override`.
public protocol KeyValueObserver: AnyObject {
    /// Called when an observed property changes.
    ///
    /// - Parameters:
    ///   - keyPath: the key path of the registration.
    ///   - object: the observed object.
    ///   - change: the values that the registration's options ask for.
    ///   - context: the pointer that was given at the registration.
    func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?)
}

extension NSManagedObject: KeyValueObserver {}

extension NSManagedObject {
    /// Registers an observer for a property.
    ///
    /// The observer is not kept alive. It need not be removed before it or the object is freed. Registering fires no
    /// fault, unless it needs values: with the options `initial` and `new` together, or with a path of several steps. An
    /// unknown key stops the process: `observe(_:options:changeHandler:)` with a string throws.
    ///
    /// - Parameters:
    ///   - observer: the observer.
    ///   - keyPath: a key, or to-one relationships and a key.
    ///   - options: what to tell, and when.
    ///   - context: a pointer that the observer gets back.
    public final func addObserver(
        _ observer: any KeyValueObserver, forKeyPath keyPath: String,
        options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) {
        let receiver = ObserverReceiver(observer, keyPath, context)
        do { _ = try register(keyPath, options, receiver) } catch { ExceptionTrap.raise(error) }
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
        let found = ObservationTable.registration(at: self) {
            ObserverReceiver.belongs($0.receiver, to: observer, keyPath, where: fits)
        }
        guard let found else {
            return ExceptionTrap.raise(ObjectErrors.notObserving(observer, keyPath, of: self))
        }
        found.cancel()
    }

    /// Registers a receiver, and tells it at once if its options ask for that.
    ///
    /// - Throws: `CoreDataException` for a key path that cannot be observed; nothing is registered then.
    final func register(
        _ keyPath: String, _ options: NSKeyValueObservingOptions, _ receiver: any ChangeReceiver
    ) throws -> KeyRegistration {
        let registration = KeyRegistration(self, keyPath, options, receiver)
        do { try KeyWatch.start(registration, at: self) } catch {
            registration.cancel()
            throw error
        }
        if options.contains(.initial) { registration.tell(KeyChange(new: registration.value(.new))) }
        return registration
    }
}
