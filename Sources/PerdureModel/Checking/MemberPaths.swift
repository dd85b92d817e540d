// SPDX-License-Identifier: Apache-2.0
// The names by which an entity's indexes and constraints refer to their members. One value serves a whole list, so that the
// elements of composites are looked up once.

import Foundation

/// Names the members of one entity's indexes and constraints.
package final class MemberPaths {
    private let entity: NSEntityDescription
    private lazy var elements = Self.elements(of: entity)

    init(_ entity: NSEntityDescription) { self.entity = entity }

    /// The path of a member: a property's name, "composite.element" for an element, or the text itself.
    package func path(of member: Any) -> String? {
        guard let property = member as? NSPropertyDescription, property.owner == nil else {
            return NSEntityDescription.memberName(member)
        }
        return elements[ObjectIdentifier(property)] ?? property.name
    }

    private static func elements(of entity: NSEntityDescription) -> [ObjectIdentifier: String] {
        var paths: [ObjectIdentifier: String] = [:]
        for case let attribute as NSAttributeDescription in entity.collectProperties().values
        where !attribute.isEndless {
            add(attribute, path: attribute.name, to: &paths)
        }
        return paths
    }

    private static func add(
        _ attribute: NSAttributeDescription, path: String, to paths: inout [ObjectIdentifier: String]
    ) {
        for part in attribute.parts {
            let path = "\(path).\(part.name)"
            paths[ObjectIdentifier(part)] = path
            add(part, path: path, to: &paths)
        }
    }

    /// The property with a name, or the element at "composite.element".
    package static func property(
        at path: String, in properties: [String: NSPropertyDescription]
    ) -> NSPropertyDescription? {
        if let property = properties[path] { return property }
        let keys = path.split(separator: ".").map(String.init)
        return keys.dropFirst().reduce(keys.first.flatMap { properties[$0] }) { current, key in
            (current as? NSAttributeDescription)?.parts.first { $0.name == key }
        }
    }
}

extension NSEntityDescription {
    /// The constraints as names.
    var constraintNames: [[String]] {
        let paths = MemberPaths(self)
        return uniquenessConstraints.map { $0.compactMap(paths.path) }
    }

    /// The deprecated compound indexes as names.
    var compoundIndexNames: [[String]] {
        let paths = MemberPaths(self)
        return facts.compoundIndexes.map { $0.compactMap(paths.path) }
    }

    /// The name of a constraint's or index's member; nil when the member is neither a name nor a property.
    static func memberName(_ member: Any) -> String? {
        (member as? NSPropertyDescription)?.name ?? member as? String
    }
}
