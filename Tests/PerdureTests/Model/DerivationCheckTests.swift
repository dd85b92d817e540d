// SPDX-License-Identifier: Apache-2.0
// Which derivations a model may ask of a store, and what the others are refused with.

import Foundation
import PerdurePredicates
import Testing

@testable import Perdure

@Suite("Which derivations a store can compute")
struct DerivationCheckTests {
    private func refusal(
        _ node: ExpressionNode?, _ type: NSAttributeDescription.AttributeType = .string,
        of entity: String = "Person"
    ) throws -> String {
        let model = ModelSamples.company()
        let derived = NSDerivedAttributeDescription()
        derived.name = "derived"
        derived.type = type
        derived.derivationExpression = node.map { NSExpression(node: $0) }
        try #require(model.entitiesByName[entity]).properties.append(derived)
        do {
            try model.validateForStore()
            return ""
        } catch {
            #expect((error as NSError).code == NSPersistentStoreIncompatibleSchemaError)
            return (error as NSError).localizedDescription
        }
    }

    @Test("DER-10 copies of attributes on the entity and through to-one relationships")
    func copies() throws {
        #expect(try refusal(.key("name")) == "")
        #expect(try refusal(.key("employer", "name")) == "")
    }

    @Test("DER-11 string functions")
    func strings() throws {
        for name in ["uppercase:", "lowercase:", "canonical:"] {
            #expect(try refusal(.function(FunctionCall(name, [.key("name")]))) == "")
            #expect(try refusal(.function(FunctionCall(name, [.key("age")]))).contains("needs a string"))
        }
    }

    @Test("DER-13, DER-14 counts and sums, in both spellings")
    func aggregates() throws {
        #expect(try refusal(.key("staff", "@count"), .integer64, of: "Company") == "")
        #expect(
            try refusal(.function(FunctionCall("count:", [.key("staff")])), .integer64, of: "Company") == "")
        #expect(try refusal(.key("staff", "@sum", "age"), .integer64, of: "Company") == "")
        #expect(try refusal(.key("staff", "age", "@sum"), .integer64, of: "Company") == "")
        #expect(
            try refusal(.function(FunctionCall("sum:", [.key("staff", "age")])), .integer64, of: "Company")
                == "")
        #expect(try refusal(.key("staff", "@sum", "name"), of: "Company").contains("@sum needs a number"))
        #expect(try refusal(.key("employer", "@count"), .integer64).contains("to-many"))
    }

    @Test("DER-15 now()")
    func now() throws { #expect(try refusal(.function(FunctionCall("now", [])), .date) == "") }

    @Test("DER-13, DER-15 an attribute holds what its derivation gives")
    func types() throws {
        #expect(
            try refusal(.key("staff", "@count"), of: "Company").contains(
                "it gives numbers, and the attribute holds texts"))
        #expect(try refusal(.function(FunctionCall("now", []))).contains("it gives dates"))
        #expect(try refusal(.key("age")).contains("it gives numbers"))
        #expect(try refusal(.key("age"), .double) == "")
    }

    @Test("DER-16 minima, maxima and averages, beyond Apple's")
    func extremes() throws {
        for name in ["@min", "@max", "@avg"] {
            #expect(try refusal(.key("staff", name, "age"), .double, of: "Company") == "")
            #expect(try refusal(.key("staff", name, "name"), of: "Company").contains("needs a number"))
        }
    }

    @Test("MD-11, DER-17, DER-19 key paths that lead nowhere, or through a to-many")
    func badPaths() throws {
        #expect(try refusal(.key("shoe")).contains("\"shoe\" is no stored attribute of Person"))
        #expect(try refusal(.key("employer", "shoe")).contains("no stored attribute of Company"))
        #expect(try refusal(.key("shoe", "name")).contains("no stored relationship of Person"))
        #expect(try refusal(.key("staff", "name"), of: "Company").contains("\"staff\" leads to many objects"))
    }

    @Test("DER-10 data that may lie in files of their own are neither copied nor computed")
    func externalData() throws {
        for (isSource, reason) in [(true, "\"photo\" may lie in a file"), (false, "cannot lie in a file")] {
            let photo = NSAttributeDescription()
            photo.name = "photo"
            photo.type = .binaryData
            photo.allowsExternalBinaryDataStorage = isSource
            let copy = NSDerivedAttributeDescription()
            copy.name = "copy"
            copy.type = .binaryData
            copy.allowsExternalBinaryDataStorage = !isSource
            copy.derivationExpression = NSExpression(format: "photo")
            let person = NSEntityDescription()
            person.name = "Person"
            person.properties = [photo, copy]
            let model = NSManagedObjectModel()
            model.entities = [person]
            let error = #expect(throws: NSError.self) { try model.validateForStore() }
            #expect(error?.localizedDescription.contains(reason) == true)
            #expect(
                error?.localizedDescription.contains("switch allowsExternalBinaryDataStorage off") == true)
        }
    }

    /// Why an attribute of a type cannot be derived from another one; "" when it can.
    private func refusal(
        copying source: NSAttributeDescription, as type: NSAttributeDescription.AttributeType
    )
        -> String
    {
        source.name = "source"
        let copy = NSDerivedAttributeDescription()
        copy.name = "copy"
        copy.type = type
        copy.derivationExpression = NSExpression(format: "source")
        let model = ModelSamples.model(ModelSamples.entity("Person", [source, copy]))
        do {
            try model.validateForStore()
            return ""
        } catch {
            return (error as NSError).localizedDescription
        }
    }

    @Test("DER-10 an attribute copies values of its own type: others could not be read back")
    func plainCopies() throws {
        let types: [(type: NSAttributeDescription.AttributeType, words: String)] = [
            (.binaryData, "binary data"), (.uuid, "UUIDs"), (.uri, "URIs"),
            (.transformable, "transformable values"), (.string, "texts"),
        ]
        for given in types {
            for held in types {
                let source = NSAttributeDescription()
                source.type = given.type
                let found = refusal(copying: source, as: held.type)
                let wanted = "it gives \(given.words), and the attribute holds \(held.words)"
                #expect(given.type == held.type ? found == "" : found.contains(wanted), "\(found)")
            }
        }
    }

    @Test("DER-10 composites are neither copied nor computed")
    func composites() throws {
        let place = NSCompositeAttributeDescription()
        place.elements = [ModelSamples.attribute("street")]
        #expect(refusal(copying: place, as: .string).contains("\"source\" is a composite"))
        let text = NSAttributeDescription()
        text.type = .string
        #expect(refusal(copying: text, as: .composite).contains("a composite cannot be computed"))
    }

    /// A company whose name is derived, with transient attributes beside those that are stored.
    private func company(_ entity: String, _ expression: String, _ type: NSAttributeType) throws -> String {
        let model = ModelSamples.company()
        for name in ["Person", "Company"] {
            let copy = NSDerivedAttributeDescription()
            copy.name = "copy"
            copy.attributeType = .stringAttributeType
            copy.derivationExpression = NSExpression(format: "name")
            let figure = NSDerivedAttributeDescription()
            figure.name = "figure"
            figure.attributeType = .integer16AttributeType
            figure.derivationExpression = NSExpression(format: name == "Person" ? "age" : "staff.@count")
            model.entitiesByName[name]?.properties += [
                copy, figure, ModelSamples.attribute("note") { $0.isTransient = true },
                ModelSamples.attribute("worth", .integer16) { $0.isTransient = true },
            ]
        }
        let derived = NSDerivedAttributeDescription()
        derived.name = "derived"
        derived.attributeType = type
        derived.derivationExpression = NSExpression(format: expression)
        try #require(model.entitiesByName[entity]).properties.append(derived)
        let error = #expect(throws: NSError.self) { try model.validateForStore() }
        #expect(error?.code == NSPersistentStoreIncompatibleSchemaError)
        return error?.localizedDescription ?? ""
    }

    @Test(
        "DER-18 no form depends on a derived or a transient attribute, its own, another entity's or a member's",
        arguments: [
            ("Person", "copy", "Person"), ("Person", "note", "Person"),
            ("Person", "employer.copy", "Company"),
            ("Person", "employer.note", "Company"), ("Person", "uppercase:(copy)", "Person"),
            ("Person", "lowercase:(note)", "Person"), ("Person", "canonical:(employer.copy)", "Company"),
            ("Boss", "copy", "Boss"), ("Boss", "employer.note", "Company"),
        ])
    func dependentTexts(entity: String, expression: String, owner: String) throws {
        let reason = try company(entity, expression, .stringAttributeType)
        let name = expression.contains("copy") ? "copy" : "note"
        #expect(reason.contains("\"\(name)\" is no stored attribute of \(owner)"), "\(reason)")
        #expect(reason.contains("\(entity).derived"), "\(reason)")
    }

    @Test(
        "DER-18 no figure depends on derived or transient attributes of members",
        arguments: ["figure", "worth"], ["sum", "min", "max", "average"])
    func dependentFigures(name: String, function: String) throws {
        let reason = try company("Company", "\(function):(staff.\(name))", .integer64AttributeType)
        #expect(reason.contains("\"\(name)\" is no stored attribute of Person"), "\(reason)")
        let path = function == "average" ? "@avg" : "@\(function)"
        for expression in ["staff.\(path).\(name)", "staff.\(name).\(path)"] {
            #expect(try company("Company", expression, .integer64AttributeType) == reason)
        }
    }

    @Test("DER-6, DER-16, DER-18 no expression, other functions, derived attributes")
    func refused() throws {
        #expect(try refusal(nil).contains("it has no derivationExpression"))
        #expect(try refusal(.function(FunctionCall("median:", [.key("age")]))).contains("median:"))
        #expect(try refusal(.constant(.integer(5))).contains("write a key path"))
        #expect(try refusal(.key("derived")).contains("no stored attribute"))
    }
}
