// SPDX-License-Identifier: Apache-2.0
// The class of all managed objects: its fields and every method that subclasses may override. The bodies
// are in NSManagedObject+….swift, the storage in SlotStorage.swift, the context's side behind ChangeSink.swift.

import Foundation
import PerdureBase
import PerdureFoundationGaps
import PerdurePredicates
import PerdureStore

/// An object of a model's entity: identified, tracked and stored by its context.
///
/// Read and set properties with the accessors of a generated class, or by name:
///
/// ```swift
/// let person = NSManagedObject(entity: entity, insertInto: context)
/// person.setValue("Ada", forKey: "firstName")
/// let name = person.value(forKey: "firstName") as? String
/// ```
///
/// Use an object only on its context's queue; its `objectID` may cross to other queues.
///
/// ## Compatibility
/// `init(entity:insertInto:)` is `required`: where Apple's code says `override init`, write `required init`.
open class NSManagedObject: NSObject, NSFetchRequestResult, _KeyPathRoot {
    // Exclusivity checks are off for these fields, because they would cost more than reading an attribute does. Only the
    // queue of the object's context uses the fields, and no accessor passes a field inout.
    @exclusivity(unchecked) final var slots: SlotStorage
    /// The entity, store and context; the entity changes only when the row shows that a fault has a subentity.
    @exclusivity(unchecked) final var environment: ObjectEnvironment
    /// The number of the object in its store; negative while the ID is temporary.
    @exclusivity(unchecked) final var number: Int64
    /// The ID, made when it is first asked for (NSManagedObject+Identity.swift).
    final let lazyID: LazyObjectID
    @exclusivity(unchecked) final var state: ObjectState
    /// The slot whose tracked setter is calling willChangeValue or didChangeValue; -1 for calls from outside.
    @exclusivity(unchecked) final var announcedSlot: Int32 = -1

    /// Makes an object and, if a context is given, inserts it there.
    ///
    /// The object starts with the model's default values. Without a context it is not tracked, and
    /// `NSManagedObjectContext.insert(_:)` brings it into one later.
    ///
    /// - Parameters:
    ///   - entity: the object's entity, of a model whose relationships are complete.
    ///   - context: where to insert the object, or nil.
    public required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        let facts = NSManagedObject.nextOrigin(entity)
        // For a waiting object, the caller of this initializer holds the environment; for a new object, the entity does.
        environment = facts.environment.unsafelyUnwrapped.takeUnretainedValue()
        number = facts.number
        lazyID = LazyObjectID(facts.id)
        slots = facts.isFault ? .fault : facts.initialSlots
        state = []
        super.init()
        if !facts.isFault { startLife(in: context) }
    }

    /// Starts the life of a new object, also one that a program makes with a context.
    @inline(never)
    private final func startLife(in context: NSManagedObjectContext?) {
        if needsSpecialAccess { slots.isSpecial = true }
        _setInitialValues()
        if let context { context.insert(self) }
    }

    deinit {
        slots.release()
        lazyID.release()
        if state.isDisjoint(with: [.observed, .partial]) { return }
        if state.contains(.observed) { forgetObservers() }
        forgetPartialValues()
    }

    // MARK: Identity

    /// The object's entity.
    public final var entity: NSEntityDescription { binding.entity }

    /// The object's identity: temporary until the object is saved.
    ///
    /// Any thread may read it, also during a save: it is then the temporary ID or the permanent one.
    public final var objectID: NSManagedObjectID { sharedID }

    /// A text for people who debug; does not fire the fault.
    open override var description: String { stateDescription }

    /// The object's identity as a number; not to be overridden.
    open override var hash: Int {
        // The address is enough: sets hash it once more, and would hash Foundation's value twice.
        Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    }

    /// Whether the other value is this very object; not to be overridden.
    open override func isEqual(_ object: Any?) -> Bool { isSame(object) }

    /// The entity that the class belongs to in the models that are in use.
    ///
    /// Without a known entity, or with entities of several names, a line on standard error says so, and the description
    /// has no name. Use `init(entity:insertInto:)` then.
    open class func entity() -> NSEntityDescription { entityOfClass() }

    /// A request for all objects of the class's entity, whose results may be of any type.
    ///
    /// The request of NSManagedObject itself has no entity: set one before the request is executed.
    @_disfavoredOverload
    open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> { untypedRequest() }

    /// Whether `willChangeValue(forKey:)` of a key that the model does not have leaves the object unchanged.
    open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

    /// What generated code says about the class's properties; nil for a class without any.
    ///
    /// Macros and generated classes override it; for a class that generated code only extends, the nested class
    /// `_ClassProperties` is looked for.
    open class var _classProperties: ClassProperties? { nil }

    /// The name of the entity that the class declares; nil when only a model file describes it.
    open class var _entityName: String? { nil }

    /// The class's entity as the class itself declares it; nil when only a model file describes it.
    open class var _entityDeclaration: EntityDeclaration? { nil }

    /// Sets a new object's initial values that are no constants of the model; macros override it.
    open func _setInitialValues() {}

    // MARK: Events in an object's life

    /// Called once, after the object was inserted into a context with the default values of its entity.
    open func awakeFromInsert() {}

    /// Called each time after the object was filled with values from a store.
    ///
    /// Changes are not tracked while it runs. Do not change relationships in it.
    open func awakeFromFetch() {}

    /// Called after the object was given earlier values: by rollback, refreshing, undo or a merge policy.
    open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}

    /// Called when the object is deleted, before its relationships are torn down.
    open func prepareForDeletion() {}

    /// Called before the object is saved, inserted, updated or deleted alike; it may change values.
    open func willSave() {}

    /// Called after the object was saved.
    open func didSave() {}

    /// Called before the object's values are dropped.
    open func willTurnIntoFault() {}

    /// Called after the object's values were dropped; its properties must not be read now.
    open func didTurnIntoFault() {}

    // MARK: Access and change

    /// Announces that a property is going to be read, which fires the fault; nil means any property.
    open func willAccessValue(forKey key: String?) {
        if QueueCheck.isOn { checkQueue(of: key) }
        if slots.isFault { fireFault(for: key.flatMap { binding.layout.slots[$0] }) }
        if slots.isSpecial, let key { recordAccess(forKey: key) }
    }

    /// Announces that a property has been read.
    open func didAccessValue(forKey key: String?) {}

    /// Announces that a property is going to change; to be followed by `didChangeValue(forKey:)`.
    open func willChangeValue(forKey key: String) {
        // This test comes first, because observers may change other properties of the object.
        let isOwn = isAnnounced(key)
        if !slots.isDirect { tellObservers(willChange: key) }
        if !isOwn { beginChange(forKey: key) }
    }

    /// Announces that a property has changed: the object becomes dirty and the inverse relationship follows.
    open func didChangeValue(forKey key: String) {
        if !isAnnounced(key) { endChange(forKey: key) }
        if slots.isSpecial { tellObservers(didChange: key) }
    }

    /// Announces a change of a to-many relationship.
    ///
    /// - Parameters:
    ///   - inKey: the relationship's name.
    ///   - inMutationKind: how the members change.
    ///   - inObjects: the objects by which they change.
    open func willChangeValue(
        forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
        using inObjects: Set<AnyHashable>
    ) {
        let isOwn = isAnnounced(inKey)
        if !slots.isDirect { tellObservers(willChange: inKey, .objects(inMutationKind, inObjects)) }
        if !isOwn { beginChange(forKey: inKey) }
    }

    /// Announces that a to-many relationship has changed.
    ///
    /// - Parameters:
    ///   - inKey: the relationship's name.
    ///   - inMutationKind: how the members changed.
    ///   - inObjects: the objects by which they changed.
    open func didChangeValue(
        forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
        using inObjects: Set<AnyHashable>
    ) {
        if !isAnnounced(inKey) { endChange(forKey: inKey) }
        if slots.isSpecial { tellObservers(didChange: inKey) }
    }

    /// Announces a change of an ordered relationship, as hand-written accessors make it.
    ///
    /// - Parameters:
    ///   - changeKind: insertion, removal or replacement.
    ///   - indexes: the indexes of new members after the change, or of removed members before it.
    ///   - key: the relationship's name.
    open func willChange(_ changeKind: NSKeyValueChange, valuesAt indexes: IndexSet, forKey key: String) {
        if !slots.isDirect { tellObservers(willChange: key, .places(changeKind, indexes)) }
        beginChange(forKey: key)
    }

    /// Announces that an ordered relationship has changed.
    ///
    /// - Parameters:
    ///   - changeKind: insertion, removal or replacement.
    ///   - indexes: the indexes of the announcement.
    ///   - key: the relationship's name.
    open func didChange(_ changeKind: NSKeyValueChange, valuesAt indexes: IndexSet, forKey key: String) {
        endChange(forKey: key)
        if slots.isSpecial { tellObservers(didChange: key) }
    }

    /// Called when a property changes that the object observes; stops the process unless overridden.
    ///
    /// - Parameters:
    ///   - keyPath: the key path of the registration.
    ///   - object: the observed object.
    ///   - change: the values that the registration's options ask for.
    ///   - context: the pointer that was given at the registration.
    open func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) { ExceptionTrap.raise(ObjectErrors.unexpectedChange(keyPath, of: object, for: self)) }

    /// The value of a property without any announcement: does not fire the fault, nil for a fault.
    open func primitiveValue(forKey key: String) -> Any? { readPrimitive(key) }

    /// Sets a property without any announcement: the object does not become dirty by it.
    ///
    /// - Parameters:
    ///   - value: the new value, of the property's class.
    ///   - key: the property's name.
    open func setPrimitiveValue(_ value: Any?, forKey key: String) { writePrimitive(value, key) }

    // MARK: Key-value coding

    /// The value of a property by its name; numbers are NSNumber, to-many relationships NSSet or NSOrderedSet.
    open func value(forKey key: String) -> Any? { readKey(key) }

    /// Sets a property by its name.
    ///
    /// Stops the process when the value is of a wrong class or the key unknown: `trySetValue(_:forKey:)` throws.
    ///
    /// - Parameters:
    ///   - value: the new value, of the property's class.
    ///   - key: the property's name.
    open func setValue(_ value: Any?, forKey key: String) { writeKey(value, key) }

    /// Called for a key that the entity does not have; stops the process unless overridden.
    ///
    /// The class may conform to `DynamicKeyStoring` instead.
    open func value(forUndefinedKey key: String) -> Any? {
        if let dynamicKeys { return dynamicKeys[key] }
        ExceptionTrap.raise(undefinedKey(key, "valueForUndefinedKey:"))
        return nil
    }

    /// Called for a key that the entity does not have; stops the process unless overridden.
    ///
    /// - Parameters:
    ///   - value: the value to set.
    ///   - key: the unknown key.
    open func setValue(_ value: Any?, forUndefinedKey key: String) {
        if let dynamicKeys { return dynamicKeys.set(value, at: [key]) }
        ExceptionTrap.raise(undefinedKey(key, "setValue:forUndefinedKey:"))
    }

    /// The key paths whose values affect the value of a key: observers of the key are told when one of them changes.
    ///
    /// Without an override, these are the declarations of macros, of generated code, and of extensions with
    /// `DependentKeyDeclaring`, in the class and its superclasses. Called once for each key of an entity.
    open class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        declaredKeyPaths(affecting: key)
    }

    /// The value at the end of a path of keys separated by dots.
    open func value(forKeyPath keyPath: String) -> Any? { readKeyPath(keyPath) }

    /// Sets the property at the end of a path of keys.
    ///
    /// - Parameters:
    ///   - value: the new value.
    ///   - keyPath: to-one relationships, then a property.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) { writeKeyPath(value, keyPath) }

    /// A live view of the array under a key: an ordered relationship, or an attribute whose value is an array.
    ///
    /// A change of the view changes the property. Each change of an attribute's array sets a new array.
    open func mutableArrayValue(forKey key: String) -> NSMutableArray { arrayView(key) }

    /// A live view of the array at the end of a path of keys; an empty array when a step is nil.
    open func mutableArrayValue(forKeyPath keyPath: String) -> NSMutableArray {
        view(at: keyPath, NSMutableArray()) { $0.mutableArrayValue(forKey: $1) }
    }

    /// A live view of the relationship at the end of a path of keys; an empty set when a step is nil.
    open func mutableSetValue(forKeyPath keyPath: String) -> NSMutableSet {
        view(at: keyPath, NSMutableSet()) { $0.mutableSetValue(forKey: $1) }
    }

    /// A live view of the ordered relationship at the end of a path of keys; an empty set when a step is nil.
    open func mutableOrderedSetValue(forKeyPath keyPath: String) -> NSMutableOrderedSet {
        view(at: keyPath, NSMutableOrderedSet()) { $0.mutableOrderedSetValue(forKey: $1) }
    }

    /// A live view of a to-many relationship; a change of the view changes the relationship.
    open func mutableSetValue(forKey key: String) -> NSMutableSet { setView(key) }

    /// A live view of an ordered to-many relationship; a change of the view changes the relationship.
    open func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet { orderedView(key) }

    // MARK: Validation

    /// Checks a value for a property.
    ///
    /// Checks the class, presence, predicates and counts, then asks the class's validator of the key.
    ///
    /// ## Compatibility
    /// Methods named `validate<Key>(_:)` are called when `@ManagedObject`, generated code or `PropertyValidating` lists
    /// them: Linux finds no method by its name.
    ///
    /// - Parameters:
    ///   - value: the value; an override may replace it.
    ///   - key: the property's name.
    /// - Throws: an error of the codes 1550 to 1690.
    open func validateValue(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String) throws
    {
        try checkValue(value, forKey: key)
    }

    /// Checks whether the object can be inserted in the store.
    ///
    /// - Throws: one property's error, or 1560 with all of them under `NSDetailedErrorsKey`.
    open func validateForInsert() throws { try checkAllValues() }

    /// Checks whether the object's changes can be saved.
    ///
    /// - Throws: one property's error, or 1560 with all of them under `NSDetailedErrorsKey`.
    open func validateForUpdate() throws { try checkAllValues() }

    /// Checks whether the object can be deleted: relationships with the deny rule must be empty.
    ///
    /// - Throws: 1600, or 1560 with all errors under `NSDetailedErrorsKey`.
    open func validateForDelete() throws { try checkDeletion() }

    // MARK: Changes

    /// The persistent properties that differ from their last fetched or saved values, with their new values.
    open func changedValues() -> [String: Any] { changesSinceSnapshot() }

    /// The persistent properties that changed in the current event, with the values they had before.
    open func changedValuesForCurrentEvent() -> [String: Any] { changesOfCurrentEvent() }

    /// The last fetched or saved values; nil is NSNull.
    ///
    /// Without keys, all persistent properties. An object that was never saved has none.
    open func committedValues(forKeys keys: [String]?) -> [String: Any] { snapshotValues(keys) }
}
