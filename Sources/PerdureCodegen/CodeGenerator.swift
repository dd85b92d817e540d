// SPDX-License-Identifier: Apache-2.0
// The entry of this module: it takes a model as values and returns the sources of its classes. Resolving/ decides what
// each class consists of; Writing/ writes the text.

import PerdureModelFormat

/// Writes the Swift sources of a model's classes, named and typed as Xcode names and types them.
package struct CodeGenerator: Sendable {
    /// The settings that the model itself does not have.
    package struct Options: Sendable {
        /// The module that the sources are for.
        package var module: String
        /// The model's name in the first line of every file, for example "Shop.xcdatamodeld".
        package var source: String
        /// The module of Core Data that the sources import: "CoreData" or "Perdure".
        package var importedModule = "CoreData"
        /// The members that the module's own sources declare in each class and its extensions, by the class's name.
        package var handWritten: [String: HandWrittenMembers] = [:]
        /// The names of the types that the module's own sources declare at file level.
        package var declaredTypes: Set<String> = []
        /// Whether the generator treats every entity with a class as if its code generation were "Class Definition".
        package var generatesEveryClass = false
        /// The entities to write code for; nil for all.
        package var entityNames: Set<String>?

        package init(module: String, source: String) {
            self.module = module
            self.source = source
        }
    }

    package let model: ModelDocument
    package let options: Options

    package init(_ model: ModelDocument, _ options: Options) {
        self.model = model
        self.options = options
    }

    /// The sources of the model's classes, sorted by name.
    ///
    /// - Returns: two files for an entity with the code generation "Class Definition", one for "Category/Extension".
    /// - Throws: `ModelFormatError` that names entity and property.
    package func files() throws -> [GeneratedFile] {
        try ClassCodeBuilder(model, options).build().flatMap { code in
            let writer = ClassWriter(code, options)
            switch code.kind {
            case .definition: return [writer.classFile(), writer.propertiesFile()]
            case .category: return [writer.propertiesFile()]
            }
        }.sorted { $0.name < $1.name }
    }
}
