// SPDX-License-Identifier: Apache-2.0
// The kinds of observers: typed handlers, handlers by name, and objects that get a dictionary. Each takes the changes of
// KeyChange.swift.

import Foundation
import PerdureFoundationGaps

/// A typed handler, which reads the property with its Swift key path.
struct TypedReceiver<Object: NSObject, Value>: ChangeReceiver {
    let keyPath: KeyPath<Object, Value>
    let handler: (Object, NSKeyValueObservedChange<Value>) -> Void

    /// Keeps the type, also of an optional that is nil.
    private struct Box { let value: Value }

    func value(of object: NSObject) -> Any? { (object as? Object).map { Box(value: $0[keyPath: keyPath]) } }

    func receive(_ change: KeyChange, of object: NSObject) {
        guard let object = object as? Object else { return }
        let typed = NSKeyValueObservedChange(
            kind: change.kind, newValue: change.new.flatMap(Self.typed),
            oldValue: change.old.flatMap(Self.typed),
            indexes: change.indexes, isPrior: change.isPrior)
        handler(object, typed)
    }

    private static func typed(_ value: ObservedValue) -> Value? {
        switch value {
        case .value(let value): return (value as? Box)?.value
        case .members(let members, let isOrdered):
            let collection: Any = isOrdered ? NSOrderedSet(array: members) : NSSet(array: members)
            return TypedValue<Value>.converted(collection) ?? TypedValue<Value>.converted(members)
        }
    }
}

/// A handler that knows only the property's name.
struct NamedReceiver<Object: NSObject>: ChangeReceiver {
    let keyPath: String
    let handler: (Object, NSKeyValueObservedChange<Any>) -> Void

    func value(of object: NSObject) -> Any? { object.observedValue(forKeyPath: keyPath) }

    func receive(_ change: KeyChange, of object: NSObject) {
        guard let object = object as? Object else { return }
        let named = NSKeyValueObservedChange<Any>(
            kind: change.kind, newValue: change.new.map(\.untyped), oldValue: change.old.map(\.untyped),
            indexes: change.indexes, isPrior: change.isPrior)
        handler(object, named)
    }
}

/// An observer that gets a dictionary.
struct ObserverReceiver: ChangeReceiver {
    let keyPath: String
    let context: UnsafeMutableRawPointer?
    /// Not kept alive: an observer that is gone gets no message.
    private(set) weak var observer: (any KeyValueObserver)?
    /// Identifies the observer even in its deinit, when the weak reference is nil.
    let identity: ObjectIdentifier

    init(_ observer: any KeyValueObserver, _ keyPath: String, _ context: UnsafeMutableRawPointer?) {
        self.observer = observer
        self.keyPath = keyPath
        self.context = context
        identity = ObjectIdentifier(observer)
    }

    /// Whether a receiver belongs to an observer and a key path; used for removing a registration.
    static func belongs(
        _ receiver: any ChangeReceiver, to observer: any KeyValueObserver, _ keyPath: String,
        where fits: (ObserverReceiver) -> Bool
    ) -> Bool {
        guard let receiver = receiver as? ObserverReceiver else { return false }
        return receiver.identity == ObjectIdentifier(observer) && receiver.keyPath == keyPath
            && fits(receiver)
    }

    func value(of object: NSObject) -> Any? { object.observedValue(forKeyPath: keyPath) }

    func receive(_ change: KeyChange, of object: NSObject) {
        var told: [NSKeyValueChangeKey: Any] = [.kindKey: NSNumber(value: change.kind.rawValue)]
        told[.oldKey] = change.old?.untyped
        told[.newKey] = change.new?.untyped
        told[.indexesKey] = change.indexes
        if change.isPrior { told[.notificationIsPriorKey] = NSNumber(value: true) }
        observer?.observeValue(forKeyPath: keyPath, of: object, change: told, context: context)
    }
}

extension ObservedValue {
    /// The value as key-value coding shows it; nil is NSNull.
    fileprivate var untyped: Any {
        switch self {
        case .value(let value): AnyValue.unwrapped(value) ?? NSNull()
        case .members(let members, let isOrdered):
            isOrdered ? NSArray(array: members) : NSSet(array: members)
        }
    }
}

extension NSObject {
    /// The value that observers by name see.
    fileprivate func observedValue(forKeyPath keyPath: String) -> Any? {
        if let object = self as? NSManagedObject { return object.value(forKeyPath: keyPath) }
        return (self as? NSManagedObjectContext)?.hasChanges
    }
}
