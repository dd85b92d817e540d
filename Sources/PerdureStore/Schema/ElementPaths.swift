// SPDX-License-Identifier: Apache-2.0
// Elements of composite attributes: from names such as "address.city" to places, and from places to leaves of values. Unique
// constraints, conditions in memory and migrations ask for them.

extension EntityLayout {
    /// The slot of a property, followed by the places of elements; nil for a name that leads nowhere.
    func path(of name: String) -> [Int]? {
        let names = name.split(separator: ".").map(String.init)
        guard let first = names.first, let property = property(named: first) else { return nil }
        guard let attribute = property.attribute else { return names.count == 1 ? [property.slot] : nil }
        return attribute.places(of: names.dropFirst()).map { [property.slot] + $0 }
    }

    /// The name at a path of a slot and places of elements, with dots between; nil for no path.
    package func name(at path: [Int]) -> String? {
        guard let slot = path.first else { return nil }
        var names = [properties[slot].name]
        var attribute = properties[slot].attribute
        for place in path.dropFirst() {
            guard let element = attribute?.elements[place] else { break }
            names.append(element.name)
            attribute = element.attribute
        }
        return names.joined(separator: ".")
    }
}

extension AttributeDefinition {
    /// How many values a slot of this attribute holds.
    var leafCount: Int {
        hasLeaves ? elements.reduce(0) { $0 + ($1.attribute?.leafCount ?? 0) } : 1
    }

    /// The index of the leaf at a path of element names; nil when the path leads to no leaf.
    func leafIndex(of path: [String]) -> Int? {
        places(of: path[...]).flatMap { leafIndex(at: $0[...]) }
    }

    /// The index of the leaf at places, one inside of the other; nil when they lead to no leaf.
    func leafIndex(at places: ArraySlice<Int>) -> Int? {
        guard let place = places.first else { return hasLeaves ? nil : 0 }
        let before = elements[..<place].reduce(0) { $0 + ($1.attribute?.leafCount ?? 0) }
        return elements[place].attribute?.leafIndex(at: places.dropFirst()).map { before + $0 }
    }

    /// The index of the only leaf of what is at a path of element names; nil for what has several leaves.
    package func onlyLeafIndex(of path: [String]) -> Int? {
        places(of: path[...]).flatMap { onlyLeafIndex(at: $0[...]) }
    }

    /// The same at places, one inside of the other.
    func onlyLeafIndex(at places: ArraySlice<Int>) -> Int? {
        guard let place = places.first else { return leafCount == 1 ? 0 : nil }
        let before = elements[..<place].reduce(0) { $0 + ($1.attribute?.leafCount ?? 0) }
        return elements[place].attribute?.onlyLeafIndex(at: places.dropFirst()).map { before + $0 }
    }

    /// The places of elements, one inside of the other, by their names.
    fileprivate func places(of names: ArraySlice<String>) -> [Int]? {
        guard let name = names.first else { return [] }
        guard let place = elements.firstIndex(where: { $0.name == name }) else { return nil }
        return elements[place].attribute?.places(of: names.dropFirst()).map { [place] + $0 }
    }
}

extension PropertyDefinition {
    fileprivate var attribute: AttributeDefinition? {
        if case .attribute(let attribute) = kind { return attribute }
        return nil
    }
}
