// SPDX-License-Identifier: Apache-2.0
// The patterns by name, as arguments of tests.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// A class that keeps a color.
enum ShapePattern: String, CaseIterable, Sendable {
    case onDemandImmediate, onDemandDelayed, preImmediate, preDelayed
    case validFlag, changedFlag
    case delta, deltaReconcile, deltaLazy

    /// The combinations of two getters and two setters.
    static let accessors: [ShapePattern] = [.onDemandImmediate, .onDemandDelayed, .preImmediate, .preDelayed]
    /// Those with a snapshot and a change.
    static let deltas: [ShapePattern] = [.delta, .deltaReconcile, .deltaLazy]

    var type: PatternShape.Type {
        switch self {
        case .onDemandImmediate: OnDemandImmediate.self
        case .onDemandDelayed: OnDemandDelayed.self
        case .preImmediate: PreImmediate.self
        case .preDelayed: PreDelayed.self
        case .validFlag: ValidFlag.self
        case .changedFlag: ChangedFlag.self
        case .delta: Delta.self
        case .deltaReconcile: DeltaReconcile.self
        case .deltaLazy: DeltaLazy.self
        }
    }

    /// Whether only saving archives.
    var isDelayed: Bool { self != .onDemandImmediate && self != .preImmediate }
}

/// A store with one red shape, which A has realized.
struct RedShape {
    let stack: PatternStack
    let shape: PatternShape

    init(_ kind: Stack.Kind, _ pattern: ShapePattern) throws {
        stack = try PatternStack(kind, ["Shape": pattern.type])
        let made = try stack.new("Shape", as: PatternShape.self)
        made.color = .red
        try stack.a.save()
        stack.a.refresh(made, mergeChanges: false)
        shape = made
        try #require(shape.color == .red)
        shape.counts = PatternShape.Counts()
    }

    /// B saves another color.
    func saveInB(_ color: Color?) throws {
        let twin = try stack.twin(shape, in: stack.b)
        // What B has kept from before may be old.
        stack.b.refresh(twin, mergeChanges: false)
        twin.color = color
        try stack.b.save()
    }

    /// The color in the store.
    func stored() throws -> Color? { Color(archive: try stack.stored(shape, "colorData")) }
}
