// SPDX-License-Identifier: Apache-2.0
// One derivation from everywhere it can come from: a model source, a compiled model, NSExpression.

import Foundation
import PerdurePredicates
import PerdureTestSupport
import Testing

import class PerdurePredicates.NSExpression

@testable import Perdure

@Suite("Derivations as texts") struct ExpressionTextTests {
    /// A text, the type of its attribute, and what it means.
    struct Row: CustomTestStringConvertible, Sendable {
        let text: String
        let type: String
        let form: DerivationForm

        init(_ text: String, _ type: String, _ form: DerivationForm) {
            (self.text, self.type, self.form) = (text, type, form)
        }

        var testDescription: String { text }
    }

    static let rows = [
        Row("name", "String", .value(keys: ["name"], nil)),
        Row("owner.name", "String", .value(keys: ["owner", "name"], nil)),
        Row("uppercase:(name)", "String", .value(keys: ["name"], .uppercase)),
        Row("lowercase:(owner.name)", "String", .value(keys: ["owner", "name"], .lowercase)),
        Row("canonical:(name)", "String", .value(keys: ["name"], .canonical)),
        Row("items.@count", "Integer 64", .aggregate(.count, keys: ["items"])),
        Row("count:(items)", "Integer 64", .aggregate(.count, keys: ["items"])),
        Row("items.points.@sum", "Integer 64", .aggregate(.sum, keys: ["items", "points"])),
        Row("items.@sum.points", "Integer 64", .aggregate(.sum, keys: ["items", "points"])),
        Row("@sum.items.points", "Integer 64", .aggregate(.sum, keys: ["items", "points"])),
        Row("sum:(items.points)", "Integer 64", .aggregate(.sum, keys: ["items", "points"])),
        Row("items.@min.points", "Integer 64", .aggregate(.minimum, keys: ["items", "points"])),
        Row("items.points.@max", "Integer 64", .aggregate(.maximum, keys: ["items", "points"])),
        Row("max:(items.points)", "Integer 64", .aggregate(.maximum, keys: ["items", "points"])),
        Row("items.@avg.points", "Double", .aggregate(.average, keys: ["items", "points"])),
        Row("average:(items.points)", "Double", .aggregate(.average, keys: ["items", "points"])),
        Row("now()", "Date", .clock),
    ]

    private func source(_ row: Row) -> Data {
        Data(
            """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                <entity name="Box">
                    <attribute name="name" optional="YES" attributeType="String"/>
                    <attribute name="points" optional="YES" attributeType="Integer 64"/>
                    <attribute name="figure" optional="YES" attributeType="\(row.type)" derived="YES" \
            derivationExpression="\(row.text)"/>
                    <relationship name="items" optional="YES" toMany="YES" destinationEntity="Box" inverseName="owner" \
            inverseEntity="Box"/>
                    <relationship name="owner" optional="YES" maxCount="1" destinationEntity="Box" inverseName="items" \
            inverseEntity="Box"/>
                </entity>
            </model>
            """.utf8)
    }

    private func read(_ row: Row, _ folder: TemporaryFolder) throws -> NSManagedObjectModel {
        let url = folder.file("Boxes.xcdatamodel")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try source(row).write(to: url.appendingPathComponent("contents"))
        return try #require(NSManagedObjectModel(contentsOf: url))
    }

    private func form(_ model: NSManagedObjectModel) throws -> DerivationForm? {
        try model.validateForStore()
        try model.freeze()
        return model.schema.derivations.first?.form
    }

    private func form(of expression: NSExpression, like model: NSManagedObjectModel) throws -> DerivationForm?
    {
        let copy = try #require(model.copy(with: nil) as? NSManagedObjectModel)
        let figure = copy.entitiesByName["Box"]?.attributesByName["figure"] as? NSDerivedAttributeDescription
        figure?.derivationExpression = expression
        return try form(copy)
    }

    @Test("DER-10 to DER-16, DER-20 a text means the same wherever it stands", arguments: rows)
    func everywhere(_ row: Row) throws {
        let folder = try TemporaryFolder()
        let model = try read(row, folder)
        #expect(try form(of: NSExpression(format: row.text), like: model) == row.form)
        let compiled = folder.file("Boxes.mom")
        try model.archivedData().write(to: compiled)
        #expect(try form(try #require(NSManagedObjectModel(contentsOf: compiled))) == row.form)
        #expect(try form(model) == row.form)
        let figure = model.entitiesByName["Box"]?.attributesByName["figure"] as? NSDerivedAttributeDescription
        let printed = try #require(figure?.derivationExpression).description
        #expect(try form(of: NSExpression(format: printed), like: model) == row.form, "\(printed)")
    }

    @Test("DER-4 a derived attribute cannot be transient")
    func transient() throws {
        let model = TodoModel.make()
        model.entitiesByName["Item"]?.attributesByName["listName"]?.isTransient = true
        #expect(throws: (any Error).self) { try model.freeze() }
    }

    @Test("DER-20 a compiled model keeps @count as Apple's tools write it")
    func compiledCount() throws {
        let row = try #require(Self.rows.first { $0.text == "items.@count" })
        let folder = try TemporaryFolder()
        let model = try read(row, folder)
        let figure = model.entitiesByName["Box"]?.attributesByName["figure"] as? NSDerivedAttributeDescription
        #expect(figure?.derivationExpression?.node == .function(FunctionCall("count:", [.key("items")])))
    }
}
