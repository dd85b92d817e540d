// SPDX-License-Identifier: Apache-2.0
// The sources of one real model in a folder, ready for the compiler: generated classes, and plain ones in the place
// of those that the model leaves to its application.

import Foundation
import PerdureCodegen
import PerdureModelFormat

/// A model whose classes are generated for a module of their own.
struct FixtureModel {
    let model: ModelDocument
    let module: String

    /// Reads a model; its module is the one that its class names say, or any.
    init(_ file: URL) throws {
        model = try ModelFile.read(data: Data(contentsOf: file), path: file.path)
        let names = model.entities.compactMap(\.className).filter { $0.contains(".") && $0.first != "." }
        module = names.first.map { String($0.prefix { $0 != "." }) } ?? "Generated"
    }

    /// Whether any entity asks for generated code.
    var declaresGeneration: Bool {
        model.entities.contains { $0.toolAttributes["codeGenerationType"] != nil }
    }

    /// Whether an entity declares a property that it inherits, which no Swift class can.
    var redeclaresProperties: Bool {
        let own = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
        return model.entities.contains { entity in
            var (names, parent) = (Set(entity.propertyNames), entity.superentityName)
            while let ancestor = parent.flatMap({ own[$0] }) {
                if !names.isDisjoint(with: ancestor.propertyNames) { return true }
                names.formUnion(ancestor.propertyNames)
                parent = ancestor.superentityName
            }
            return false
        }
    }

    /// All files of the module.
    func files(everyClass: Bool) throws -> [GeneratedFile] {
        var options = CodeGenerator.Options(module: module, source: "fixture")
        options.generatesEveryClass = everyClass
        let generated = try CodeGenerator(everyClass ? withoutSharedClasses : model, options).files()
        return generated + [stubs(beside: generated)]
    }

    /// Entities that share a class cannot all generate it: the first one does.
    private var withoutSharedClasses: ModelDocument {
        var (model, seen) = (model, Set<String>())
        for index in model.entities.indices {
            guard let name = model.entities[index].className else { continue }
            if !seen.insert(name).inserted { model.entities[index].className = nil }
        }
        return model
    }

    /// Classes that applications write themselves.
    private func stubs(beside generated: [GeneratedFile]) -> GeneratedFile {
        let made = Set(
            generated.filter { $0.name.hasSuffix("+CoreDataClass.swift") }.map {
                $0.name.prefix { $0 != "+" }
            })
        let classes = Set(model.entities.compactMap(\.className)).compactMap { $0.split(separator: ".").last }
        var lines = classes.filter { !made.contains($0) && $0 != "NSManagedObject" }.sorted()
            .map { "public class \($0): NSManagedObject {}" }
        let values = Set(model.entities.flatMap(\.attributes).compactMap(\.valueClassName))
        lines += values.filter { $0.allSatisfy(\.isLetter) && !$0.hasPrefix("NS") }.sorted()
            .map { "public class \($0): NSObject {}" }
        return GeneratedFile(
            name: "Stubs.swift",
            text: "import CoreData\nimport Foundation\n\n\(lines.joined(separator: "\n"))\n")
    }
}
