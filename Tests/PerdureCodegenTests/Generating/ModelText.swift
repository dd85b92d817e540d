// SPDX-License-Identifier: Apache-2.0
// Models for tests, written as the XML of their entities.

import Foundation
import PerdureModelFormat

@testable import PerdureCodegen

/// A model for tests.
enum ModelText {
    /// Reads a model whose source has these elements.
    static func model(_ elements: String) throws -> ModelDocument {
        try XMLModelReader.read(
            data: Data("<?xml version=\"1.0\"?>\n<model type=\"m\">\(elements)</model>".utf8))
    }

    /// Generates the files of a model, by name.
    static func files(
        _ elements: String, _ change: (inout CodeGenerator.Options) -> Void = { _ in }
    ) throws -> [String: String] {
        var options = CodeGenerator.Options(module: "Shop", source: "Shop.xcdatamodeld")
        change(&options)
        let files = try CodeGenerator(try model(elements), options).files()
        return Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) })
    }

    /// The declarations of a file: its lines that begin with `public` or `override`.
    static func declarations(_ text: String?) -> [String] {
        (text ?? "").split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("public ") }
            .map { $0.hasSuffix(" {") ? String($0.dropLast(2)) : $0 }
    }

    /// An entity with one property, and the class that it generates.
    static func property(
        _ property: String, _ change: (inout CodeGenerator.Options) -> Void = { _ in }
    ) throws -> String {
        let entity = "<entity name=\"Movie\" representedClassName=\"Movie\" codeGenerationType=\"class\">"
        return try files("\(entity)\(property)</entity>", change)["Movie+CoreDataClass.swift"] ?? ""
    }
}
