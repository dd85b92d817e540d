// SPDX-License-Identifier: Apache-2.0
// The managed object behind a model. It finds its model while that is alive, and keeps it alive while there are changes.
// ModelObject+Relationships.swift reads and sets relationships.

import Foundation
import Perdure
import PerdureBase

/// The managed object behind a model.
public class _ModelObject: NSManagedObject {
    // Exclusivity checks are off, as for the fields of the superclass: only the context's isolation uses them.
    @exclusivity(unchecked) private final var known: WeakObjectReference<AnyObject>?
    /// The model, while it has changes that are not saved.
    @exclusivity(unchecked) private final var held: AnyObject?
    /// Relationships of a model without a context, and the orders of members.
    @exclusivity(unchecked) final var links: ModelLinks?
    /// The ID of a row that somebody else has deleted; this object has its last values.
    @exclusivity(unchecked) final var formerID: NSManagedObjectID?
    /// Whether the model's own setter is at work, which tells readers itself.
    @exclusivity(unchecked) @usableFromInline final var isSetting = false
    /// One bit for each slot that the program has set; slots that are 64 apart share one.
    @exclusivity(unchecked) @usableFromInline final var assigned: UInt64 = 0
    /// One bit for each of the first 64 slots that has its first value.
    @exclusivity(unchecked) @usableFromInline final var begun: UInt64 = 0
    /// The same for the slots behind those.
    @exclusivity(unchecked) final var begunBehind: Set<Int> = []

    /// The class of the model.
    var modelType: any PersistentModel.Type {
        CoreDataException.internalInconsistency("no class of a model").stop()
    }

    /// Makes a model for the object.
    func makeModel() -> AnyObject { CoreDataException.internalInconsistency("no class of a model").stop() }

    final func isOf(_ type: any PersistentModel.Type) -> Bool { modelType.isKind(of: type) }

    /// Takes note of the model.
    final func know(_ model: AnyObject) {
        if known == nil { known = WeakObjectReference(model) }
    }

    /// Takes note of one more model, which a save has given this object.
    final func know(besides model: AnyObject) {
        if known?.object == nil { return known = WeakObjectReference(model) }
        makeLinks().twins.append(WeakObjectReference(model))
    }

    /// All models that are alive.
    final var knownModels: [AnyObject] {
        [knownModel].compactMap(\.self) + (links?.twins.compactMap(\.object) ?? [])
    }

    /// The model, if it is alive.
    final var knownModel: AnyObject? { known?.object }

    /// The model: the one that is alive, or a new one.
    final var model: AnyObject {
        if let present = known?.object { return present }
        let birth = ModelBirth.current
        let former = birth.source
        birth.source = self
        let made = makeModel()
        birth.source = former
        // A former model may be gone; then `know` would keep the reference to it.
        known = WeakObjectReference(made)
        if hasChanges, managedObjectContext != nil { hold() }
        return made
    }

    /// The context of the model.
    final var modelContext: ModelContext? { storeContext?.owner }
    final var storeContext: ModelStoreContext? { managedObjectContext as? ModelStoreContext }

    /// The identity of the model: that of its former row, where that is gone.
    final var identifier: PersistentIdentifier { PersistentIdentifier(formerID ?? objectID) }
    /// Whether the object had a row that is gone.
    final var hasLostRow: Bool {
        managedObjectContext == nil && (formerID != nil || !objectID.isTemporaryID)
    }

    // MARK: Keeping the model alive

    /// Keeps the model alive until its changes are saved.
    final func hold() {
        guard held == nil, let context = storeContext else { return }
        held = known?.object
        if held != nil { context.held.append(self) }
    }

    /// Lets the model go.
    final func letGo() {
        held = nil
        links?.loans?.letGo()
    }

    /// Whether the model is kept alive.
    final var isHeld: Bool { held != nil }

    // MARK: Changes

    /// Tells readers, where the change does not come from the model's setter.
    public override func willChangeValue(forKey key: String) {
        if !isSetting { tell(key, .willSet) }
        super.willChangeValue(forKey: key)
        noteChange()
    }

    /// Tells readers, where the change does not come from the model's setter.
    public override func didChangeValue(forKey key: String) {
        super.didChangeValue(forKey: key)
        if !isSetting { tell(key, .didSet) }
    }

    /// Tells readers, where the change does not come from the model's setter.
    public override func willChangeValue(
        forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
        using inObjects: Set<AnyHashable>
    ) {
        if !isSetting { tell(inKey, .willSet) }
        super.willChangeValue(forKey: inKey, withSetMutation: inMutationKind, using: inObjects)
        noteChange()
    }

    /// Tells readers, where the change does not come from the model's setter.
    public override func didChangeValue(
        forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
        using inObjects: Set<AnyHashable>
    ) {
        super.didChangeValue(forKey: inKey, withSetMutation: inMutationKind, using: inObjects)
        if !isSetting { tell(inKey, .didSet) }
    }

    /// Forgets orders of members, which the store knows only as they are there.
    public override func didTurnIntoFault() {
        super.didTurnIntoFault()
        links?.orders = [:]
        links?.loans?.removeAll()
    }

    private func tell(_ name: String, _ change: _ModelChange) {
        guard let model = known?.object as? any PersistentModel else { return }
        model._$tell(name, change)
    }

    private func noteChange() {
        guard let context = storeContext else { return }
        if held == nil { hold() }
        context.owner?.noteChange()
    }
}

extension PersistentModel {
    /// Whether the class is another one, or stands below it.
    static func isKind(of type: any PersistentModel.Type) -> Bool {
        var next: AnyClass? = self
        while let present = next {
            if present == (type as AnyClass) { return true }
            next = _getSuperclass(present)
        }
        return false
    }

    /// Makes an object of the class, without a context.
    static func newObject(of entity: NSEntityDescription) -> _ModelObject {
        ModelObject<Self>(entity: entity, insertInto: nil)
    }
}

/// The managed object behind a model of one class.
final class ModelObject<M: PersistentModel>: _ModelObject {
    override class var _classProperties: ClassProperties? {
        ClassProperties(self, slots: ModelFacts.of(M.self).slots, keyPaths: { _ in [:] })
    }

    override var modelType: any PersistentModel.Type { M.self }
    override func makeModel() -> AnyObject { M._$make(over: self) }
}
