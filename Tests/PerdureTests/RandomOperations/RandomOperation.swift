// SPDX-License-Identifier: Apache-2.0
// What can be done to the cells of a context, and how histories of it are made from a seed. NaiveModel.swift says
// what should come of it, Subject.swift does it.

/// The properties of a cell: two stored numbers, and two transients, one of which has a default value.
enum Key: String, CaseIterable, Sendable {
    case p, q, t, preset

    var isTransient: Bool { self == .t || self == .preset }
}

/// What a property holds.
enum Content: Equatable, Sendable, CustomStringConvertible {
    case none
    case number(Int)
    case text(String)

    var description: String {
        switch self {
        case .none: "nil"
        case .number(let number): "\(number)"
        case .text(let text): text
        }
    }
}

/// One step of a history.
///
/// Objects are named by the place in which the test holds them. A step that does not fit the state does nothing, so
/// that a history stays one when steps are left out.
enum Operation: Sendable {
    case insert
    case set(Int, Key, Content)
    case primitiveSet(Int, Key, Content)
    case read(Int)
    case delete(Int)
    case refresh(Int, merges: Bool)
    case letGo(Int)
    case refreshAll, process, save, failedSave, rollback, reset
    case undo, redo
    case setElsewhere(Int, Key, Content)
    /// The same, merged at once.
    case mergeElsewhere(Int, Key, Content)
    case deleteElsewhere(Int)

    /// How many objects a history may have.
    static let places = 5
}

/// What a history is about.
enum Theme: String, CaseIterable, Sendable {
    /// Objects come and go.
    case lives
    /// Stored objects are changed with an undo manager; they stay.
    case undo
}

extension Operation {
    static func random(_ theme: Theme, _ generator: inout SplitMix64) -> Operation {
        switch theme {
        case .lives: randomLife(&generator)
        case .undo: randomUndo(&generator)
        }
    }

    private static func randomUndo(_ generator: inout SplitMix64) -> Operation {
        let place = Int.random(in: 0..<places, using: &generator)
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<30: return setting(place, &generator) { .set($0, $1, $2) }
        case 30..<36: return setting(place, &generator) { .primitiveSet($0, $1, $2) }
        case 36..<50: return .process
        case 50..<66: return .undo
        case 66..<74: return .redo
        case 74..<80: return .refresh(place, merges: true)
        case 80..<83: return .refresh(place, merges: false)
        case 83..<85: return .refreshAll
        case 85: return .rollback
        case 86..<92: return .save
        case 92..<94: return .read(place)
        default: return elsewhere(place, &generator)
        }
    }

    private static func randomLife(_ generator: inout SplitMix64) -> Operation {
        let place = Int.random(in: 0..<places, using: &generator)
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<10: return .insert
        case 10..<35: return setting(place, &generator) { .set($0, $1, $2) }
        case 35..<42: return setting(place, &generator) { .primitiveSet($0, $1, $2) }
        case 42..<47: return .read(place)
        case 47..<51: return .delete(place)
        case 51..<58: return .refresh(place, merges: true)
        case 58..<63: return .refresh(place, merges: false)
        case 63..<66: return .letGo(place)
        case 66..<68: return .refreshAll
        case 68..<72: return .process
        case 72..<82: return .save
        case 82..<84: return .failedSave
        case 84..<87: return .rollback
        case 87: return .reset
        case 88..<98: return elsewhere(place, &generator)
        default: return .deleteElsewhere(place)
        }
    }

    private static func elsewhere(_ place: Int, _ generator: inout SplitMix64) -> Operation {
        let key: Key = Bool.random(using: &generator) ? .p : .q
        let content = content(of: key, &generator)
        return Bool.random(using: &generator)
            ? .setElsewhere(place, key, content) : .mergeElsewhere(place, key, content)
    }

    private static func setting(
        _ place: Int, _ generator: inout SplitMix64, _ make: (Int, Key, Content) -> Operation
    ) -> Operation {
        let key = Key.allCases.randomElement(using: &generator) ?? .p
        return make(place, key, content(of: key, &generator))
    }

    /// Few different values, so that equal ones meet often.
    private static func content(of key: Key, _ generator: inout SplitMix64) -> Content {
        let number = Int.random(in: 0..<4, using: &generator)
        if number == 3 { return .none }
        if key == .preset { return .text(number == 0 ? "preset" : "x\(number)") }
        return .number(number)
    }
}

/// A generator whose numbers follow from its seed alone, on every machine.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
