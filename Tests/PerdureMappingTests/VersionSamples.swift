// SPDX-License-Identifier: Apache-2.0
// Two versions of a model, made in code.

import CoreData
import PerdureTestSupport

/// A model about folders and notes, and its next version.
enum VersionSamples {
    static var first: NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Folder", .attribute("title"), .attribute("size", .integer16AttributeType),
                .toMany("notes", "Note", inverse: "folder")),
            EntitySketch("Note", .attribute("text"), .toOne("folder", "Folder", inverse: "notes")),
            EntitySketch("Gone", .attribute("x")), EntitySketch("Same", .attribute("x")))
    }

    static var second: NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Box", .attribute("label").renamed(from: "title"), .attribute("color"),
                .toMany("pages", "Note", inverse: "folder").renamed(from: "notes")
            ).renamed(from: "Folder"),
            EntitySketch("Note", .attribute("text"), .toOne("folder", "Box", inverse: "pages")),
            EntitySketch("New", .attribute("x")), EntitySketch("Same", .attribute("x")))
    }
}
