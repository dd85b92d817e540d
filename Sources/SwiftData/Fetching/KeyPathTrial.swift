// SPDX-License-Identifier: Apache-2.0
// Finds the names of a key path that leads through relationships or into structs, such as `\Book.author?.name` or
// `\Book.place?.city`: a key path carries no names, so it is followed through models made for the purpose (TrialModel.swift), which
// get other values in each round (TrialDraw.swift). It leads to the property whose values it gives, all of them and nothing else.

import Foundation
import Observation
import Perdure
import PerdureBase

/// Follows one key path.
struct KeyPathTrial {
    private let keyPath: AnyKeyPath
    private let facts: ModelFacts
    /// The type of the values, without an optional around it.
    private let type: any Any.Type
    /// Whether the key path may give nil.
    private let mayGiveNil: Bool
    /// How often the key path unwraps by force.
    private let forces: Int

    /// How many relationships a key path may lead through.
    private static let limit = 2
    private static let known = Lock<Known>(Known())

    /// Answers that were found.
    private struct Known: @unchecked Sendable {
        // Sendable because key paths of models capture no values.
        var names: [AnyKeyPath: [String]?] = [:]
    }

    /// A key path on its way into a lock.
    private struct Question: @unchecked Sendable {
        // Sendable for the reason of Known.
        let keyPath: AnyKeyPath
    }

    /// The keys of a key path through to-one relationships and into structs; nil for any other one.
    static func names(of keyPath: AnyKeyPath, _ facts: ModelFacts) -> [String]? {
        let question = Question(keyPath: keyPath)
        if let answer = known.withLock({ $0.names[question.keyPath] }) { return answer }
        // The models are made without the lock, because that runs code of their classes.
        let found = KeyPathTrial(keyPath, facts).names
        known.withLock { $0.names[question.keyPath] = .some(found) }
        return found
    }

    private init(_ keyPath: AnyKeyPath, _ facts: ModelFacts) {
        self.keyPath = keyPath
        self.facts = facts
        let value = Swift.type(of: keyPath).valueType
        let wrapped = (value as? any OptionalValue.Type)?.wrappedType
        type = wrapped ?? value
        mayGiveNil = wrapped != nil
        forces = "\(keyPath)".count { $0 == "!" }
    }

    private var names: [String]? {
        guard type is any _PlainAttribute.Type else { return nil }
        // A chain with force in it can neither be tried with nil nor without.
        if forces > 0, "\(keyPath)".contains("?.") { return nil }
        let root = TrialModel(facts.type, depth: Self.limit)
        var found = TrialFill.places(of: root, TrialDraw(round: 0)).enumerated()
            .filter { isPossible($0.element) }.map { ($0.offset, $0.element.names) }
        for round in 0..<TrialDraw.rounds where !found.isEmpty {
            let draw = TrialDraw(round: round, lacksEnds: mayGiveNil, lacksWays: mayGiveNil && forces == 0)
            let places = TrialFill.places(of: root, draw)
            let value = value(at: root)
            found.removeAll { places[$0.0].value != value || !reads(only: places[$0.0], at: root) }
        }
        return found.first?.1
    }

    /// Whether a place has the key path's type, and the key path says what becomes of nil: without force and chains a property
    /// that has a substitute for nil is computed.
    private func isPossible(_ place: TrialPlace) -> Bool {
        guard place.type == type else { return false }
        let unwrapped = place.optionals - (mayGiveNil && place.isOptional ? 1 : 0)
        return forces == 0 ? mayGiveNil || unwrapped == 0 : unwrapped == forces
    }

    // MARK: Following

    /// What the key path gives.
    private func value(at root: TrialModel) -> AnyHashable? {
        root.model[keyPath: keyPath].flatMap(Self.plain) as? AnyHashable
    }

    private static func plain(_ value: Any) -> Any? {
        guard let optional = value as? any OptionalValue else { return value }
        return optional.content.flatMap(plain)
    }

    /// Whether the key path reads no property that is not on the way to a place, as far as classes tell their readers.
    private func reads(only place: TrialPlace, at root: TrialModel) -> Bool {
        let hasRead = Lock(false)
        withObservationTracking {
            _ = root.model[keyPath: keyPath]
        } onChange: {
            hasRead.withLock { $0 = true }
        }
        for model in root.all {
            for property in model.facts.properties where !place.isReached(by: property.name, of: model) {
                model.model._$tell(property.name, .willSet)
            }
        }
        return !hasRead.withLock { $0 }
    }
}
