// SPDX-License-Identifier: Apache-2.0
// The compiled mapping model of Apple's tools: read wholly, and written with the same keys. Skipped where it is absent.

import CoreData
import PerdureModelFormat
import PerdurePropertyList
import PerdureTestSupport
import Testing

@Suite("Compiled mapping models", .enabled(if: Fixtures.isAvailable, "\(Fixtures.absence)"))
struct CompiledMappingTests {
    private static let url = Fixtures.url("mappings/alemar11__CoreDataPlus/V2toV3.cdm")

    @Test("MIG-70 the mappings of a file have their order, names, types and policies")
    func reads() throws {
        let model = try #require(NSMappingModel(contentsOf: Self.url))
        let facts = model.entityMappings.map {
            "\($0.name ?? "") \($0.mappingType.rawValue) \($0.sourceEntityName ?? "–") \($0.destinationEntityName ?? "–") "
                + "\($0.entityMigrationPolicyClassName ?? "–")"
        }
        let policy = "REPLACE_AT_RUNTIME.V2to3MakerPolicy"
        #expect(
            facts == [
                "CarToCar 1 Car Car \(policy)", "LuxuryCarToLuxuryCar 1 LuxuryCar LuxuryCar \(policy)",
                "PersonToPerson 4 Person Person –", "SportCarToSportCar 1 SportCar SportCar \(policy)",
                "Maker 2 – Maker –",
            ])
        #expect(model.entityMappingsByName.count == 5)
        let maker = try #require(model.entityMappings.last)
        #expect(maker.sourceExpression == nil && maker.sourceEntityVersionHash == nil)
        #expect(maker.destinationEntityVersionHash?.count == 32)
    }

    @Test("MIG-72 expressions are read as trees, inherited properties in every subentity's mapping")
    func readsExpressions() throws {
        let model = try #require(NSMappingModel(contentsOf: Self.url))
        let car = try #require(model.entityMappingsByName["LuxuryCarToLuxuryCar"])
        #expect(
            car.sourceExpression?.description
                == "FETCH(FUNCTION($manager, \"fetchRequestForSourceEntityNamed:predicateString:\", \"LuxuryCar\", "
                + "\"TRUEPREDICATE\"), $manager.sourceContext, 0)")
        #expect(
            car.attributeMappings?.map(\.name)
                == ["isLimitedEdition", "markedForDeletionAsOf", "model", "numberPlate"])
        #expect(car.attributeMappings?.last?.valueExpression == NSExpression(format: "$source.numberPlate"))
        #expect(car.relationshipMappings?.map(\.name) == ["createdBy", "owner", "previousOwners"])
        #expect(car.relationshipMappings?.first?.valueExpression == nil)
        #expect(
            car.relationshipMappings?.last?.valueExpression
                == NSExpression(
                    format:
                        "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", "
                        + "\"PersonToPerson\", $source.owner)"))
    }

    @Test("MIG-71 writing gives the same objects, keys and values")
    func writesSameKeys() throws {
        let data = try Data(contentsOf: Self.url)
        let document = try MappingFile.read(data: data)
        let written = try CompiledMappingWriter.write(document)
        #expect(try MappingFile.read(data: written) == document)
        let (one, other) = (try KeyedArchive(data), try KeyedArchive(written))
        let expected = try Self.lines(one, .uid(try one.root()))
        #expect(expected.count > 500)
        #expect(try Self.lines(other, .uid(try other.root())) == expected)
        let model = try NSMappingModel(archivedData: data)
        #expect(try MappingFile.read(data: try model.archivedData()) == document)
    }

    /// An archived object with all that it holds, as lines: the numbers of objects do not matter.
    private static func lines(
        _ archive: KeyedArchive, _ field: PropertyListValue, _ indent: String = ""
    ) throws -> [String] {
        switch try archive.resolve(field) {
        case .null: return ["\(indent)null"]
        case .value(let value): return ["\(indent)\(value)"]
        case .instance(let instance):
            // Mutability of an array of arguments is an accident of the tool.
            let classes = instance.classes.filter { $0 != "NSMutableArray" }
            var result = ["\(indent)\(classes)"]
            // The order of a dictionary is none.
            if instance.isKind(of: "NSDictionary") {
                return result + (try archive.namedEntries(field) ?? [:]).keys.sorted()
            }
            for (name, value) in instance.fields.sorted(by: { $0.key < $1.key }) {
                result.append("\(indent)\(name)")
                for element in value.arrayValue ?? [value] {
                    result += try lines(archive, element, indent + " ")
                }
            }
            return result
        }
    }
}
