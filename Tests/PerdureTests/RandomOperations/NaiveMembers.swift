// SPDX-License-Identifier: Apache-2.0
// The members of to-many relationships in their simplest form: a list for each owner and each item. Whether somebody
// has read them is nothing that this model knows. MemberSubject.swift does the same with real objects.

/// What the relationship between owners and items is like.
enum MemberTheme: String, CaseIterable, Sendable {
    case pairs, orderedPairs, pairsOrderedTwice, parts, orderedParts

    var isOrdered: Bool { self != .pairs && self != .parts }
    var isInverseOrdered: Bool { self == .pairsOrderedTwice }
    var isInverseToMany: Bool { self != .parts && self != .orderedParts }
}

/// The way by which a member is added or removed.
enum MemberDoor: CaseIterable, Sendable {
    /// What generated classes and macros call.
    case accessor
    /// `mutableSetValue(forKey:)` and `mutableOrderedSetValue(forKey:)`.
    case mutable
    /// `setValue(_:forKey:)` with all members.
    case whole
    /// The item's end.
    case inverse
}

/// What can be done to owners and items.
enum MemberOperation: Sendable {
    case add(MemberDoor, Int, Int)
    case remove(MemberDoor, Int, Int)
    /// The last member becomes the first one.
    case turn(Int)
    case read(Int)
    case readInverse(Int)
    /// Members that were read are not any more.
    case unread(Int)
    case unreadInverse(Int)
    case unreadAll
    case look, process, undo, redo, save, rollback
    /// Saves, and goes on with objects that are faults.
    case fetchAnew

    static let owners = 3
    static let items = 4

    static func random(_ generator: inout SplitMix64) -> MemberOperation {
        let owner = Int.random(in: 0..<owners, using: &generator)
        let item = Int.random(in: 0..<items, using: &generator)
        let door = MemberDoor.allCases.randomElement(using: &generator) ?? .accessor
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<25: return .add(door, owner, item)
        case 25..<45: return .remove(door, owner, item)
        case 45..<48: return .turn(owner)
        case 48..<51: return .read(owner)
        case 51..<53: return .readInverse(item)
        case 53..<58: return .unread(owner)
        case 58..<61: return .unreadInverse(item)
        case 61..<65: return .unreadAll
        case 65..<70: return .look
        case 70..<77: return .process
        case 77..<85: return .undo
        case 85..<90: return .redo
        case 90..<95: return .save
        case 95: return .rollback
        default: return .fetchAnew
        }
    }
}

/// Who belongs to whom.
struct NaiveMembers: Equatable {
    var items: [[Int]] = Array(repeating: [], count: MemberOperation.owners)
    var owners: [[Int]] = Array(repeating: [], count: MemberOperation.items)

    mutating func add(_ item: Int, to owner: Int, _ theme: MemberTheme) {
        guard !items[owner].contains(item) else { return }
        if !theme.isInverseToMany, let former = owners[item].first { remove(item, from: former) }
        items[owner].append(item)
        owners[item].append(owner)
    }

    mutating func remove(_ item: Int, from owner: Int) {
        items[owner].removeAll { $0 == item }
        owners[item].removeAll { $0 == owner }
    }

    /// What should be seen; the order counts where there is one.
    func text(_ theme: MemberTheme) -> String {
        let items = theme.isOrdered ? self.items : self.items.map { $0.sorted() }
        let owners = theme.isInverseOrdered ? self.owners : self.owners.map { $0.sorted() }
        return "items \(items) owners \(owners)"
    }
}

/// Members in a context, in its store and in its undo manager.
struct NaiveMemberHistory {
    let theme: MemberTheme
    private(set) var now = NaiveMembers()
    private(set) var stored = NaiveMembers()
    private var event: NaiveMembers?
    private var undone: [(NaiveMembers, NaiveMembers)] = []
    private var done: [(NaiveMembers, NaiveMembers)] = []

    init(_ theme: MemberTheme) { self.theme = theme }

    mutating func apply(_ operation: MemberOperation) {
        switch operation {
        case .add(_, let owner, let item): change { $0.add(item, to: owner, $1) }
        case .remove(let door, let owner, let item):
            // A to-one end that leads elsewhere stays as it is.
            let isSkipped = door == .inverse && !theme.isInverseToMany && now.owners[item] != [owner]
            if !isSkipped { change { members, _ in members.remove(item, from: owner) } }
        case .turn(let owner):
            change { members, theme in
                if theme.isOrdered, let last = members.items[owner].popLast() {
                    members.items[owner].insert(last, at: 0)
                }
            }
        case .read, .readInverse, .unread, .unreadInverse, .look: break
        case .process, .unreadAll: endEvent()
        case .undo: undo()
        case .redo: redo()
        case .save, .fetchAnew: save()
        case .rollback:
            now = stored
            (event, done, undone) = (nil, [], [])
        }
    }

    private mutating func change(_ body: (inout NaiveMembers, MemberTheme) -> Void) {
        event = event ?? now
        body(&now, theme)
    }

    /// CTX-61: an event is undone in one step.
    private mutating func endEvent() {
        guard let before = event else { return }
        done.append((before, now))
        undone = []
        event = nil
    }

    private mutating func undo() {
        endEvent()
        guard let step = done.popLast() else { return }
        undone.append(step)
        now = step.0
    }

    private mutating func redo() {
        endEvent()
        guard let step = undone.popLast() else { return }
        done.append(step)
        now = step.1
    }

    private mutating func save() {
        endEvent()
        stored = now
    }
}
