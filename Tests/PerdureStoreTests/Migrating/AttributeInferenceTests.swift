// SPDX-License-Identifier: Apache-2.0
// What becomes of the values of attributes, cell by cell of the table.

import Foundation
import PerdurePredicates
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Inference for attributes") struct AttributeInferenceTests {
    /// The origin of an attribute that was another one; nil for what is added.
    private func origin(of new: PropertyDefinition, from old: PropertyDefinition?) throws -> AttributeOrigin {
        try migration([entity("A", attribute("key")).with(old)], [entity("A", attribute("key")).with(new)])
            .attribute("A", new.name)
    }

    @Test("MGI-1 the same attribute is kept, whatever its default value")
    func keeps() throws {
        #expect(try origin(of: attribute("x"), from: attribute("x")).isKept)
        let old = attribute("x", optional: false, default: .string("a"))
        #expect(try origin(of: attribute("x", optional: false, default: .string("b")), from: old).isKept)
        #expect(try origin(of: attribute("x", default: .string("b")), from: old).isKept)
    }

    @Test(
        "MGI-1 an added attribute is filled with its default, an empty text too; without one it must be optional"
    )
    func adds() throws {
        #expect(try origin(of: attribute("x"), from: nil).nulls == .kept)
        #expect(
            try origin(of: attribute("x", default: .string("a")), from: nil).nulls == .filled(.string("a")))
        let empty = attribute("x", optional: false, default: .string(""))
        #expect(try origin(of: empty, from: nil).nulls == .filled(.string("")))
        let added = try migration([entity("A")], [entity("A", attribute("x", optional: false))])
        #expect(try added.attribute("A", "x").nulls == .checked)
        #expect(added.rowChecks == [.value(entity: 1, path: [0])])
    }

    @Test("MGI-1 an attribute that becomes required is filled, or rows without a value fail")
    func requires() throws {
        let filled = try origin(
            of: attribute("x", optional: false, default: .string("a")), from: attribute("x"))
        #expect(filled.nulls == .filled(.string("a")))
        #expect(try origin(of: attribute("x", optional: false), from: attribute("x")).nulls == .checked)
        #expect(try origin(of: attribute("x"), from: attribute("x", optional: false)).isKept)
    }

    @Test("MGI-2 numbers and booleans convert among themselves, nothing else does")
    func converts() throws {
        let numbers: Set<StoredAttributeType> = [
            .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean,
        ]
        for old in StoredAttributeType.allCases {
            for new in StoredAttributeType.allCases {
                let found = try refusals(
                    [entity("A", attribute("x", old))], [entity("A", attribute("x", new))])
                let isAllowed = old == new || (numbers.contains(old) && numbers.contains(new))
                let text = "A.x: Source and destination attribute types are incompatible"
                #expect(found == (isAllowed ? [] : [text]), "\(old) to \(new)")
                guard isAllowed, old != new else { continue }
                let conversion = try origin(of: attribute("x", new), from: attribute("x", old)).conversion
                #expect(conversion?.from == old && conversion?.to == new)
            }
        }
    }

    @Test(
        "MGI-2 narrower numbers may not fit, and fractions are lost",
        arguments: [
            (StoredAttributeType.integer16, StoredAttributeType.integer64, false, true),
            (.integer64, .integer16, true, false), (.integer64, .double, false, false),
            (.integer32, .double, false, true), (.double, .integer32, true, false),
            (.double, .float, true, false), (.float, .double, false, true),
            (.boolean, .integer16, false, true), (.integer16, .boolean, false, false),
            (.decimal, .double, true, false), (.double, .decimal, true, false),
        ])
    func narrows(
        old: StoredAttributeType, new: StoredAttributeType, mayNotFit: Bool, keepsValues: Bool
    ) throws {
        let inferred = try migration([entity("A", attribute("x", old))], [entity("A", attribute("x", new))])
        #expect(inferred.rowChecks == (mayNotFit ? [.range(entity: 1, path: [0])] : []))
        #expect(inferred.lost == (keepsValues ? [] : ["A.x precision"]))
    }

    @Test("MGI-3 external storage, preservation and transience change where values lie")
    func movesValues() throws {
        let external = attribute("x", .binary) { $0.allowsExternalStorage = true }
        #expect(try origin(of: external, from: attribute("x", .binary)).files == .allowed)
        #expect(try origin(of: attribute("x", .binary), from: external).files == .readBack)
        let preserved = attribute("x") { $0.isPreserved = true }
        #expect(try origin(of: preserved, from: attribute("x")).preservation == true)
        #expect(try origin(of: attribute("x"), from: preserved).preservation == false)
        var transient = attribute("x")
        transient.isTransient = true
        #expect(try origin(of: attribute("x"), from: transient).source == nil)
        let inferred = try migration([entity("A", attribute("x"))], [entity("A", transient)])
        #expect(try inferred.origin("A", "x") == .transient)
        #expect(inferred.lost == ["A.x values"])
    }

    @Test("MGI-3 plain attributes become derived ones and the other way round")
    func derives() throws {
        let derived = attribute("x") { $0.derivation = .key("key") }
        let other = attribute("x") { $0.derivation = .function(FunctionCall("uppercase:", [.key("key")])) }
        #expect(try origin(of: derived, from: attribute("x")).isComputedAnew)
        #expect(try origin(of: other, from: derived).isComputedAnew)
        #expect(try origin(of: derived, from: nil).isComputedAnew)
        #expect(try origin(of: derived, from: derived).isKept)
        #expect(try origin(of: attribute("x"), from: derived).isKept)
    }

    @Test("MIG-148 deltas stay with an attribute of the same kind of merging")
    func dropsDeltas() throws {
        let counter = attribute("x", .integer64) { $0.merge = MergeRule(.counter, type: .integer64) }
        let value = attribute("x", .integer64) { $0.merge = MergeRule(.value, type: .integer64) }
        #expect(try origin(of: counter, from: counter).isKept)
        #expect(try origin(of: value, from: counter).dropsDeltas)
        #expect(try origin(of: attribute("x", .integer64), from: counter).dropsDeltas)
        #expect(try origin(of: counter, from: attribute("x", .integer64)).isKept)
    }

    @Test(
        "MGI-1 MRG-71 counters and whole values are filled as all others; sets and dictionaries begin empty")
    func fillsMerging() throws {
        func merging(
            _ kind: MergeKind, _ type: StoredAttributeType, optional: Bool = false, _ value: ConstantValue?
        ) -> PropertyDefinition {
            attribute("x", type, optional: optional, default: value) {
                $0.merge = MergeRule(kind, type: type)
                $0.merge?.isOptional = optional
            }
        }
        let zero = ConstantValue.integer(0)
        let counter = merging(.counter, .integer64, zero)
        #expect(try origin(of: counter, from: nil).nulls == .filled(zero))
        let former = merging(.counter, .integer64, optional: true, nil)
        #expect(try origin(of: counter, from: former).nulls == .filled(zero))
        #expect(try origin(of: counter, from: attribute("x", .integer64)).nulls == .filled(zero))
        let optional = merging(.counter, .integer64, optional: true, zero)
        #expect(try origin(of: optional, from: nil).nulls == .filled(zero))
        let whole = merging(.value, .string, .string("red"))
        #expect(try origin(of: whole, from: nil).nulls == .filled(.string("red")))
        for kind in [MergeKind.set, .dictionary] {
            let parts = merging(kind, .binary, optional: true, .data(Data([1])))
            #expect(try origin(of: parts, from: nil).nulls == .kept)
        }
        // The value of a transformable attribute lies in an archive.
        let archived = merging(.value, .transformable, optional: true, .string("red"))
        #expect(try origin(of: archived, from: nil).nulls == .kept)
        let archive = ConstantValue.data(Data([1]))
        let filled = merging(.value, .transformable, optional: true, archive)
        #expect(try origin(of: filled, from: nil).nulls == .filled(archive))
    }

    @Test("MIG-54 elements of composites pair inside of them, at every depth")
    func pairsElements() throws {
        func address(_ elements: PropertyDefinition...) -> PropertyDefinition {
            attribute("x", .composite) { $0.elements = elements }
        }
        let place = attribute("place", .composite) { $0.elements = [attribute("lat", .float)] }
        let spot = attribute("spot", .composite, from: "place") { $0.elements = [attribute("lat", .double)] }
        let found = try origin(
            of: address(attribute("town", from: "city"), spot, attribute("zip", default: .string("?"))),
            from: address(place, attribute("city"), attribute("street")))
        #expect(found.elements.map(\.source) == [1, 0, nil])
        #expect(found.elements.map(\.isRenamed) == [true, true, false])
        #expect(found.elements[1].elements[0].conversion?.to == .double)
        #expect(found.elements[2].nulls == .filled(.string("?")))
        #expect(found.removedElements == [2])
        let refused = try refusals(
            [entity("A", address(attribute("city")))], [entity("A", address(attribute("city", .date)))])
        #expect(refused == ["A.x.city: Source and destination attribute types are incompatible"])
    }

    @Test("MIG-54 an only element that is named as its composite has the composite's former name in a source")
    func pairsOnlyElements() throws {
        func composite(_ name: String, from former: String?, _ element: PropertyDefinition)
            -> PropertyDefinition
        {
            attribute(name, .composite, from: former) { $0.elements = [element] }
        }
        let silent = composite("grade", from: "rank", attribute("grade"))
        let telling = composite("grade", from: "rank", attribute("grade", from: "rank"))
        let first = composite("rank", from: nil, attribute("rank"))
        for old in [silent, telling, first] {
            #expect(try origin(of: telling, from: old).elements.map(\.source) == [0])
        }
        #expect(try origin(of: silent, from: telling).elements.map(\.source) == [0])
        #expect(try origin(of: silent, from: silent).elements.map(\.source) == [0])
        #expect(try origin(of: silent, from: first).elements.map(\.source) == [nil])
    }

    @Test("MIG-54 a composite does not become a plain attribute")
    func refusesPlainComposites() throws {
        let composite = attribute("x", .composite) { $0.elements = [attribute("city")] }
        #expect(try refusals([entity("A", composite)], [entity("A", attribute("x"))]).count == 1)
        #expect(try refusals([entity("A", attribute("x"))], [entity("A", composite)]).count == 1)
    }

    @Test("MGI-3 an attribute that becomes a relationship is removed and added")
    func becomesRelationship() throws {
        let inferred = try migration(
            [entity("A", attribute("x"))], [entity("A", relationship("x", to: "A"))])
        #expect(try inferred.relationship("A", "x").source == nil)
        #expect(inferred.lost == ["A.x values"])
    }
}

extension EntityDefinition {
    /// The entity with one more property.
    fileprivate func with(_ property: PropertyDefinition?) -> EntityDefinition {
        var copy = self
        if let property { copy.properties.append(property) }
        return copy
    }
}
