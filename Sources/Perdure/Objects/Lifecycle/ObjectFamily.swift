// SPDX-License-Identifier: Apache-2.0
// The facts that the objects of one entity, store and context share. An object keeps and counts one reference instead of
// three.

import PerdureStore

/// The entity, store and context of objects.
///
/// A context's objects of one entity and store share one (`ChangeSink.family`). An object that changes its store or
/// context changes its family.
final class ObjectFamily {
    /// Not counted, because every access reads it; `owner` keeps the binding alive.
    unowned(unsafe) let binding: EntityBinding
    /// The entity, which may be of another model than the store's; nil only in the family that the binding itself owns.
    ///
    /// Objects without a store and a context have that family. Their temporary ID keeps the entity alive.
    private let owner: NSEntityDescription?
    /// nil while no store is assigned.
    let origin: ObjectIDOrigin?
    /// nil for objects of no context.
    let link: ContextLink?
    // The fields that every write reads, side by side. They need no reference on the way, because counting one costs as
    // much as the write does.
    /// Whether the objects have a context.
    let hasContext: Bool
    /// The numbers of the entity and of its root.
    let entity: Int32
    let root: Int32
    /// The binding's kinds and names, by slot.
    let kinds: UnsafePointer<SlotKind>
    let names: UnsafePointer<String>
    /// The class of objects whose slots accessors may read directly; nil when no class allows it.
    let plainClass: NSManagedObject.Type?
    /// The entity whose rows objects share without a copy; 0 for no entity.
    let sharedEntity: Int32

    /// The same family without a context, for objects that leave it; made when it is first needed.
    private(set) lazy var leavers = ObjectFamily(binding, in: origin, nil)

    init(
        _ binding: EntityBinding, in origin: ObjectIDOrigin?, _ link: ContextLink?, ownsEntity: Bool = true
    ) {
        self.binding = binding
        owner = ownsEntity ? binding.entity : nil
        self.origin = origin
        self.link = link
        hasContext = link != nil
        entity = binding.layout.number
        root = binding.layout.root
        kinds = binding.kindPlaces
        names = binding.namePlaces
        plainClass = binding.isPlain ? binding.objectClass : nil
        sharedEntity = binding.sharesRows ? entity : 0
    }

    /// The key of an object, by its number.
    @inline(__always) func key(_ number: Int64) -> ObjectKey {
        // Entity numbers play no part for a temporary number, which is unique in the process.
        if number < 0 { return ObjectKey(entity: 0, root: 0, number: number) }
        return ObjectKey(entity: entity, root: root, number: number)
    }
}

/// The families of a context's objects.
struct ObjectFamilies {
    private struct Key: Hashable {
        let binding: ObjectIdentifier
        let origin: ObjectIdentifier?
    }

    private var families: [Key: ObjectFamily] = [:]
    /// The family of the last call: consecutive objects often have the same one.
    private var last: ObjectFamily?

    /// The family of an entity's objects in a store.
    mutating func family(_ binding: EntityBinding, in origin: ObjectIDOrigin?, _ link: ContextLink)
        -> ObjectFamily
    {
        if let last, last.binding === binding, last.origin === origin { return last }
        let key = Key(binding: ObjectIdentifier(binding), origin: origin.map { ObjectIdentifier($0) })
        let family = families[key] ?? ObjectFamily(binding, in: origin, link)
        families[key] = family
        last = family
        return family
    }
}
