// SPDX-License-Identifier: Apache-2.0
// Reads models from files. Part of NSManagedObjectModel.swift. ModelFiles.swift finds and reads the files.
// NSManagedObjectModel+Writing.swift writes them.

import Foundation
import PerdureModelFormat

extension NSManagedObjectModel {
    /// Reads a model; nil when the file is missing or cannot be read.
    ///
    /// `load(contentsOf:)` reports the error instead.
    ///
    /// - Parameter url: A compiled model (`.mom`, `.omo`, or a `.momd` folder, which gives its current version), or
    ///   a source (`.xcdatamodel`, or a `.xcdatamodeld` folder).
    ///
    /// ## Compatibility
    /// Apple's initializer reads compiled models only.
    public convenience init?(contentsOf url: URL) {
        guard let document = try? ModelFile.read(at: url) else { return nil }
        do {
            try self.init(document: document)
            fileName = url.lastPathComponent
            LoadedModelFiles.add(url)
        } catch {
            return nil
        }
    }

    /// Reads a model, and throws an error that says what is wrong with the file.
    ///
    /// - Parameter url: A compiled model or a source, as for `init(contentsOf:)`.
    /// - Returns: A model that may be edited.
    /// - Throws: `CocoaError.fileReadNoSuchFile` when there is no file. `.fileReadCorruptFile` for a damaged file or a model
    ///   that contradicts itself, with path, entity and property in its description.
    public class func load(contentsOf url: URL) throws -> NSManagedObjectModel {
        try ErrorTranslation.translating(url: url) {
            let model = try NSManagedObjectModel(document: try ModelFile.read(at: url))
            model.fileName = url.lastPathComponent
            LoadedModelFiles.add(url)
            return model
        }
    }
}
