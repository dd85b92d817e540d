// SPDX-License-Identifier: Apache-2.0
// Finds the objects whose derived attributes a change set affects. It notes the changed objects in the tables before the
// change, and walks the paths back in the tables after it.

/// The objects on the paths of derivations that a change set touches.
///
/// A path that leads elsewhere after the change is the same up to the first changed object. That object is noted here, and so
/// is each object that loses a member. So the walk back needs only the new tables.
struct AffectedDerivations {
    private let dependencies: DerivationDependencies
    /// Numbers by path and place.
    private var numbers: [[Set<Int64>]]

    /// Notes what changes touch.
    ///
    /// - Parameters:
    ///   - changes: the changes.
    ///   - dependencies: the dependencies of derived attributes.
    ///   - tables: the tables before the changes.
    init(_ changes: ChangeSet, _ dependencies: DerivationDependencies, in tables: InMemoryTables) {
        self.dependencies = dependencies
        numbers = dependencies.paths.map { path in Array(repeating: [], count: path.steps.count + 1) }
        for insertion in changes.insertions { addAtAllPositions(insertion.key) }
        for deletion in changes.deletions {
            guard let old = tables.row(for: deletion.key) else { continue }
            addAtAllPositions(old.key)
            for place in dependencies.places(of: old.key.entity) {
                addOwners(of: old.key.number, place, tables)
            }
        }
        for update in changes.updates { add(update, tables) }
        for link in changes.links { add(link, tables.schema) }
    }

    private mutating func addAtAllPositions(_ key: ObjectKey) {
        for place in dependencies.places(of: key.entity) { add(key.number, place) }
    }

    private mutating func add(_ update: RowUpdate, _ tables: InMemoryTables) {
        guard let old = tables.row(for: update.key) else { return }
        for slot in update.slots {
            let watches = dependencies.watches(of: old.key.entity, slot: slot)
            if watches.isEmpty || old[slot] == update.row[slot] { continue }
            for watch in watches {
                add(old.key.number, watch.place)
                if watch.leavesOwners { addOwners(of: old.key.number, watch.place, tables) }
            }
        }
    }

    private mutating func add(_ change: LinkChange, _ schema: Schema) {
        let property = schema[change.owner.entity].properties[change.slot]
        guard let link = RelationshipSide.holding(property, in: schema) else { return }
        let first = link.isForward ? change.owner : change.member
        let second = link.isForward ? change.member : change.owner
        for watch in dependencies.watches(of: link.side) {
            if watch.isForward || watch.isMutual { add(first.number, watch.place) }
            if !watch.isForward || watch.isMutual { add(second.number, watch.place) }
        }
    }

    private mutating func add(_ number: Int64, _ place: DerivationDependencies.PathPosition) {
        numbers[place.path][place.position].insert(number)
    }

    /// Notes the owners one step before: they lose a member.
    private mutating func addOwners(
        of number: Int64, _ place: DerivationDependencies.PathPosition, _ tables: InMemoryTables
    ) {
        guard place.position > 0 else { return }
        let step = dependencies.paths[place.path].steps[place.position - 1]
        numbers[place.path][place.position - 1].formUnion(step.owners(of: number, in: tables))
    }

    /// The objects whose attribute may have another value now.
    ///
    /// - Parameters:
    ///   - path: the derivation's index in the dependencies.
    ///   - tables: the tables after the changes.
    /// - Returns: the objects' numbers; some of the objects may be gone or have no such attribute.
    func objects(of path: Int, in tables: InMemoryTables) -> Set<Int64> {
        let touched = numbers[path]
        var found = touched[touched.count - 1]
        for (position, step) in dependencies.paths[path].steps.enumerated().reversed() {
            var owners = touched[position]
            for number in found { owners.formUnion(step.owners(of: number, in: tables)) }
            found = owners
        }
        return found
    }
}
