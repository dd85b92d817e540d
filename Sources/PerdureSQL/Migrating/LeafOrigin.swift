// SPDX-License-Identifier: Apache-2.0
// Where the values of one column come from: a walk into a new attribute and the old one at once, from element to element.
// ColumnValues.swift makes a value of it.

import PerdureStore

/// The origin of an attribute, or of one leaf of a composite.
struct LeafOrigin {
    /// Rows without a value of a composite around the leaf.
    struct Absence {
        /// The leaf's origin in these rows.
        var origin: AttributeOrigin
        /// The names of the elements that lead to the composite in the old attribute.
        let composite: [String]
    }

    private(set) var attribute: AttributeDefinition
    private(set) var origin: AttributeOrigin
    /// The outermost composite comes first.
    private(set) var absences: [Absence] = []
    /// The names of the elements that lead to the old leaf; nil for an added one.
    private(set) var path: [String]?
    private var former: AttributeDefinition?

    /// Walks to a leaf; nil for names of elements that lead nowhere.
    init?(
        _ origin: AttributeOrigin, of attribute: AttributeDefinition, from former: AttributeDefinition?,
        at names: [String]
    ) {
        (self.origin, self.attribute, self.former) = (origin, attribute, former)
        path = former == nil ? nil : []
        for name in names { guard enter(name) else { return nil } }
    }

    private mutating func enter(_ name: String) -> Bool {
        guard let place = attribute.elements.firstIndex(where: { $0.name == name }),
            case .attribute(let element) = attribute.elements[place].kind,
            origin.elements.indices.contains(place)
        else { return false }
        if let none = origin.ofNone, let path { absences.append(Absence(origin: none, composite: path)) }
        for index in absences.indices { absences[index].origin = absences[index].origin.elements[place] }
        (attribute, origin) = (element, origin.elements[place])
        follow()
        return true
    }

    /// Follows an element into the old attribute.
    private mutating func follow() {
        guard let place = origin.source, let elements = former?.elements, elements.indices.contains(place),
            case .attribute(let element) = elements[place].kind
        else {
            (former, path) = (nil, nil)
            return
        }
        path?.append(elements[place].name)
        former = element
    }
}
