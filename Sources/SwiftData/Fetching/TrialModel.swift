// SPDX-License-Identifier: Apache-2.0
// The models through which a key path is followed, and the values that a round puts into all of their plain properties and
// structs. Part of KeyPathTrial.swift.

import Foundation
import Perdure

/// A model without a context, and those that its to-one relationships lead to.
final class TrialModel {
    let model: any PersistentModel
    let facts: ModelFacts
    /// The destinations by slot.
    let ends: [Int: TrialModel]

    init(_ type: any PersistentModel.Type, depth: Int) {
        model = type.newModel
        facts = ModelFacts.of(type)
        var ends: [Int: TrialModel] = [:]
        for (slot, property) in facts.properties.enumerated() where depth > 0 {
            if case .one(let type) = property.form { ends[slot] = TrialModel(type, depth: depth - 1) }
        }
        self.ends = ends
    }

    /// The model and all that it leads to.
    var all: [TrialModel] { [self] + ends.values.flatMap(\.all) }
}

/// A plain property of a model of the trial, or a member of its struct.
struct TrialPlace {
    /// The keys that lead there.
    fileprivate(set) var names: [String] = []
    /// How many things on the way may be missing, the value itself included.
    fileprivate(set) var optionals = 0
    /// Whether the value itself may be missing.
    fileprivate(set) var isOptional = false
    fileprivate(set) var type: any Any.Type = Any.self
    /// The value of the round; nil also where something on the way is missing.
    fileprivate(set) var value: AnyHashable?
    fileprivate var isMissing = false
    private var properties: [(model: ObjectIdentifier, name: String)] = []

    /// Whether the way leads through a property.
    func isReached(by name: String, of model: TrialModel) -> Bool {
        properties.contains { $0.model == ObjectIdentifier(model) && $0.name == name }
    }

    fileprivate func through(_ property: ModelFacts.Property, of model: TrialModel) -> TrialPlace {
        var next = through(property.name, isOptional: property.isOptional)
        next.properties.append((ObjectIdentifier(model), property.name))
        return next
    }

    fileprivate func through(_ name: String, isOptional: Bool) -> TrialPlace {
        var next = self
        next.names.append(name)
        next.isOptional = isOptional
        next.optionals += isOptional ? 1 : 0
        return next
    }
}

/// Fills the models of a trial.
struct TrialFill {
    private var draw: TrialDraw
    private var places: [TrialPlace] = []

    /// Gives all plain properties and members the values of a round.
    ///
    /// - Parameters:
    ///   - root: The first model.
    ///   - draw: The round.
    /// - Returns: The places, in the same order for each round.
    static func places(of root: TrialModel, _ draw: TrialDraw) -> [TrialPlace] {
        var fill = TrialFill(draw: draw)
        fill.fill(root, TrialPlace())
        return fill.places
    }

    private init(draw: TrialDraw) { self.draw = draw }

    private mutating func fill(_ model: TrialModel, _ way: TrialPlace) {
        let object = model.model.object
        for (slot, property) in model.facts.properties.enumerated() {
            var place = way.through(property, of: model)
            let isMissing = property.isOptional && draw.isMissing(property.form)
            place.isMissing = way.isMissing || isMissing
            switch property.form {
            case .plain(let type): object._setValue(value(of: type, at: place, isMissing), at: slot)
            case .structure(let fields, _):
                let members = members(of: fields, at: place)
                object._setValue(isMissing ? nil : members, at: slot)
            case .one:
                guard let end = model.ends[slot] else { continue }
                object.setDestination(isMissing ? nil : end.model, at: slot, owner: nil)
                fill(end, place)
            default: continue
            }
        }
    }

    private mutating func members(of fields: [ValueForm.Field], at way: TrialPlace) -> [String: Any] {
        var found: [String: Any] = [:]
        for field in fields {
            var place = way.through(field.name, isOptional: field.isOptional)
            let isMissing = field.isOptional && draw.isMissing(field.form)
            place.isMissing = way.isMissing || isMissing
            switch field.form {
            case .plain(let type): found[field.name] = value(of: type, at: place, isMissing)
            case .structure(let fields, _):
                let members = members(of: fields, at: place)
                if !isMissing { found[field.name] = members }
            default: continue
            }
        }
        return found
    }

    /// Draws a value of a place, in the form of key-value coding.
    private mutating func value(
        of type: any _PlainAttribute.Type, at place: TrialPlace, _ isMissing: Bool
    ) -> Any? {
        let value = draw.value(of: type)
        var place = place
        place.type = type
        place.value = place.isMissing ? nil : value as? AnyHashable
        places.append(place)
        return isMissing ? nil : value._object
    }
}

extension PersistentModel {
    /// A model without a context, made without an initializer of the class.
    fileprivate static var newModel: any PersistentModel {
        // An object of a class makes models of that class.
        HomeEntities.newObject(Self.self).model as! any PersistentModel
    }
}
