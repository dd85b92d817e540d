// SPDX-License-Identifier: Apache-2.0
// Every model that Apple's tools wrote and that lies beside the project: read, put to use, written without loss.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

/// The files; outside of the suite, because its tests name them in their attributes.
private enum RealModels {
    static let sources = Fixtures.files(in: "models") { $0 == "contents" }
    /// A work in progress whose subentities repeat the properties of their parent.
    static let contradictory = [
        "models/LoopKit__LoopKit/_history/eb0d054c/LoopKit/Persistence/Model.xcdatamodeld/Modelv3.xcdatamodel/contents"
    ]
    static let compiled =
        Fixtures.files(in: "models") { $0.hasSuffix(".mom") }
        + Fixtures.files(in: "compiled") { $0.hasSuffix(".mom") }
}

@Suite("Models that Apple's tools wrote", .enabled(if: Fixtures.isAvailable, "\(Fixtures.absence)"))
struct RealModelTests {
    @Test(
        "MOD-3, MOD-201 a source is read, put to use, and written as source without loss",
        arguments: RealModels.sources)
    func source(path: String) throws {
        let model = try NSManagedObjectModel.load(contentsOf: Fixtures.url(path))
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        guard !RealModels.contradictory.contains(path) else {
            #expect(ModelSamples.refusal(of: model).contains("has a property of this name already"))
            return
        }
        try model.finish()
        let again = try NSManagedObjectModel(archivedData: model.contentsXML())
        #expect(again.entityVersionHashesByName == model.entityVersionHashesByName)
        #expect(again.contentsXML() == model.contentsXML())
        #expect(copy.contentsXML() == model.contentsXML())
        try again.freeze()
    }

    @Test(
        "MOD-2, MOD-201 a compiled model is read, put to use, and written without loss",
        arguments: RealModels.compiled)
    func compiled(path: String) throws {
        let model = try NSManagedObjectModel.load(contentsOf: Fixtures.url(path))
        try model.finish()
        let again = try NSManagedObjectModel(archivedData: try model.archivedData())
        #expect(again.entityVersionHashesByName == model.entityVersionHashesByName)
        #expect(again.document == model.document)
    }
}
