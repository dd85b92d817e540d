// SPDX-License-Identifier: Apache-2.0
// From two attributes to what becomes of the values. Elements of composites pair by themselves, at every depth.

import PerdurePredicates

/// An attribute of an entity, or an element of a composite one.
struct AttributeForm: Renamable {
    let name: String
    let formerName: String?
    let isOptional: Bool
    let attribute: AttributeDefinition

    init?(_ property: PropertyLayout) {
        guard let attribute = property.attribute else { return nil }
        self.init(
            name: property.name, formerName: property.formerName, isOptional: property.isOptional,
            attribute: attribute)
    }

    private init(name: String, formerName: String?, isOptional: Bool, attribute: AttributeDefinition) {
        self.name = name
        self.formerName = formerName
        self.isOptional = isOptional
        self.attribute = attribute
    }

    /// The elements; a composite has attributes only.
    var elements: [AttributeForm] {
        attribute.elements.compactMap { element in
            guard case .attribute(let attribute) = element.kind else { return nil }
            return AttributeForm(
                name: element.name, formerName: element.formerName, isOptional: element.isOptional,
                attribute: attribute)
        }
    }

    /// The elements in a source.
    ///
    /// An only element that is named as its composite had the composite's former name too: models of enums with raw values in
    /// older files do not say so.
    var formerElements: [AttributeForm] {
        let elements = elements
        guard elements.count == 1, let only = elements.first, only.name == name, only.identifier == name
        else { return elements }
        return [
            AttributeForm(
                name: name, formerName: formerName, isOptional: only.isOptional, attribute: only.attribute)
        ]
    }

    /// The value of rows that have none; nil where there is none to give, or none that a row holds as it is.
    var defaultValue: ConstantValue? {
        // Sets and dictionaries begin empty, which is no value; counters and whole values are stored as they are.
        guard attribute.merge?.hasParts != true else { return nil }
        switch attribute.defaultValue {
        case .data: return attribute.defaultValue
        // Rows hold the archive of a transformable value, and nothing else.
        case _ where attribute.type == .transformable: return nil
        case .null, .array, .set, .object, .reference, nil: return nil
        case .dictionary: return attribute.type == .composite ? attribute.defaultValue : nil
        default: return attribute.defaultValue
        }
    }

    /// The elements; where the composite has a default of its own, their values in it are their defaults.
    var elementsOfDefault: [AttributeForm] {
        guard attribute.type == .composite, case .dictionary(let values)? = attribute.defaultValue else {
            return elements
        }
        return elements.map { element in
            var given = element.attribute
            // The value of a transformable element in it is no archive.
            given.defaultValue = given.type == .transformable ? nil : values[element.name]
            return AttributeForm(
                name: element.name, formerName: element.formerName, isOptional: element.isOptional,
                attribute: given)
        }
    }

    /// The same without a demand for a value, and without one for rows that have none.
    var optional: AttributeForm {
        var plain = attribute
        plain.defaultValue = nil
        return AttributeForm(name: name, formerName: formerName, isOptional: true, attribute: plain)
    }
}

/// Infers the origins of attributes and collects what cannot be inferred, by the path of names.
struct AttributeInference {
    /// What is wrong at a path such as "address.city".
    struct Finding {
        let path: String
        let kind: MigrationRefusal.Kind
    }

    private(set) var findings: [Finding] = []

    /// The origin of an attribute that has no source.
    func added(_ destination: AttributeForm) -> AttributeOrigin {
        var origin = AttributeOrigin(source: nil)
        // An optional composite without a default has no value, so its elements need none.
        if destination.attribute.type == .composite, destination.isOptional, destination.defaultValue == nil {
            origin.elements = destination.elements.map { added($0.optional) }
            return origin
        }
        origin.elements = destination.elementsOfDefault.map(added)
        if destination.attribute.isComputed {
            origin.isComputedAnew = true
        } else if let value = destination.defaultValue {
            origin.nulls = .filled(value)
        } else if !destination.isOptional, !origin.elements.contains(where: \.givesValue) {
            origin.nulls = .checked
        }
        return origin
    }

    /// The origin of an attribute that was another one; an added one's where the types do not fit.
    mutating func origin(
        of destination: AttributeForm, from source: AttributeForm, at place: Int, path: String
    ) -> AttributeOrigin {
        let types = (source.attribute.type, destination.attribute.type)
        guard let conversion = AttributeConversion(from: types.0, to: types.1) else {
            findings.append(Finding(path: path, kind: .incompatibleTypes(types.0, types.1)))
            return added(destination)
        }
        var origin = AttributeOrigin(source: place)
        origin.isRenamed = source.name != destination.name
        origin.isComputedAnew = destination.attribute.isComputed(unlike: source.attribute)
        origin.conversion = conversion.isIdentity || origin.isComputedAnew ? nil : conversion
        origin.nulls = Self.nulls(of: destination, from: source)
        origin.noteStorage(of: destination.attribute, from: source.attribute)
        pairElements(&origin, of: destination, from: source, path: path)
        noteNone(&origin, of: destination, from: source)
        return origin
    }

    /// Rows without a value get one only where the destination newly requires it.
    private static func nulls(of destination: AttributeForm, from source: AttributeForm)
        -> AttributeOrigin.NullRule
    {
        guard source.isOptional, !destination.isOptional, !destination.attribute.isComputed else {
            return .kept
        }
        return destination.defaultValue.map { .filled($0) } ?? .checked
    }

    private mutating func pairElements(
        _ origin: inout AttributeOrigin, of destination: AttributeForm, from source: AttributeForm,
        path: String
    ) {
        guard destination.attribute.hasLeaves else { return }
        let (old, new) = (source.formerElements, destination.elements)
        let pairing = IdentifierPairing(from: old, to: new)
        for clash in pairing.clashes {
            let path = "\(path).\(new[clash.second].name)"
            findings.append(Finding(path: path, kind: .sharedOrigin(with: new[clash.first].name)))
        }
        origin.removedElements = old.indices.filter { pairing.destinations[$0] == nil }
        for (element, place) in zip(new, pairing.sources) {
            guard let place else {
                origin.elements.append(added(element))
                continue
            }
            let path = "\(path).\(element.name)"
            origin.elements.append(self.origin(of: element, from: old[place], at: place, path: path))
        }
    }

    /// Rows without a value of a composite get its default as a whole, or stay without one: its elements ask for nothing.
    private func noteNone(
        _ origin: inout AttributeOrigin, of destination: AttributeForm, from source: AttributeForm
    ) {
        guard source.isOptional || destination.isOptional, destination.attribute.hasLeaves else { return }
        if case .filled = origin.nulls {
            origin.elementsOfNone = added(destination).elements
        } else if origin.elements.contains(where: \.asksForValue) {
            origin.elementsOfNone = added(destination.optional).elements
        }
    }
}

extension AttributeOrigin {
    /// Whether a row without a value gets one.
    fileprivate var givesValue: Bool {
        if case .filled = nulls { return true }
        return elements.contains(where: \.givesValue)
    }

    /// Whether a row without a value gets one, or fails.
    fileprivate var asksForValue: Bool { nulls != .kept || elements.contains(where: \.asksForValue) }
}
