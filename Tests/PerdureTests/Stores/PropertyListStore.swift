// SPDX-License-Identifier: Apache-2.0
// A store as a program writes it, over NSAtomicStore: one property list with all objects.

import Foundation
import Perdure

/// Keeps objects in a property list: a dictionary for each object.
final class PropertyListStore: NSAtomicStore, @unchecked Sendable {
    // Sendable because a test uses its store on one thread.
    static let typeName = "PropertyListStore"
    private(set) var calls: [String] = []
    var refusesToSave = false
    private var count = 0

    /// The calls since the last time.
    func takeCalls() -> [String] {
        defer { calls = [] }
        return calls
    }

    override var type: String { Self.typeName }

    private static func contents(_ url: URL) throws -> [String: Any] {
        let data = try Data(contentsOf: url)
        return try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] ?? [:]
    }

    override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
        try contents(url)["metadata"] as? [String: Any] ?? [:]
    }

    override func load() throws {
        calls.append("load")
        guard let url, FileManager.default.fileExists(atPath: url.path) else { return }
        let objects = try Self.contents(url)["objects"] as? [[String: Any]] ?? []
        var nodes: [String: NSAtomicStoreCacheNode] = [:]
        for object in objects { nodes[name(object)] = try makeNode(object) }
        for object in objects {
            for (key, names) in object["links"] as? [String: [String]] ?? [:] {
                nodes[name(object)]?.setValue(
                    linked(names.compactMap { nodes[$0] }, key, object), forKey: key)
            }
        }
        addCacheNodes(Set(nodes.values))
    }

    private func name(_ object: [String: Any]) -> String {
        "\(object["entity"] ?? "")/\(object["reference"] ?? "")"
    }

    private func makeNode(_ object: [String: Any]) throws -> NSAtomicStoreCacheNode {
        let reference = object["reference"] as? Int ?? 0
        count = max(count, reference)
        let node = NSAtomicStoreCacheNode(
            objectID: objectID(for: entity(object), withReferenceObject: reference))
        for (key, value) in object["values"] as? [String: Any] ?? [:] { node.setValue(value, forKey: key) }
        return node
    }

    private func entity(_ object: [String: Any]) -> NSEntityDescription {
        let model = persistentStoreCoordinator?.managedObjectModel
        // The tests' files hold only entities of the tests' models.
        return (model?.entitiesByName[object["entity"] as? String ?? ""])!
    }

    private func linked(_ nodes: [NSAtomicStoreCacheNode], _ key: String, _ object: [String: Any]) -> Any? {
        let relationship = entity(object).relationshipsByName[key]
        guard relationship?.isToMany == true else { return nodes.first }
        return relationship?.isOrdered == true ? NSOrderedSet(array: nodes) as Any : Set(nodes)
    }

    override func save() throws {
        calls.append("save")
        if refusesToSave { throw CocoaError(.fileWriteOutOfSpace) }
        let contents: [String: Any] = ["metadata": metadata ?? [:], "objects": cacheNodes().map(record)]
        let data = try PropertyListSerialization.data(
            fromPropertyList: contents, format: .binary, options: 0)
        guard let url else { throw CocoaError(.fileNoSuchFile) }
        try data.write(to: url, options: .atomic)
    }

    private func record(_ node: NSAtomicStoreCacheNode) -> [String: Any] {
        let entity = node.objectID.entity
        var values: [String: Any] = [:]
        var links: [String: [String]] = [:]
        for attribute in entity.attributesByName.keys { values[attribute] = node.value(forKey: attribute) }
        for relationship in entity.relationshipsByName.keys {
            links[relationship] = members(node.value(forKey: relationship)).map { member in
                "\(member.objectID.entity.name ?? "")/\(referenceObject(for: member.objectID))"
            }
        }
        return [
            "entity": entity.name ?? "", "reference": referenceObject(for: node.objectID), "values": values,
            "links": links,
        ]
    }

    private func members(_ value: Any?) -> [NSAtomicStoreCacheNode] {
        switch value {
        case let node as NSAtomicStoreCacheNode: [node]
        case let nodes as NSOrderedSet: nodes.compactMap { $0 as? NSAtomicStoreCacheNode }
        case let nodes as Set<NSAtomicStoreCacheNode>: Array(nodes)
        default: []
        }
    }

    override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
        count += 1
        return count
    }

    override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
        calls.append("new \(managedObject.entity.name ?? "")")
        let node = NSAtomicStoreCacheNode(objectID: managedObject.objectID)
        super.updateCacheNode(node, from: managedObject)
        return node
    }

    override func updateCacheNode(_ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject) {
        calls.append("update \(managedObject.entity.name ?? "")")
        super.updateCacheNode(node, from: managedObject)
    }

    override func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
        calls.append("remove \(cacheNodes.count)")
    }
}
