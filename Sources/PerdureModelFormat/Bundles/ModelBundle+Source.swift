// SPDX-License-Identifier: Apache-2.0
// Writes a model with its versions as a folder of sources, as Xcode keeps it. Part of ModelBundle.swift.

import Foundation

extension ModelBundle {
    /// Writes the model as an `.xcdatamodeld` folder: one `.xcdatamodel` per version, and the name of the current one.
    ///
    /// The folder is made beside its place and moved there when it is complete.
    ///
    /// - Parameter url: the folder. An existing one is replaced.
    /// - Throws: `ModelFormatError`; the old folder then stays as it was.
    package func writeSource(to url: URL) throws {
        try Self.writeFolder(at: url, naming: "the model") { folder in
            for version in versions {
                try ModelFile.write(
                    version.document, to: folder.appendingPathComponent(version.name + ".xcdatamodel"))
            }
            try Data(currentVersionFile.utf8).write(to: folder.appendingPathComponent(".xccurrentversion"))
        }
    }

    private var currentVersionFile: String {
        let name = currentVersionName.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            \t<key>_XCCurrentVersionName</key>
            \t<string>\(name).xcdatamodel</string>
            </dict>
            </plist>

            """
    }
}

extension ModelDocument {
    /// What a source of the model would not say, as paths of entities and properties.
    ///
    /// - Throws: `ModelFormatError` when the source cannot be read back.
    package func lostInSource() throws -> [String] {
        let source = try XMLModelReader.read(data: XMLModelWriter.write(self), path: nil)
        let read = Dictionary(source.entities.map { ($0.name, $0) }) { first, _ in first }
        var lost: [String] = []
        for entity in entities {
            guard let other = read[entity.name] else {
                lost.append(entity.name)
                continue
            }
            lost += entity.lost(in: other)
        }
        for (name, request) in fetchRequestTemplates where source.fetchRequestTemplates[name] != request {
            lost.append("fetch request template \(name)")
        }
        return lost.sorted()
    }
}

extension EntityDocument {
    fileprivate func lost(in other: EntityDocument) -> [String] {
        let attributes = zip(attributes, other.attributes).filter { !$0.saysTheSame(as: $1) }.map(
            \.0.traits.name)
        let fetched = zip(fetchedProperties, other.fetchedProperties)
            .filter { $0.fetchRequest != $1.fetchRequest }.map(\.0.traits.name)
        return (attributes + fetched).map { "\(name).\($0)" }
    }
}

extension AttributeDocument {
    /// Whether two attributes have the same values and validations, in whatever words.
    fileprivate func saysTheSame(as other: AttributeDocument) -> Bool {
        traits.validations.map(\.predicate) == other.traits.validations.map(\.predicate)
            && defaultValue == other.defaultValue && derivation == other.derivation
            && valueTransformerName == other.valueTransformerName
    }
}
