// SPDX-License-Identifier: Apache-2.0
// The table from the type of an attribute to the form of its column, and the columns of a slot as a list.

import PerdureSQLite
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Forms of columns")
struct ColumnFormTests {
    @Test("every type has a form", arguments: StoredAttributeType.allCases)
    func types(_ type: StoredAttributeType) {
        let form = ColumnForm(type)
        #expect((form.kind == nil) == [.undefined, .objectID, .transformable, .composite].contains(type))
        #expect((form.range != nil) == [.integer16, .integer32, .integer64].contains(type))
        #expect((form.refusal != nil) == (type == .transformable))
        #expect(!form.mayLieInFile)
    }

    @Test("bytes that may lie in files are read and refused as such; other values never lie there")
    func apart() {
        let bytes = ColumnForm(AttributeDefinition(.binary, allowsExternalStorage: true))
        #expect(bytes.reading == .externalBinary && bytes.mayLieInFile && bytes.kind == .data)
        #expect(bytes.refusal == "a binary attribute with external storage can be compared with nil only")
        let archive = ColumnForm(AttributeDefinition(.transformable, allowsExternalStorage: true))
        #expect(archive.mayLieInFile && archive.refusal == ColumnForm(.transformable).refusal)
        let text = ColumnForm(AttributeDefinition(.string, allowsExternalStorage: true))
        #expect(text == ColumnForm(.string))
    }

    @Test("the leaves of a composite are columns with places, a plain attribute is one column")
    func leaves() throws {
        let (name, place) = (column("NAME"), [column("X", ["x"]), column("Y", ["deep", "y"])])
        #expect(SlotColumns.attribute(name).leaves.map(\.leaf) == [nil])
        #expect(SlotColumns.composite(place).leaves.map(\.leaf) == [0, 1])
        #expect(SlotColumns.none.leaves.isEmpty)
        #expect(SlotColumns.attribute(name).column(at: [])?.name == "NAME")
        #expect(SlotColumns.composite(place).column(at: ["deep", "y"])?.name == "Y")
        #expect(SlotColumns.composite(place).column(at: []) == nil)
        #expect(SlotColumns.composite(place).column(at: ["deep"]) == nil)
    }

    @Test("a value has as many parts as its columns")
    func parts() {
        let value = StoredValue.composite([.integer(1), .null])
        #expect(value.parts(2) == [.integer(1), .null] && value.parts(3) == nil)
        #expect(StoredValue.null.parts(2) == [.null, .null] && StoredValue.integer(1).parts(1) == nil)
        #expect(value.part(0) == .integer(1) && value.part(9) == value)
    }

    @Test("versions are columns where every write moves them")
    func versions() throws {
        let plain = try #require(Company.mapping.tables.first).versions
        #expect(!plain.mayKeepVersion && plain.removal == nil)
        #expect(
            SQLPrinter.print(plain.number(Company.mapping.system), dialect: .sqlite).text
                == "IFNULL(\"Z_OPT\", 0)")
    }

    private func column(_ name: String, _ path: [String] = []) -> AttributeColumn {
        AttributeColumn(
            name: name, columnType: .integer, type: .integer64, form: ColumnForm(.integer64), path: path)
    }
}
