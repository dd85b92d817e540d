// SPDX-License-Identifier: Apache-2.0
// The greatest maximum count in compiled models: archives have 32 bits for it, and hold it as -1.

import Foundation
import PerdureModelFormat
import PerdurePropertyList
import Testing

@Suite("The greatest count in compiled models")
struct GreatestCountTests {
    private func model(maxCount: Int) -> ModelDocument {
        var model = ModelDocument()
        model.entities = [EntityDocument(name: "Person")]
        var friends = SampleModel.relationship("friends", to: "Person", inverse: nil)
        friends.maxCount = maxCount
        model.entities[0].relationships = [friends]
        return model
    }

    private func count(in data: Data) throws -> Int64? {
        let archive = try KeyedArchive(data)
        for uid in 1..<archive.count {
            // Classes stand in the table too and have no class of their own.
            guard case .instance(let property)? = try? archive.object(uid) else { continue }
            if let count = property.fields["NSMaxCount"]?.integerValue { return count }
        }
        return nil
    }

    @Test("FMT 2.2 the greatest count is written as -1 and read again", arguments: [false, true])
    func written(_ isCache: Bool) throws {
        let model = model(maxCount: .max)
        let data = try isCache ? CompiledModelWriter.writeModelCache(model) : CompiledModelWriter.write(model)
        #expect(try count(in: data) == -1)
        let read = try CompiledModelReader.read(data: data)
        #expect(read.entities[0].relationships[0].maxCount == .max)
    }

    @Test("FMT 2.2 a model with -1 is taken, and its hash is that of the greatest count")
    func read() throws {
        let foreign = model(maxCount: -1)
        let read = try CompiledModelReader.read(data: CompiledModelWriter.write(foreign))
        #expect(read.entities[0].relationships[0].maxCount == .max)
        #expect(VersionHash.entityHashes(of: read) == VersionHash.entityHashes(of: foreign))
        try read.refuse()
    }

    @Test(
        "FMT 2.2 counts that 32 bits cannot hold stay as they are",
        arguments: [3_000_000_000, 1 << 32, (1 << 32) + 1])
    func large(_ count: Int) throws {
        let read = try CompiledModelReader.read(data: CompiledModelWriter.write(model(maxCount: count)))
        #expect(read.entities[0].relationships[0].maxCount == count)
        try read.refuse()
    }

    @Test("PRG-75 other negative counts of compiled models are refused")
    func refused() throws {
        let read = try CompiledModelReader.read(data: CompiledModelWriter.write(model(maxCount: -7)))
        #expect(throws: ModelFormatError.self) { try read.refuse() }
    }
}
