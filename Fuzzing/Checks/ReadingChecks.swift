// SPDX-License-Identifier: Apache-2.0
// What must hold for everything that a reader accepted: it can be written, and reading that gives it
// again. A violation stops the process, so that the fuzzer keeps the input.

import Foundation
import PerdureModelFormat
import PerdurePredicates
import PerdurePropertyList

/// Checks values that the fuzzer brought about.
enum ReadingChecks {
    static func check(_ value: PropertyListValue) throws {
        let data = require("write the property list") { try BinaryPropertyList.write(value) }
        let again = require("read the property list again") { try BinaryPropertyList.read(data) }
        expect(again == value || hasNaN(value), "the property list changed")
    }

    /// Whether some number is not equal to itself; `==` alone cannot tell, because equal storage ends its comparison.
    private static func hasNaN(_ value: PropertyListValue) -> Bool {
        switch value {
        case .real(let value): value.isNaN
        case .array(let values), .set(let values): values.contains(where: hasNaN)
        case .dictionary(let values): values.values.contains(where: hasNaN)
        default: false
        }
    }

    static func check(_ value: PlainValue) throws {
        let data = require("archive the value") { try KeyedArchive.encodePlainValue(value) }
        let again = require("read the archive again") { try KeyedArchive.decodePlainValue(data) }
        // A URL may be normalized when it is made of its text; NaN is not equal to itself.
        expect("\(again)".isEmpty == false, "the value has no description")
    }

    /// A name of a store's file never leads out of the folder.
    static func check(externalName name: String?) throws {
        expect(name.map { UUID(uuidString: $0) != nil } ?? true, "the name is no UUID")
    }

    /// A model that contradicts itself need not survive; it must only do no harm.
    static func check(compiled model: ModelDocument) throws {
        _ = VersionHash.digest(of: VersionHash.entityHashes(of: model))
        let isSound = model.problems().isEmpty
        _ = try? XMLModelReader.read(data: XMLModelWriter.write(model))
        guard isSound, let data = try? CompiledModelWriter.write(model) else { return }
        let again = require("read the compiled model again") { try CompiledModelReader.read(data: data) }
        expect(again.entities.count == model.entities.count, "the compiled model changed")
        let cache = require("write the model cache") { try CompiledModelWriter.writeModelCache(model) }
        _ = require("read the model cache again") { try CompiledModelReader.read(data: cache) }
    }

    static func check(source model: ModelDocument) throws {
        _ = model.problems()
        let written = XMLModelWriter.write(model)
        let again = require("read the source again") { try XMLModelReader.read(data: written) }
        // What was read from a mutated file may lack what the writer adds; from then on nothing changes.
        expect(XMLModelWriter.write(again) == written, "the source changed")
        try check(compiled: model)
    }

    /// A mapping model whose names repeat cannot be written, nor one that nests more deeply in the writer's form.
    static func check(mapping model: MappingDocument) throws {
        guard let data = try? CompiledMappingWriter.write(model),
            let again = try? CompiledMappingReader.read(data: data)
        else { return }
        expect(
            again.entityMappings.map(\.name) == model.entityMappings.map(\.name), "the mapping model changed")
        for mapping in again.entityMappings { _ = mapping.sourceExpression.map(PredicatePrinter.format) }
    }

    static func require<Value>(_ action: String, _ body: () throws -> Value) -> Value {
        do { return try body() } catch { fatalError("cannot \(action): \(error)") }
    }

    static func expect(_ condition: Bool, _ text: String) {
        if !condition { fatalError(text) }
    }
}
