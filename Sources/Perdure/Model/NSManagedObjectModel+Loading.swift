// SPDX-License-Identifier: Apache-2.0
// Reading models from files. Part of NSManagedObjectModel.swift; the files are found and read in
// ModelFiles.swift, writing is in NSManagedObjectModel+Writing.swift.

import Foundation
import PerdureModelFormat

extension NSManagedObjectModel {
    /// Reads a model; nil when nothing readable is there.
    ///
    /// `load(contentsOf:)` is the form that says what is wrong.
    ///
    /// - Parameter url: A compiled model (`.mom`, `.omo`, or a `.momd` folder, which gives its current version), or
    ///   a source (`.xcdatamodel`, or a `.xcdatamodeld` folder).
    ///
    /// ## Compatibility
    /// Apple's reads compiled models only.
    public convenience init?(contentsOf url: URL) {
        guard let document = try? ModelFile.read(at: url) else { return nil }
        do {
            try self.init(document: document)
            fileName = url.lastPathComponent
        } catch {
            return nil
        }
    }

    /// Reads a model, and says what is wrong with a file that is none.
    ///
    /// - Parameter url: A compiled model or a source, as for `init(contentsOf:)`.
    /// - Returns: A model that may be edited.
    /// - Throws: `CocoaError.fileReadNoSuchFile` when nothing is there, `.fileReadCorruptFile` for a damaged file or
    ///   a model that contradicts itself, with path, entity and property in its description.
    public class func load(contentsOf url: URL) throws -> NSManagedObjectModel {
        try ErrorTranslation.translating(url: url) {
            let model = try NSManagedObjectModel(document: try ModelFile.read(at: url))
            model.fileName = url.lastPathComponent
            return model
        }
    }
}
