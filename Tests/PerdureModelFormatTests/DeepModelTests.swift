// SPDX-License-Identifier: Apache-2.0
// PRG-73: models whose names lead far or in rings are refused before anything follows them; wide ones are read.

import Foundation
import PerdureModelFormat
import PerdurePropertyList
import Testing

@Suite("Deep and wide models") struct DeepModelTests {
    private func source(_ elements: String) -> Data { Data("<model>\(elements)</model>".utf8) }

    private func error(_ body: () throws -> Void) -> ModelFormatError? {
        do { try body() } catch { return error as? ModelFormatError }
        return nil
    }

    private func chain(_ count: Int, ring: Bool = false) -> String {
        (0..<count).map { number in
            let parent =
                number > 0
                ? " parentEntity=\"E\(number - 1)\"" : ring ? " parentEntity=\"E\(count - 1)\"" : ""
            return "<entity name=\"E\(number)\"\(parent)/>"
        }.joined()
    }

    @Test(
        "PRG-73 a chain of 50,000 parents in a source is refused, and so is a ring of them",
        arguments: [false, true])
    func parents(ring: Bool) throws {
        let fault = try #require(
            error { _ = try XMLModelReader.read(data: source(chain(50_000, ring: ring)), path: "deep") })
        #expect(fault.entity == (ring ? "E0" : "E200"))
        #expect(fault.path == "deep")
        #expect(fault.reason.contains("more than 200 ancestors; remove some of them"))
    }

    @Test("PRG-73 a chain of 200 entities is read, sound and hashed; a short ring is reported")
    func allowed() throws {
        let model = try XMLModelReader.read(data: source(chain(200)))
        #expect(model.problems() == [])
        #expect(VersionHash.entityHashes(of: model).count == 200)
        let ring = try XMLModelReader.read(data: source(chain(3, ring: true)))
        #expect(ring.problems().count == 3)
        #expect(ring.problems().allSatisfy { $0.reason.contains("its own ancestor") })
    }

    @Test("PRG-73 documents made in code are refused at the same depth, by checks, hashes and writers")
    func documents() throws {
        var model = ModelDocument()
        model.entities = (0..<10_000).reversed().map { number in
            var entity = EntityDocument(name: "E\(number)")
            entity.superentityName = "E\(number + 1)"
            return entity
        }
        #expect(model.problems().map(\.entity) == ["E9799"])
        #expect(VersionHash.entityHashes(of: model).isEmpty)
        #expect(error { _ = try CompiledModelWriter.write(model) }?.entity == "E9799")
    }

    @Test("PRG-73 a compiled model with a chain of 10,000 parents is refused")
    func compiledParents() throws {
        var builder = KeyedArchiveBuilder()
        let (root, uids) = (builder.reserve(), (0..<10_000).map { _ in builder.reserve() })
        for (number, uid) in uids.enumerated() {
            let parent = number > 0 ? PropertyListValue.uid(uids[number - 1]) : KeyedArchiveBuilder.null
            builder.define(
                uid, classes: ["NSEntityDescription", "NSObject"],
                fields: ["NSEntityName": builder.add(string: "E\(number)"), "NSSuperentity": parent])
        }
        let entries = uids.enumerated().map {
            (key: builder.add(string: "E\($0)"), value: PropertyListValue.uid($1))
        }
        builder.define(
            root, classes: ["NSManagedObjectModel", "NSObject"],
            fields: ["NSEntities": builder.add(entries: entries)])
        let data = try builder.archive(root: .uid(root))
        let fault = try #require(error { _ = try CompiledModelReader.read(data: data, path: "deep.mom") })
        #expect(fault.path == "deep.mom" && fault.entity?.hasPrefix("E") == true)
        #expect(fault.reason.contains("more than 200 ancestors"))
    }

    @Test(
        "PRG-73 entities that inherit a million properties together are refused, and the first beyond is named"
    )
    func inherited() throws {
        let attributes = (0..<2_000).map { "<attribute name=\"a\($0)\" attributeType=\"String\"/>" }.joined()
        let children = (0..<2_000).map { "<entity name=\"C\($0)\" parentEntity=\"P\"/>" }.joined()
        let fault = error {
            _ = try XMLModelReader.read(data: source("<entity name=\"P\">\(attributes)</entity>\(children)"))
        }
        #expect(fault?.entity == "C499")
        #expect(fault?.reason.contains("more than 1000000 properties together") == true)
    }

    @Test(
        "PRG-73 50,000 children of one parent, and an entity with 50,000 attributes and constraints, are read and checked"
    )
    func wide() throws {
        let children = (0..<50_000).map { "<entity name=\"C\($0)\" parentEntity=\"P\"/>" }.joined()
        let model = try XMLModelReader.read(data: source("<entity name=\"P\"/>" + children))
        #expect(model.problems() == [])
        #expect(try CompiledModelReader.read(data: CompiledModelWriter.write(model)).entities.count == 50_001)
        let attributes = (0..<50_000).map { "<attribute name=\"a\($0)\" attributeType=\"String\"/>" }.joined()
        let constraints = (0..<20_000).map {
            "<uniquenessConstraint><constraint value=\"a\($0)\"/></uniquenessConstraint>"
        }.joined()
        let entity =
            "<entity name=\"E\">\(attributes)<uniquenessConstraints>\(constraints)</uniquenessConstraints></entity>"
        #expect(try XMLModelReader.read(data: source(entity)).problems() == [])
    }
}
