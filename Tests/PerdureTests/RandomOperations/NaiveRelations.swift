// SPDX-License-Identifier: Apache-2.0
// The rules of relationships in their simplest form: each object has an owner, and its parts are the objects whose
// owner it is. RelationSubject.swift does the same with real objects.

/// What can be done to owners and parts; a step that does not fit the state does nothing.
enum RelationOperation: Sendable {
    case insert
    case setOwner(Int, Int?)
    case addPart(Int, Int)
    case removePart(Int, Int)
    case delete(Int)
    case refresh(Int)
    case process, save, rollback

    static let places = 5

    static func random(_ generator: inout SplitMix64) -> RelationOperation {
        let place = Int.random(in: 0..<places, using: &generator)
        let other = Int.random(in: 0..<places, using: &generator)
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<15: return .insert
        case 15..<40: return .setOwner(place, Int.random(in: 0..<4, using: &generator) == 0 ? nil : other)
        case 40..<55: return .addPart(place, other)
        case 55..<65: return .removePart(place, other)
        case 65..<72: return .delete(place)
        case 72..<80: return .refresh(place)
        case 80..<85: return .process
        case 85..<94: return .save
        default: return .rollback
        }
    }
}

/// An object with an owner, by place.
struct NaiveOwned: Equatable {
    var owner: Int?
    /// What the store has; nil also for a new object.
    var storedOwner: Int?
    var isInserted = true
    var isUpdated = false
    var isDeleted = false
    var hasChanges: Bool { isInserted || isUpdated || isDeleted }
}

/// Objects in places, and their owners.
final class NaiveRelations {
    private(set) var objects: [NaiveOwned?] = Array(repeating: nil, count: RelationOperation.places)

    private func isAlive(_ place: Int) -> Bool { objects[place].map { !$0.isDeleted } ?? false }

    /// The objects whose owner an object is; deleted ones no longer are parts.
    private func parts(_ place: Int) -> Set<Int> {
        Set(objects.indices.filter { isAlive($0) && objects[$0]?.owner == place })
    }

    private func storedParts(_ place: Int) -> Set<Int> {
        Set(objects.indices.filter { objects[$0]?.isInserted == false && objects[$0]?.storedOwner == place })
    }

    func apply(_ operation: RelationOperation) {
        switch operation {
        case .insert:
            if let place = objects.firstIndex(where: { $0 == nil }) { objects[place] = NaiveOwned() }
        case .setOwner(let place, let owner): setOwner(place, owner)
        case .addPart(let place, let part): if !parts(place).contains(part) { setOwner(part, place) }
        case .removePart(let place, let part): if parts(place).contains(part) { setOwner(part, nil) }
        case .delete(let place): delete(place)
        // Nobody else writes: the newest values are those that were read.
        case .refresh, .process: break
        case .save: save()
        case .rollback: rollback()
        }
    }

    /// OBJ-70 to OBJ-73: the other ends follow, and are dirty.
    private func setOwner(_ place: Int, _ owner: Int?) {
        guard isAlive(place), owner.map(isAlive) ?? true else { return }
        let former = objects[place]?.owner
        objects[place]?.owner = owner
        objects[place]?.isUpdated = true
        guard former != owner else { return }
        for end in [former, owner] { if let end { objects[end]?.isUpdated = true } }
    }

    /// OBJ-155: nullify at both ends.
    private func delete(_ place: Int) {
        guard isAlive(place), let object = objects[place] else { return }
        let parts = parts(place).subtracting([place])
        if object.isInserted { objects[place] = nil } else { objects[place]?.isDeleted = true }
        if let owner = object.owner, owner != place { objects[owner]?.isUpdated = true }
        for part in parts {
            objects[part]?.owner = nil
            objects[part]?.isUpdated = true
        }
    }

    private func save() {
        for place in objects.indices {
            if objects[place]?.isDeleted == true { objects[place] = nil }
            guard let owner = objects[place]?.owner else {
                objects[place]?.storedOwner = nil
                continue
            }
            objects[place]?.storedOwner = owner
        }
        settle()
    }

    private func rollback() {
        for place in objects.indices {
            if objects[place]?.isInserted == true { objects[place] = nil }
            let stored = objects[place]?.storedOwner
            objects[place]?.owner = stored
            objects[place]?.isDeleted = false
        }
        settle()
    }

    private func settle() {
        for place in objects.indices {
            objects[place]?.isInserted = false
            objects[place]?.isUpdated = false
        }
    }

    // MARK: What should be seen

    func look(at place: Int) -> String {
        guard let object = objects[place] else { return "none" }
        let flags = Sight.flags([
            false, object.isInserted, object.isInserted || object.isUpdated, object.isDeleted,
        ])
        // What a deleted object leads to has no lasting effect.
        if object.isDeleted { return "deleted" }
        let owner = object.owner.map { "\($0)" } ?? "nil"
        var text = "\(flags) owner \(owner) parts \(parts(place).sorted())"
        if object.isInserted { return text }
        if object.owner != object.storedOwner { text += " changed owner" }
        if parts(place) != storedParts(place) { text += " changed parts" }
        return text
    }

    var hasChanges: Bool { objects.contains { $0?.hasChanges ?? false } }

    /// The owners that a new context finds, in the order of places.
    func lookAtStore() -> [String] {
        objects.indices.compactMap { place in
            guard let object = objects[place], !object.isInserted else { return nil }
            return "\(place) of \(object.storedOwner.map { "\($0)" } ?? "nil")"
        }
    }
}
