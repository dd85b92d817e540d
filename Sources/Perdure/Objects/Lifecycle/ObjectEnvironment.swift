// SPDX-License-Identifier: Apache-2.0
// The facts that the objects of one entity, store and context share. An object keeps and counts one reference instead of
// three.

import PerdureStore

/// The entity, store and context of objects.
///
/// A context's objects of one entity and store share one (`ChangeSink.environment`). An object that changes its store or
/// context changes its environment.
final class ObjectEnvironment {
    /// Not counted, because every access reads it; `owner` keeps the binding alive.
    unowned(unsafe) let binding: EntityBinding
    /// The entity, which may be of another model than the store's; nil only in the environment that the binding itself owns.
    ///
    /// Objects without a store and a context have that environment. Their temporary ID keeps the entity alive.
    private let owner: NSEntityDescription?
    /// nil while no store is assigned.
    let namespace: ObjectIDNamespace?
    /// nil for objects of no context.
    let link: ContextLink?
    /// The link and the store's rows, not counted: every fault that fires reads them.
    unowned(unsafe) private let reader: ContextLink?
    unowned(unsafe) private let rows: RowCache?
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

    /// The prefetched relationships of these objects, each as the store's cache names it.
    @exclusivity(unchecked) private var sides: [(relationship: ObjectIdentifier, side: MemberSide)] = []

    /// The same environment without a context, for objects that leave it; made when it is first needed.
    private(set) lazy var detachedEnvironment = ObjectEnvironment(binding, in: namespace, nil)

    init(
        _ binding: EntityBinding, in namespace: ObjectIDNamespace?, _ link: ContextLink?,
        ownsEntity: Bool = true
    ) {
        self.binding = binding
        owner = ownsEntity ? binding.entity : nil
        self.namespace = namespace
        self.link = link
        reader = link
        rows = namespace?.rows
        hasContext = link != nil
        entity = binding.layout.number
        root = binding.layout.root
        kinds = binding.kindTable
        names = binding.nameTable
        plainClass = binding.isPlain ? binding.objectClass : nil
        sharedEntity = binding.sharesRows ? entity : 0
    }

    /// The newest row that the store's cache knows, where the context has nothing to say about it.
    @inline(__always) func knownRow(_ number: Int64) -> Row? {
        guard let reader, reader.takesKnownRows.load(ordering: .relaxed), let rows else { return nil }
        return rows.row(for: key(number), maximumAge: -1)
    }

    /// How the store's cache names the prefetched members of a relationship.
    ///
    /// - Parameters:
    ///   - relationship: one of the entity's own.
    ///   - make: finds the name when it is first asked for.
    /// - Returns: the name, or nil if none was found.
    func memberSide(_ relationship: NSRelationshipDescription, _ make: () -> MemberSide?) -> MemberSide? {
        let name = ObjectIdentifier(relationship)
        for place in sides.indices where sides[place].relationship == name { return sides[place].side }
        guard let side = make() else { return nil }
        sides.append((name, side))
        return side
    }

    /// The key of an object, by its number.
    @inline(__always) func key(_ number: Int64) -> ObjectKey {
        // Entity numbers play no part for a temporary number, which is unique in the process.
        if number < 0 { return ObjectKey(entity: 0, root: 0, number: number) }
        return ObjectKey(entity: entity, root: root, number: number)
    }
}

/// The environments of a context's objects.
struct ObjectEnvironments {
    /// Searched one by one: a context has few, and a dictionary would hash two references for each object.
    private var environments: [ObjectEnvironment] = []
    /// The environment of the last call: consecutive objects often have the same one.
    private var last: ObjectEnvironment?
    /// The environments of one store's objects, by the number of the entity: that of the store that was asked for last.
    private var byEntity: ContiguousArray<ObjectEnvironment?> = []
    private var store: ObjectIDNamespace?

    /// The environment of an entity's objects in a store.
    mutating func environment(_ binding: EntityBinding, in namespace: ObjectIDNamespace?, _ link: ContextLink)
        -> ObjectEnvironment
    {
        if let last, last.binding === binding, last.namespace === namespace { return last }
        let known = environments.first { $0.binding === binding && $0.namespace === namespace }
        let environment = known ?? ObjectEnvironment(binding, in: namespace, link)
        if known == nil { environments.append(environment) }
        last = environment
        return environment
    }

    /// The environment of stored objects, if it is among those of the store that was asked for last.
    func known(_ entity: Int32, in namespace: ObjectIDNamespace) -> ObjectEnvironment? {
        store === namespace && entity < byEntity.count ? byEntity[Int(entity)] : nil
    }

    /// The environment of stored objects, by the number of their entity in the store.
    mutating func environment(_ entity: Int32, in namespace: ObjectIDNamespace, _ link: ContextLink)
        -> ObjectEnvironment
    {
        let environment = environment(EntityBinding.of(namespace.entity(entity)), in: namespace, link)
        if store !== namespace { (store, byEntity) = (namespace, []) }
        let missing = Int(entity) + 1 - byEntity.count
        if missing > 0 { byEntity += repeatElement(nil, count: missing) }
        byEntity[Int(entity)] = environment
        return environment
    }
}
