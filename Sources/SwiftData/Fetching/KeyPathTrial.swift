// SPDX-License-Identifier: Apache-2.0
// Finds the names of a key path that leads through relationships or into structs, such as `\Book.author?.name` or
// `\Book.place?.city`: a key path carries no names, so it is followed through models made for the purpose. The property whose
// change it shows is the one it leads to.

import Foundation
import Perdure
import PerdureBase

/// Follows one key path.
struct KeyPathTrial {
    private let keyPath: AnyKeyPath
    private let root: any PersistentModel

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
        let root = facts.type.trial(depth: limit)
        let trial = KeyPathTrial(keyPath: keyPath, root: root)
        let found = trial.end(at: root, facts) ?? trial.path(from: root, facts, depth: limit)
        known.withLock { $0.names[question.keyPath] = .some(found) }
        return found
    }

    private init(keyPath: AnyKeyPath, root: any PersistentModel) {
        self.keyPath = keyPath
        self.root = root
    }

    private func path(from model: any PersistentModel, _ facts: ModelFacts, depth: Int) -> [String]? {
        guard depth > 0 else { return nil }
        for (slot, property) in facts.properties.enumerated() {
            guard case .one(let type) = property.form,
                let next = model.object.links?.destinations[slot] as? any PersistentModel
            else { continue }
            let destination = ModelFacts.of(type)
            if let end = end(at: next, destination) { return [property.name] + end }
            if let rest = path(from: next, destination, depth: depth - 1) { return [property.name] + rest }
        }
        return nil
    }

    /// The property of a model, or the member of its struct, that the key path leads to.
    private func end(at model: any PersistentModel, _ facts: ModelFacts) -> [String]? {
        for (slot, property) in facts.properties.enumerated() {
            let place = Place(object: model.object, slot: slot) { $0 }
            switch property.form {
            case .plain(let type): if isShown(type, at: place) { return [property.name] }
            case .structure(let fields, _):
                if let member = member(of: fields, at: place) { return [property.name] + member }
            default: continue
            }
        }
        return nil
    }

    /// Where a sample is put, and what around it.
    private struct Place {
        let object: _ModelObject
        let slot: Int
        let wrapped: (Any) -> Any
    }

    /// The member of a struct that the key path leads to.
    private func member(of fields: [ValueForm.Field], at place: Place) -> [String]? {
        for field in fields {
            let inner = Place(object: place.object, slot: place.slot) { place.wrapped([field.name: $0]) }
            switch field.form {
            case .plain(let type): if isShown(type, at: inner) { return [field.name] }
            case .structure(let fields, _):
                if let member = member(of: fields, at: inner) { return [field.name] + member }
            default: continue
            }
        }
        return nil
    }

    /// Whether the key path shows what is put into a place.
    private func isShown(_ type: any _PlainAttribute.Type, at place: Place) -> Bool {
        let former = place.object._value(at: place.slot)
        defer { place.object._setValue(former, at: place.slot) }
        return Self.samples(type).allSatisfy { sample in
            place.object._setValue(place.wrapped(sample._object), at: place.slot)
            return shows(sample)
        }
    }

    /// Whether the key path gives a value.
    private func shows(_ sample: any _PlainAttribute) -> Bool {
        guard let expected = sample as? AnyHashable, let found = root[keyPath: keyPath] else { return false }
        return Self.plain(found) as? AnyHashable == expected
    }

    private static func plain(_ value: Any) -> Any? {
        guard let optional = value as? any OptionalValue else { return value }
        return optional.content.flatMap(plain)
    }

    /// Values that nothing else has, one after the other.
    private static func samples(_ type: any _PlainAttribute.Type) -> [any _PlainAttribute] {
        switch type {
        case is String.Type: ["Pröbe 1", "Pröbe 2"]
        case is Date.Type:
            [101.5, -202.5].map { Date(timeIntervalSinceReferenceDate: $0) }
        case is Data.Type: [Data([1, 7]), Data([2, 7])]
        case is UUID.Type: [UUID(), UUID()]
        case is URL.Type: ["probe:1", "probe:2"].compactMap { URL(string: $0) }
        case is Bool.Type: [true, false, true]
        default: [101, 102].compactMap { type._value(of: NSDecimalNumber(value: $0)) }
        }
    }
}

extension PersistentModel {
    /// A model without a context whose to-one relationships lead to more such models.
    fileprivate static func trial(depth: Int) -> any PersistentModel {
        let model = HomeEntities.newObject(Self.self).model
        // An object of a class makes models of that class.
        let found = model as! any PersistentModel
        guard depth > 0 else { return found }
        for (slot, property) in ModelFacts.of(Self.self).properties.enumerated() {
            if case .one(let type) = property.form {
                found.object.setDestination(type.trial(depth: depth - 1), at: slot, owner: nil)
            }
        }
        return found
    }
}
