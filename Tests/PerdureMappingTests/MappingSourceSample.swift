// SPDX-License-Identifier: Apache-2.0
// A source of a mapping model, made in code.

import CoreData
import Foundation
import PerdureModelFormat
import PerdurePredicates
import PerdurePropertyList

/// The objects of a source, as XML.
struct MappingSourceSample {
    private var objects: [String] = []
    private var listed: [String] = []
    var sourceModel: Data?
    var destinationModel: Data?

    /// Adds an entity mapping with its properties.
    mutating func add(
        _ source: String?, _ destination: String?, _ attributes: [String: String] = [:],
        properties: [(relationship: Bool, attributes: [String: String])] = [], isListed: Bool = true
    ) {
        let id = "z\(100 + objects.count)"
        var (attributeIDs, relationshipIDs): ([String], [String]) = ([], [])
        for property in properties {
            let own = "\(id)\(property.relationship ? "r" : "a")\(attributeIDs.count + relationshipIDs.count)"
            if property.relationship { relationshipIDs.append(own) } else { attributeIDs.append(own) }
            let type = property.relationship ? "XDDEVRELATIONSHIPMAPPING" : "XDDEVATTRIBUTEMAPPING"
            objects.append(Self.object(type, own, property.attributes, ["entitymapping": [id]]))
        }
        var all = attributes
        all["sourcename"] = source
        all["destinationname"] = destination
        all["mappingtypename"] = "Undefined"
        let number = all["mappingnumber"] ?? "\(listed.count + 1)"
        all["mappingnumber"] = number
        objects.append(
            Self.object(
                "XDDEVENTITYMAPPING", id, all,
                ["attributemappings": attributeIDs, "relationshipmappings": relationshipIDs]))
        if isListed { listed.append(id) }
    }

    /// Adds any object.
    mutating func add(
        type: String, id: String, _ attributes: [String: String], _ relationships: [String: [String]]
    ) {
        objects.append(Self.object(type, id, attributes, relationships))
    }

    /// The contents of `xcmapping.xml`.
    var data: Data {
        var attributes: [String: String] = ["sourcemodelpath": "A.xcdatamodel"]
        attributes["sourcemodeldata"] = sourceModel?.base64EncodedString()
        attributes["destinationmodeldata"] = destinationModel?.base64EncodedString()
        let model = Self.object("XDDEVMAPPINGMODEL", "z1", attributes, ["entitymappings": listed])
        return Data(
            """
            <?xml version="1.0" standalone="yes"?>
            <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">
            <database>\((objects + [model]).joined(separator: "\n"))</database>
            """.utf8)
    }

    private static func object(
        _ type: String, _ id: String, _ attributes: [String: String], _ relationships: [String: [String]]
    ) -> String {
        let own = attributes.map { "<attribute name=\"\($0.key)\" type=\"string\">\($0.value)</attribute>" }
        let others = relationships.map {
            "<relationship name=\"\($0.key)\" type=\"0/0\" destination=\"X\" idrefs=\"\($0.value.joined(separator: " "))\"/>"
        }
        return "<object type=\"\(type)\" id=\"\(id)\">\((own + others).joined())</object>"
    }

    /// An expression as a source has it.
    static func archived(_ format: String) throws -> String {
        let mapping = PropertyMappingDocument(
            name: "x", valueExpression: try PredicateParser.parseExpression(format, arguments: []))
        let data = try CompiledMappingWriter.write(mapping)
        // The expression is one of the archive's objects; its archive has it as the root.
        let archive = try KeyedArchive(data)
        guard case .instance(let root) = try archive.object(try archive.root()),
            let uid = root.fields["NSValueExpression"]?.uidValue,
            case .dictionary(var list) = try BinaryPropertyList.read(data)
        else { return "" }
        list["$top"] = .dictionary(["root": .uid(uid)])
        return try BinaryPropertyList.write(.dictionary(list)).base64EncodedString()
    }
}
