// SPDX-License-Identifier: Apache-2.0
// Models of declared classes: what is in them, what is added, what is refused.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Models that classes declare")
struct DeclaredModelTests {
    private func described() throws -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch("Opinion", .attribute("text"), .toOne("film", "Screening", inverse: "opinions")),
            EntitySketch(
                "Production", unique: [["title"]], .attribute("title", isOptional: false),
                .attribute("settings", .transformableAttributeType, isOptional: false)),
            EntitySketch(
                "Screening", parent: "Production", .attribute("stars", .integer16AttributeType),
                .attribute("status", isOptional: false),
                .attribute("tags", .transformableAttributeType, isOptional: false),
                Self.location,
                .attribute("mood", .undefinedAttributeType, isTransient: true),
                .toMany("opinions", "Opinion", inverse: "film")))
        model.entitiesByName["Production"]?.isAbstract = true
        return model
    }

    /// A composite counts by its elements.
    private static var location: PropertySketch {
        .composite(
            "location", [],
            inner: [
                .attribute("street", isOptional: false), .attribute("zip"),
                .attribute("floor", .integer32AttributeType, isOptional: false),
                .attribute("status", isOptional: false),
                .composite(
                    "point", [],
                    inner: [
                        .attribute("x", .doubleAttributeType, isOptional: false),
                        .attribute("y", .doubleAttributeType),
                    ]),
            ])
    }

    @Test("MOD-23 a declared model has the version hashes of the same model described by hand")
    func hashes() throws {
        let declared = NSManagedObjectModel(for: Screening.self)
        #expect(declared.entityVersionHashesByName == (try described()).entityVersionHashesByName)
    }

    @Test("Making a model twice gives equal models")
    func twice() {
        let first = NSManagedObjectModel(for: Screening.self, Opinion.self)
        let second = NSManagedObjectModel(for: [Screening.self, Opinion.self])
        #expect(first.document == second.document)
        #expect(first.versionChecksum == second.versionChecksum)
    }

    @Test("Superclasses and destinations are added by themselves")
    func completion() {
        let model = NSManagedObjectModel(for: Screening.self)
        #expect(Set(model.entitiesByName.keys) == ["Screening", "Production", "Opinion"])
        #expect(model.entitiesByName["Screening"]?.superentity === model.entitiesByName["Production"])
        #expect(model.entitiesByName["Production"]?.isAbstract == true)
    }

    @Test("MOD-156 an inverse that one side names is completed at the other")
    func inverses() {
        let model = NSManagedObjectModel(for: Screening.self)
        let opinions = model.entitiesByName["Screening"]?.relationshipsByName["opinions"]
        let film = model.entitiesByName["Opinion"]?.relationshipsByName["film"]
        #expect(film?.inverseRelationship === opinions)
        #expect(opinions?.inverseRelationship === film)
        #expect(opinions?.deleteRule == .cascadeDeleteRule)
        #expect(film?.maxCount == 1)
        #expect(opinions?.maxCount == 0)
    }

    @Test("Constraints, indexes, configurations, names and limits are in the model")
    func details() throws {
        let model = NSManagedObjectModel(for: Screening.self)
        let film = try #require(model.entitiesByName["Screening"])
        let work = try #require(model.entitiesByName["Production"])
        #expect(work.uniquenessConstraints as? [[String]] == [["title"]])
        let index = try #require(film.indexes.first)
        #expect(index.elements.map(\.propertyName) == ["stars", "title"])
        #expect(index.elements.map(\.isAscending) == [true, false])
        #expect(index.elements.last?.property === work.attributesByName["title"])
        #expect(index.partialIndexPredicate == NSPredicate(format: "stars > 1"))
        #expect(model.configurations == ["Cinema"])
        #expect(model.entities(forConfigurationName: "Cinema") == [film])
        #expect(film.userInfo as? [String: String] == ["kind": "moving"])
        let opinion = model.entitiesByName["Opinion"]
        #expect(opinion?.attributesByName["text"]?.renamingIdentifier == "words")
        #expect(work.attributesByName["title"]?.validationPredicates == [NSPredicate(format: "length <= 80")])
        #expect(work.attributesByName["title"]?.validationWarnings as? [Int] == [1660])
    }

    @Test("MOD-130 a struct of plain members is a composite attribute, its members the elements")
    func composites() throws {
        let film = try #require(NSManagedObjectModel(for: Screening.self).entitiesByName["Screening"])
        let location = try #require(film.attributesByName["location"] as? NSCompositeAttributeDescription)
        #expect(location.elements.map(\.name) == ["street", "zip", "floor", "status", "point"])
        #expect(
            location.elements.map(\.attributeType) == [
                .stringAttributeType, .stringAttributeType, .integer32AttributeType, .stringAttributeType,
                .compositeAttributeType,
            ])
        #expect(location.elements.map(\.isOptional) == [false, true, false, false, false])
        // Nil is the initial value of the property, so no element has one.
        #expect(location.elements.allSatisfy { $0.defaultValue == nil })
    }

    @Test("MOD-55 of a class in several models, the context decides; without one, the last model")
    func severalModels() throws {
        let first = try Stack(.inMemory, NSManagedObjectModel(for: Screening.self))
        let second = try Stack(.inMemory, NSManagedObjectModel(for: Screening.self))
        let contexts = (first.context(), second.context())
        let old = Screening(context: contexts.0)
        let new = Screening(context: contexts.1)
        #expect(old.entity.managedObjectModel === first.coordinator.managedObjectModel)
        #expect(new.entity.managedObjectModel === second.coordinator.managedObjectModel)
        #expect(Screening.entity().name == "Screening")
        #expect(try contexts.0.fetch(Screening.fetchRequest()) == [old])
    }

    @Test("MOD-53 the class is found by the entity, also a class in a function")
    func classInFunction() throws {
        final class Note: NSManagedObject {
            override class var _entityDeclaration: EntityDeclaration? {
                EntityDeclaration(
                    "Note", of: Note.self, properties: [.attribute("text", as: String.self, isOptional: true)]
                )
            }
        }
        let stack = try Stack(.inMemory, NSManagedObjectModel(for: Note.self))
        let context = stack.context()
        #expect(NSEntityDescription.insertNewObject(forEntityName: "Note", into: context) is Note)
    }
}

@Suite("What declarations are refused for")
struct DeclarationErrorTests {
    private func reason(_ types: NSManagedObject.Type...) -> String? {
        do {
            _ = try NSManagedObjectModel.declared(by: types)
            return nil
        } catch { return (error as? CoreDataException)?.reason }
    }

    @Test("A class without a declaration is named")
    func none() {
        final class Bare: NSManagedObject {}
        #expect(reason(Bare.self)?.contains("Bare declares no entity") == true)
        final class Sub: Parent {}
        class Parent: NSManagedObject {
            override class var _entityDeclaration: EntityDeclaration? {
                EntityDeclaration("Parent", of: Parent.self, properties: [])
            }
        }
        #expect(reason(Sub.self)?.contains("Sub declares no entity") == true)
    }

    @Test("MD-1 two classes with one entity name are named")
    func sameName() {
        final class A: NSManagedObject {
            override class var _entityDeclaration: EntityDeclaration? {
                EntityDeclaration("Same", of: A.self, properties: [])
            }
        }
        final class B: NSManagedObject {
            override class var _entityDeclaration: EntityDeclaration? {
                EntityDeclaration("Same", of: B.self, properties: [])
            }
        }
        #expect(reason(A.self, B.self)?.contains("both declare the entity \"Same\"") == true)
    }

    @Test("MD-4 an inverse that is no relationship, or another one's inverse, is refused")
    func wrongInverse() {
        final class Left: NSManagedObject {
            override class var _entityDeclaration: EntityDeclaration? {
                EntityDeclaration(
                    "Left", of: Left.self,
                    properties: [.relationship("right", to: Right.self, inverse: "missing")])
            }
        }
        final class Right: NSManagedObject {
            override class var _entityDeclaration: EntityDeclaration? {
                EntityDeclaration("Right", of: Right.self, properties: [])
            }
        }
        #expect(
            reason(Left.self)
                == "The property \"Left.right\": its inverse \"missing\" is no relationship of the "
                + "entity \"Right\"; add it there, or choose another inverse.")
        final class Two: NSManagedObject {
            override class var _entityDeclaration: EntityDeclaration? {
                EntityDeclaration(
                    "Two", of: Two.self,
                    properties: [
                        .relationship("a", to: Two.self, inverse: "c"),
                        .relationship("b", to: Two.self, inverse: "c"), .relationship("c", to: Two.self),
                    ])
            }
        }
        #expect(
            reason(Two.self)
                == "The property \"Two.b\": its inverse \"Two.c\" names \"Two.a\" as its own inverse; "
                + "make each the inverse of the other.")
    }

    @Test("A composite value with a member that is no plain value is refused by the member's name")
    func badMember() {
        struct Bad: CompositeValue { var list: [Int] = [] }
        final class Holder: NSManagedObject {
            override class var _entityDeclaration: EntityDeclaration? {
                EntityDeclaration(
                    "Holder", of: Holder.self, properties: [.attribute("bad", as: Bad.self, isOptional: true)]
                )
            }
        }
        let text = reason(Holder.self)
        #expect(text?.contains("the member \"list\" is a Array<Int>") == true)
        #expect(text?.contains("Holder") == true)
    }

    @Test("Options that a property cannot have, unreadable predicates and unknown index members are refused")
    func details() {
        final class Odd: NSManagedObject {
            override class var _entityDeclaration: EntityDeclaration? {
                EntityDeclaration(
                    "Odd", of: Odd.self,
                    properties: [.relationship("next", to: Odd.self, options: [.externalStorage])])
            }
        }
        #expect(reason(Odd.self)?.contains("\"next\" is no attribute") == true)
        final class Bad: NSManagedObject {
            override class var _entityDeclaration: EntityDeclaration? {
                EntityDeclaration(
                    "Bad", of: Bad.self,
                    properties: [
                        .attribute("n", as: Int.self, options: [.validation("SELF >", "no")])
                    ])
            }
        }
        #expect(reason(Bad.self)?.contains("\"SELF >\" of the property \"n\"") == true)
        final class Lost: NSManagedObject {
            override class var _entityDeclaration: EntityDeclaration? {
                EntityDeclaration("Lost", of: Lost.self, properties: [], indexes: [.index("byX", on: "x")])
            }
        }
        #expect(
            reason(Lost.self)?.contains(
                "The property \"Lost.x\": the index \"byX\" names this, which is no property") == true)
    }
}
