// SPDX-License-Identifier: Apache-2.0
// What the objects of one entity, store and context have in common: one reference where each would have three, and
// count three.

import PerdureStore

/// The entity, store and context of objects.
///
/// Objects of a context share one (`ChangeSink.family`); an object that changes its store or its context changes its family.
final class ObjectFamily {
    /// Not counted, because every access reads it: `owner`, which owns it, is.
    unowned(unsafe) let binding: EntityBinding
    /// The entity, which may be of another model than the store's; nil only in the family that the binding itself owns:
    /// objects have that one without a store and a context, and then a temporary ID, which owns the entity.
    private let owner: NSEntityDescription?
    /// nil while no store is assigned.
    let origin: ObjectIDOrigin?
    /// nil for objects of no context.
    let link: ContextLink?
    // What every write asks, beside each other and without a reference on the way, because counting one costs as much as
    // the write does.
    /// Whether the objects have a context.
    let hasContext: Bool
    /// The numbers of the entity and of its root.
    let entity: Int32
    let root: Int32
    /// The binding's, by slot.
    let kinds: UnsafePointer<SlotKind>
    let names: UnsafePointer<String>
    /// The class of objects whose slots accessors may read directly; nil where no class's may.
    let plainClass: NSManagedObject.Type?
    /// Whether objects read the rows of this entity as they are; 0 for no entity.
    let sharedEntity: Int32

    /// The same without a context, for objects that leave it; made when the first one does.
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

    /// The key of one of the objects.
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
    /// Objects come in runs of one family.
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
