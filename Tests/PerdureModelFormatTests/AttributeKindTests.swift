// SPDX-License-Identifier: Apache-2.0
// Kinds of attributes: which of them says what, where an attribute is of two.

import PerdureBase
import PerdurePredicates
import Testing

@testable import PerdureModelFormat

@Suite("Kinds of attributes") struct AttributeKindTests {
    private func attribute(_ type: Int) -> AttributeDocument {
        AttributeDocument(traits: PropertyTraits(name: "a"), type: type)
    }

    @Test("plain attributes have the plain hash") func plainHash() {
        let plain = attribute(AttributeType.string)
        #expect(AttributeKinds.all.allSatisfy { $0.ownHash(of: plain) == nil })
        #expect(VersionHash.hash(of: plain) == VersionHash.plainHash(of: plain))
    }

    @Test("external storage adds to the plain hash, whatever else is said") func externalHash() {
        var data = attribute(AttributeType.binary)
        let plain = VersionHash.hash(of: data)
        data.allowsExternalBinaryDataStorage = true
        #expect(AttributeKinds.all.flatMap { $0.plainHashBytes(of: data) } == [1])
        #expect(VersionHash.hash(of: data) != plain)
    }

    @Test("a derived attribute counts by its expression, also where its type is composite") func twoKinds() {
        var derived = attribute(AttributeType.composite)
        derived.derivation = .key("name")
        #expect(VersionHash.hash(of: derived) == SHA256.hash("name".utf8))
    }

    @Test("a compiled model names the class of an attribute once, the derived one first") func classes()
        throws
    {
        var derived = attribute(AttributeType.composite)
        derived.derivation = .key("name")
        derived.elements = [attribute(AttributeType.string)]
        var entity = EntityDocument(name: "E")
        entity.attributes = [derived]
        var model = ModelDocument()
        model.entities = [entity]
        let read = try CompiledModelReader.read(data: CompiledModelWriter.write(model))
        #expect(read.entities[0].attributes[0].derivation == .key("name"))
        #expect(read.entities[0].attributes[0].elements.isEmpty)
    }
}
