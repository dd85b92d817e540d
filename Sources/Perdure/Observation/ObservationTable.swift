// SPDX-License-Identifier: Apache-2.0
// The table of all observers by object and key, one per process. So objects need no room for observers, and registrations
// outlive the values of a fault. KeyObservers.swift tells the observers.

import PerdureBase

/// The watches of all observed objects.
///
/// An object in the table has the state `observed`. The last watch may end on any thread; the object notices this at its
/// next change. No watch or registration is released under the lock, because a handler's deinit may run any code.
enum ObservationTable {
    private static let table = Lock<[ObjectIdentifier: KeyObservers]>([:])

    /// The observers of an object; nil when it has none any more.
    static func observers(of object: NSManagedObject) -> KeyObservers? {
        table.withLock { $0[ObjectIdentifier(object)] }
    }

    /// The watches that a change of a key concerns, in the order of their registration.
    static func watches(_ observers: KeyObservers, for key: String) -> [KeyWatch] {
        table.withLock { _ in observers.watches[key] ?? [] }
    }

    /// All watches of an object.
    static func watches(_ observers: KeyObservers) -> [KeyWatch] {
        table.withLock { _ in observers.watches.flatMap { key, list in list.filter { $0.key == key } } }
    }

    /// Starts a watch at an object, unless its registration has ended.
    static func add(_ watch: KeyWatch, at object: NSManagedObject) {
        table.withLock { table in
            guard watch.registration.isActive else { return }
            let observers = table[ObjectIdentifier(object)] ?? KeyObservers()
            table[ObjectIdentifier(object)] = observers
            for key in watch.keys { observers.watches[key, default: []].append(watch) }
            watch.registration.watches.append(watch)
        }
        object.state.insert(.observed)
        object.slots.isSpecial = true
    }

    /// Ends watches of a registration: all, or those of one branch.
    static func remove(_ watches: [KeyWatch]? = nil, of registration: KeyRegistration) {
        let removed = table.withLock { table in
            let removed = watches ?? registration.watches
            for watch in removed {
                remove(watch, from: &table)
                registration.watches.removeAll { $0 === watch }
            }
            return removed
        }
        withExtendedLifetime(removed) {}
    }

    private static func remove(_ watch: KeyWatch, from table: inout [ObjectIdentifier: KeyObservers]) {
        guard let observers = table[watch.place] else { return }
        for key in watch.keys {
            observers.watches[key]?.removeAll { $0 === watch }
            if observers.watches[key]?.isEmpty == true { observers.watches[key] = nil }
        }
        if observers.watches.isEmpty { table[watch.place] = nil }
    }

    /// Ends all watches of an object that is being deallocated, and the registrations that began at it.
    static func forget(_ object: NSManagedObject) {
        let observers = table.withLock { $0.removeValue(forKey: ObjectIdentifier(object)) }
        guard let observers else { return }
        for watch in watches(observers) {
            if watch.isRoot { watch.registration.cancel() } else { remove([watch], of: watch.registration) }
        }
    }

    /// The latest matching registration of an object.
    static func registration(
        at object: NSManagedObject, where fits: (KeyRegistration) -> Bool
    ) -> KeyRegistration? {
        let watches = table.withLock { $0[ObjectIdentifier(object)]?.watches.values.flatMap(\.self) ?? [] }
        return watches.lazy.filter(\.isRoot).map(\.registration).filter(fits).max { $0.number < $1.number }
    }
}

extension NSManagedObject {
    /// Ends all watches of the object, which is being deallocated.
    final func forgetObservers() { ObservationTable.forget(self) }
}
