// SPDX-License-Identifier: Apache-2.0
// Accessors of relationships, and the calls that change to-many relationships. Part of SlotText.swift.

extension SlotText {
    package func toOne(as type: String) -> AccessorText {
        AccessorText(get: read("toOne", as: type), set: write("ToOne"))
    }

    /// A `Set` of objects.
    ///
    /// - Parameters:
    ///   - element: the type of its elements.
    ///   - given: the expression that the setter passes on; by default the value.
    /// - Returns: the expressions of getter and setter.
    package func members(as element: String, given: String? = nil) -> AccessorText {
        let list = "\(spelled(.swift("Array")))(\(given ?? value))"
        return AccessorText(get: read("members", as: element), set: write("ToMany", list))
    }

    /// An array of objects.
    ///
    /// - Parameters:
    ///   - element: the type of its elements.
    ///   - given: the expression that the setter passes on; by default the value.
    /// - Returns: the expressions of getter and setter.
    package func orderedMembers(as element: String, given: String? = nil) -> AccessorText {
        AccessorText(get: read("orderedMembers", as: element), set: write("ToMany", given))
    }

    /// An NSSet or NSOrderedSet of objects.
    package func objectSet(isOrdered: Bool) -> AccessorText {
        AccessorText(get: read(isOrdered ? "orderedSet" : "set"), set: write("Value"))
    }

    package func primitiveToOne(as type: String) -> AccessorText {
        AccessorText(get: read("primitiveToOne", as: type), set: write("PrimitiveToOne"))
    }

    package func primitiveMembers(as element: String) -> AccessorText {
        AccessorText(
            get: read("primitiveMembers", as: element),
            set: write("PrimitiveToMany", "\(spelled(.swift("Array")))(\(value))"))
    }

    package func primitiveOrderedMembers(as element: String) -> AccessorText {
        AccessorText(get: read("primitiveOrderedMembers", as: element), set: write("PrimitiveToMany"))
    }

    // MARK: Changes of a to-many relationship

    package func add(_ members: String) -> String { "_add(\(members), at: \(slot))" }

    package func remove(_ members: String) -> String { "_remove(\(members), at: \(slot))" }

    package func insert(_ members: String, at index: String) -> String {
        "_insert(\(members), at: \(index), slot: \(slot))"
    }

    package func removeMember(at index: String) -> String { "_removeMember(at: \(index), slot: \(slot))" }

    package func removeMembers(at indexes: String) -> String {
        "_removeMembers(at: \(indexes), slot: \(slot))"
    }

    package func replaceMember(at index: String, with member: String) -> String {
        "_replaceMember(at: \(index), with: \(member), slot: \(slot))"
    }

    package func replaceMembers(at indexes: String, with members: String) -> String {
        "_replaceMembers(at: \(indexes), with: \(members), slot: \(slot))"
    }
}
