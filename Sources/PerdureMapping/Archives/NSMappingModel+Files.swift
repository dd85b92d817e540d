// SPDX-License-Identifier: Apache-2.0
// Mapping models as files. Part of NSMappingModel.swift, which has the initializers.

import Foundation
import PerdureModel
import PerdureModelFormat

extension NSMappingModel {
    /// Reads a mapping model, and throws an error that says what is wrong with the file.
    ///
    /// ## Compatibility
    /// Apple's class has no such method.
    ///
    /// - Parameter url: A mapping model, as for `init(contentsOf:)`.
    /// - Returns: A mapping model that may be edited.
    /// - Throws: `CocoaError.fileReadNoSuchFile` when there is no file. `.fileReadCorruptFile` for a damaged file, with path,
    ///   mapping and property in its description.
    public class func load(contentsOf url: URL) throws -> NSMappingModel {
        let document = try ErrorTranslation.translating(url: url) { try MappingFile.read(at: url) }
        let model = NSMappingModel()
        model.facts = Facts(document)
        return model
    }

    /// The mapping model as an archive: the contents of a `.cdm` file.
    ///
    /// ## Compatibility
    /// Apple's class has no such method: there, `NSKeyedArchiver` makes such an archive.
    ///
    /// - Returns: A keyed archive that `init(archivedData:)` and Apple's frameworks read.
    /// - Throws: `CocoaError` for two mappings of one name, an expression with a block or an object, and user info with objects
    ///   of a program's own classes.
    public func archivedData() throws -> Data {
        try ErrorTranslation.translating { try CompiledMappingWriter.write(try document()) }
    }

    /// Writes the mapping model in compiled form, as Apple's mapping model compiler does.
    ///
    /// The file appears only when it is complete, and replaces an existing one.
    ///
    /// ## Compatibility
    /// Apple's class has no such method.
    ///
    /// - Parameter url: A `.cdm` file.
    /// - Throws: The errors of `archivedData()`; `CocoaError` when the file cannot be written.
    public func write(compiledTo url: URL) throws {
        try ErrorTranslation.translating(url: url) { try MappingFile.write(try document(), to: url) }
    }
}
