// SPDX-License-Identifier: Apache-2.0
// The names under which an entity's indexes and constraints know their members. One value serves a whole list: the elements
// of composites are looked up once.

import Foundation

/// Names members of one entity.
final class MemberPaths {
    private let entity: NSEntityDescription
    private lazy var elements = Self.elements(of: entity)

    init(_ entity: NSEntityDescription) { self.entity = entity }

    /// The path of a member: a property's name, "composite.element" for an element, or the text itself.
    func path(of member: Any) -> String? {
        guard let property = member as? NSPropertyDescription, property.owner == nil else {
            return NSEntityDescription.memberName(member)
        }
        return elements[ObjectIdentifier(property)] ?? property.name
    }

    private static func elements(of entity: NSEntityDescription) -> [ObjectIdentifier: String] {
        var paths: [ObjectIdentifier: String] = [:]
        for case let composite as NSCompositeAttributeDescription in entity.collectProperties().values
        where !composite.isEndless {
            add(composite, path: composite.name, to: &paths)
        }
        return paths
    }

    private static func add(
        _ composite: NSCompositeAttributeDescription, path: String, to paths: inout [ObjectIdentifier: String]
    ) {
        for element in composite.elements {
            let path = "\(path).\(element.name)"
            paths[ObjectIdentifier(element)] = path
            if let nested = element as? NSCompositeAttributeDescription {
                add(nested, path: path, to: &paths)
            }
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

    /// The path of one member.
    func memberPath(_ member: Any) -> String? { MemberPaths(self).path(of: member) }

    /// The name of a constraint's or index's member; nil for what is neither a name nor a property.
    static func memberName(_ member: Any) -> String? {
        (member as? NSPropertyDescription)?.name ?? member as? String
    }
}
