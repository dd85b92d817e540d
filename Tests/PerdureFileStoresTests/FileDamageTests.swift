// SPDX-License-Identifier: Apache-2.0
// Damaged files of both forms: cut at every length, and with bits turned. Each is an error, or what it was before.

import Foundation
import Perdure
import PerdureFileStores
import PerdureStore
import PerdureTestSupport
import Testing

@Suite struct FileDamageTests {
    private static let forms: [any FileForm] = [XMLForm(), BinaryForm()]

    /// A small file, and its schema.
    private static func sample(_ form: any FileForm) throws -> (Data, Schema) {
        let schema = try Schema([
            EntityDefinition(
                "A",
                properties: [
                    PropertyDefinition("name", .attribute(AttributeDefinition(.string))),
                    PropertyDefinition("price", .attribute(AttributeDefinition(.decimal))),
                    PropertyDefinition(
                        "next", .relationship(RelationshipDefinition(to: "A", inverse: "last"))),
                    PropertyDefinition(
                        "last", .relationship(RelationshipDefinition(to: "A", inverse: "next"))),
                ])
        ])
        var contents = FileContents(metadata: ["NSStoreUUID": .string("U"), "a": .real(1)])
        for number in 1...3 {
            var object = FileObject(schema[1], number: Int64(number))
            let slots = schema[1].slots
            object.values[slots["name"]!] = .string("n\(number)&")
            object.values[slots["price"]!] = .decimal(DecimalBox(Decimal(number) / 4))
            if number < 3 { object.links.append((slots["next"]!, [Int64(number + 1)])) }
            contents.objects.append(object)
        }
        return (try form.write(contents, schema), schema)
    }

    /// Reads a file as an opening does; nil for an error.
    private func read(_ form: any FileForm, _ data: Data, _ schema: Schema) -> FileContents? {
        _ = try? form.metadata(in: data)
        _ = try? form.replacingMetadata(in: data, with: [:])
        return try? form.read(data, schema)
    }

    @Test("STO-70 a file that is cut off is refused at every length", arguments: [0, 1])
    func truncations(_ index: Int) throws {
        let form = Self.forms[index]
        let (data, schema) = try Self.sample(form)
        // The line break at the end of an XML file says nothing.
        for length in 0..<(data.count - 1) {
            #expect(read(form, data.prefix(length), schema) == nil, "\(length) of \(data.count) bytes")
        }
        #expect(read(form, data, schema)?.objects.count == 3)
    }

    @Test(
        "STO-70 a file with a turned bit is refused, or read without a crash", arguments: [0, 1])
    func flips(_ index: Int) throws {
        let form = Self.forms[index]
        let (data, schema) = try Self.sample(form)
        var (refused, tries) = (0, 0)
        // Reading XML is slow in debug builds.
        for offset in stride(from: 0, to: data.count, by: form.type == NSXMLStoreType ? 7 : 1) {
            var damaged = data
            damaged[offset] ^= 1 << UInt8(offset % 8)
            tries += 1
            if read(form, damaged, schema) == nil { refused += 1 }
        }
        // The checksum of a binary store sees every bit; a text may have become another text.
        #expect(form.type == NSBinaryStoreType ? refused == tries : refused > tries / 4)
    }

    @Test(
        "STO-70 a file whose numbers are used up is read, and refuses new objects", arguments: [0, 1], [0, 1])
    func lastNumbers(_ index: Int, _ left: Int) throws {
        let form = Self.forms[index]
        let (data, schema) = try Self.sample(form)
        var contents = try form.read(data, schema)
        contents.metadata["NSStoreType"] = .string(form.type)
        contents.lastNumber = .max - 1 - Int64(left)
        let folder = try TemporaryFolder()
        try form.write(contents, schema).write(to: folder.file("store"))
        let opening = FileEngine.Opening(form, folder.file("store"), schema)
        let engine = try FileEngine.open(opening)
        #expect(throws: NSError.self) { try engine.reserveKeys(left + 1, entity: 1) }
        #expect(try engine.reserveKeys(left, entity: 1).count == left)
        try engine.close()
        let again = try FileEngine.open(opening)
        #expect(throws: NSError.self) { try again.reserveKeys(1, entity: 1) }
        guard case .rows(let rows) = try again.fetch(FetchPlan(entity: 1)) else { return }
        #expect(rows.count == 3)
        try again.close()
    }

    @Test("STO-70 a binary store of Apple's frameworks is refused with a sentence")
    func appleFile() throws {
        let (_, schema) = try Self.sample(BinaryForm())
        let data = Data("bplist00".utf8) + Data(count: 100)
        do {
            _ = try BinaryForm().read(data, schema)
            Issue.record("the file was read")
        } catch let damage as FileDamage {
            #expect(damage.reason.contains("Apple"))
        }
    }
}
