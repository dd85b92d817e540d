// SPDX-License-Identifier: Apache-2.0
// Writes model sources, the `contents` files of .xcdatamodel folders, as Xcode writes them. Entities and
// properties are in XMLModelWriter+Entities.swift and XMLModelWriter+Properties.swift.

import Foundation

/// Writes the XML of a model source.
///
/// A source has no form for some parts of a model, which the writer leaves out: validation predicates that are no limits,
/// default values that are data or objects, and value class names that the type implies. Fetch requests lose their sort
/// descriptors, offset, group, having, and fetched and prefetched properties. Commas join several version identifiers.
package struct XMLModelWriter {
    /// The composite types made for attributes of a compiled model that name no type.
    var madeComposites: [SourceElement] = []
    var compositeNames: Set<String>

    /// Writes a model.
    package static func write(_ model: ModelDocument) -> Data {
        var writer = XMLModelWriter(compositeNames: Set(model.composites.map(\.name)))
        var output = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
        writer.element(model).write(to: &output)
        // Xcode ends the file without a line end.
        return Data(output.utf8.dropLast())
    }

    private init(compositeNames: Set<String>) { self.compositeNames = compositeNames }

    private mutating func element(_ model: ModelDocument) -> SourceElement {
        var root = SourceElement("model")
        if !model.versionIdentifiers.isEmpty {
            root.set(
                "userDefinedModelVersionIdentifier", model.versionIdentifiers.sorted().joined(separator: ","))
        }
        root.add(model.toolAttributes)
        root.add(["type": "com.apple.IDECoreDataModeler.DataModel", "documentVersion": "1.0"])
        for entity in model.entities { root.add(element(entity)) }
        for (name, request) in model.fetchRequestTemplates.inByteOrder(of: \.key) {
            root.add(element(request, name: name))
        }
        for configuration in model.configurations { root.add(Self.element(configuration)) }
        for composite in model.composites { root.add(element(composite.name, composite.elements)) }
        root.children += madeComposites
        return root
    }

    private static func element(_ configuration: ConfigurationDocument) -> SourceElement {
        var element = SourceElement("configuration", ["name": configuration.name])
        element.add(configuration.toolAttributes)
        element.children = configuration.entityNames.map { SourceElement("memberEntity", ["name": $0]) }
        return element
    }

    /// The userInfo child, if there is any.
    static func userInfo(_ info: [String: String]) -> SourceElement? {
        guard !info.isEmpty else { return nil }
        var element = SourceElement("userInfo")
        element.children = info.inByteOrder(of: \.key)
            .map { SourceElement("entry", ["key": $0.key, "value": $0.value]) }
        return element
    }
}
