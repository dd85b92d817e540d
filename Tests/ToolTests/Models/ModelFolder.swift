// SPDX-License-Identifier: Apache-2.0
// Models in files for tests of `perdure model`.

import Foundation
import PerdureTestSupport

/// A folder with models.
struct ModelFolder {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a source with some entities; gives its path.
    func source(_ name: String, _ entities: String, attributes: String = "") throws -> String {
        let url = folder.file(name)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let text =
            "<?xml version=\"1.0\"?><model type=\"com.apple.IDECoreDataModeler.DataModel\" \(attributes)>\(entities)</model>"
        try Data(text.utf8).write(to: url.appendingPathComponent("contents"))
        return url.path
    }

    func path(_ name: String) -> String { folder.file(name).path }

    /// Folders and notes, with an inheritance, a pair of relationships and one without an inverse.
    static let notes = """
        <entity name="Folder" representedClassName="Folder">
            <attribute name="name" attributeType="String"/>
            <relationship name="notes" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Note"
                inverseName="folder" inverseEntity="Note"/>
            <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
        </entity>
        <entity name="Note" representedClassName="Note">
            <attribute name="title" optional="YES" attributeType="String"/>
            <relationship name="folder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Folder"
                inverseName="notes" inverseEntity="Folder"/>
            <relationship name="origin" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Note"/>
        </entity>
        <entity name="Task" parentEntity="Note" representedClassName="TodoTask">
            <attribute name="isDone" attributeType="Boolean" defaultValueString="NO"/>
        </entity>
        """
}
