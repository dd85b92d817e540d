// SPDX-License-Identifier: Apache-2.0
// Reads and sets properties by slot. The type checker chooses the overload: plain types go straight to the slot, relationships
// to models, everything else through the property's form.

import Foundation
import Perdure
import PerdureBase

extension _Backing {
    // MARK: Plain types

    /// The first value of a plain attribute.
    @inlinable
    public mutating func _initialize<T: _PlainAttribute>(_ slot: Int, to value: T) {
        reference?._withUnsafeGuaranteedRef { object in
            object.noteFirstValue(at: slot)
            T._write(value, object, at: slot)
        }
    }

    /// The first value of a plain attribute that may be missing.
    @inlinable
    public mutating func _initialize<T: _PlainAttribute>(_ slot: Int, to value: T?) {
        reference?._withUnsafeGuaranteedRef { object in
            object.noteFirstValue(at: slot)
            T._write(value, object, at: slot)
        }
    }

    /// Reads a plain attribute; a row without a value gives zero or nothing of its type.
    @inlinable
    public mutating func _value<T: _PlainAttribute>(at slot: Int) -> T {
        if let value = object._withUnsafeGuaranteedRef({ T._read($0, at: slot) }) { return value }
        return _zero(T.self)
    }

    /// Reads a plain attribute that may be missing.
    @inlinable
    public mutating func _value<T: _PlainAttribute>(at slot: Int) -> T? {
        object._withUnsafeGuaranteedRef { T._read($0, at: slot) }
    }

    /// Sets a plain attribute.
    @inlinable
    public mutating func _set<T: _PlainAttribute>(_ value: T, at slot: Int, of model: AnyObject) {
        object._withUnsafeGuaranteedRef { object in
            object.isSetting = true
            object.assigned |= 1 << UInt64(slot & 63)
            T._write(value, object, at: slot)
            object.isSetting = false
        }
    }

    /// Sets a plain attribute that may be missing.
    @inlinable
    public mutating func _set<T: _PlainAttribute>(_ value: T?, at slot: Int, of model: AnyObject) {
        object._withUnsafeGuaranteedRef { object in
            object.isSetting = true
            object.assigned |= 1 << UInt64(slot & 63)
            T._write(value, object, at: slot)
            object.isSetting = false
        }
    }

    // MARK: Relationships

    /// The first destination of a relationship.
    public mutating func _initialize<T: PersistentModel>(_ slot: Int, to value: T?) {
        _heldObject?.setDestination(value, at: slot, owner: nil)
    }

    /// The first members of a relationship.
    public mutating func _initialize<T: PersistentModel>(_ slot: Int, to value: [T]) {
        _heldObject?.setMembers(value, at: slot, owner: nil)
    }

    /// The first members of a relationship.
    public mutating func _initialize<T: PersistentModel>(_ slot: Int, to value: [T]?) {
        _heldObject?.setMembers(value ?? [], at: slot, owner: nil)
    }

    /// Reads a destination; a row without one gives a new model without a context.
    public mutating func _value<T: PersistentModel>(at slot: Int) -> T {
        if let model: T = _value(at: slot) { return model }
        return T(backingData: _Backing<T>(HomeEntities.newObject(T.self)))
    }

    /// Reads a destination that may be missing.
    public mutating func _value<T: PersistentModel>(at slot: Int) -> T? {
        heldObject.destination(at: slot) as? T
    }

    // The destination's entity was made of the class T, so casts of members would only cost time.

    /// Reads members.
    public mutating func _value<T: PersistentModel>(at slot: Int) -> [T] {
        heldObject.list(of: T.self, at: slot, loans)
    }

    /// Reads members.
    public mutating func _value<T: PersistentModel>(at slot: Int) -> [T]? {
        heldObject.list(of: T.self, at: slot, loans)
    }

    /// Sets a destination.
    public mutating func _set<T: PersistentModel>(_ value: T?, at slot: Int, of model: AnyObject) {
        setting(slot, model) { $0.setDestination(value, at: slot, owner: model) }
    }

    /// Sets members.
    public mutating func _set<T: PersistentModel>(_ value: [T], at slot: Int, of model: AnyObject) {
        setting(slot, model) { $0.setMembers(value, at: slot, owner: model) }
    }

    /// Sets members.
    public mutating func _set<T: PersistentModel>(_ value: [T]?, at slot: Int, of model: AnyObject) {
        setting(slot, model) { $0.setMembers(value ?? [], at: slot, owner: model) }
    }

    // MARK: Other types

    /// The first value of an attribute of any other type.
    @_disfavoredOverload
    public mutating func _initialize<T>(_ slot: Int, to value: T) {
        guard let object = _heldObject else { return }
        object.noteFirstValue(at: slot)
        object.setFormed(value, at: slot)
    }

    /// Reads an attribute of any other type.
    @_disfavoredOverload
    public mutating func _value<T>(at slot: Int) -> T { heldObject.formed(at: slot) }

    /// Sets an attribute of any other type.
    @_disfavoredOverload
    public mutating func _set<T>(_ value: T, at slot: Int, of model: AnyObject) {
        setting(slot, model) { $0.setFormed(value, at: slot) }
    }

    // MARK: Changes in place

    /// Lends members to a statement that changes them in place.
    public mutating func _lend<T: PersistentModel>(_ type: [T].Type, at slot: Int) -> _MembersLoan<T> {
        heldObject.lend(T.self, at: slot, from: loans)
    }

    /// Lends members to a statement that changes them in place.
    public mutating func _lend<T: PersistentModel>(_ type: [T]?.Type, at slot: Int) -> _MembersLoan<T> {
        heldObject.lend(T.self, at: slot, from: loans)
    }

    /// Lends an attribute to a statement that changes it in place.
    @_disfavoredOverload
    public mutating func _lend<V>(_ type: V.Type, at slot: Int) -> _ValueLoan<V> {
        _ValueLoan(_value(at: slot))
    }

    /// Takes members back; costs the new ones alone where they were added at the end.
    public mutating func _takeBack<T: PersistentModel>(
        _ loan: _MembersLoan<T>, at slot: Int, of model: AnyObject
    ) {
        var isKept = false
        setting(slot, model) { isKept = $0.takeBack(loan, at: slot, owner: model) }
        if isKept { keep(loan, at: slot) }
    }

    private mutating func keep(_ loan: AnyObject, at slot: Int) {
        let loans = loans ?? MembersLoans()
        self.loans = loans
        loans[slot] = loan
        // Taking back may have put another object behind the model.
        heldObject.makeLinks().loans = loans
    }

    /// Takes an attribute back.
    public mutating func _takeBack<V>(_ loan: _ValueLoan<V>, at slot: Int, of model: AnyObject) {
        _set(loan.value, at: slot, of: model)
    }

    /// Lets a setter work on the object, which leaves telling readers to it.
    private func setting(_ slot: Int, _ model: AnyObject, _ body: (_ModelObject) -> Void) {
        let object = heldObject
        object.know(model)
        object.isSetting = true
        object.assigned |= 1 << UInt64(slot & 63)
        // A setter may put another object behind the model, by inserting it.
        defer { object.isSetting = false }
        body(object)
    }
}

/// Zero, or nothing, of a plain type.
@inline(never)
public func _zero<T: _PlainAttribute>(_ type: T.Type) -> T {
    if let zero = ValueForm.zero(type) as? T { return zero }
    CoreDataException.internalInconsistency("no value stands for nil of the type \(type)").stop()
}
