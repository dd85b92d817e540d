// SPDX-License-Identifier: Apache-2.0
// What a batch update refuses: with an error that names the key, and nothing written.

import Foundation
import Perdure
import PerdureBatches
import PerdureTestSupport
import Testing

@Suite("Refused batch updates") struct UpdateRefusalTests {
    private func expectUntouched(_ depot: Depot, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let versions = try depot.versions()
        #expect(versions == [1, 1, 1, 1], sourceLocation: sourceLocation)
    }

    @Test(
        "STO-163 keys and values that do not fit are typed errors",
        arguments: [
            ("nothing", 1 as Int?, "no such property"), ("passing", nil, "transient"),
            ("loud", nil, "derived"), ("marks", nil, "to-many"), ("twin", 1, "to-one"),
            ("place.city", 1, "no such element"), ("points.x", 1, "no such element"),
            ("name", 1, "Unacceptable type"), ("place", 1, "Unacceptable type"), ("owner", 1, "permanent ID"),
        ], Stack.Kind.lasting)
    func keys(_ refused: (key: String, value: Int?, words: String), _ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let error = #expect(throws: CoreDataException.self) {
            try depot.update([refused.key: refused.value.map { $0 as Any } ?? NSNull(), "size": 1])
        }
        #expect(error?.name == .invalidArgumentException)
        #expect(error?.reason.contains(refused.words) == true, "\(error?.reason ?? "")")
        try expectUntouched(depot)
    }

    @Test(
        "STO-163 expressions that have no place in a row are typed errors",
        arguments: [
            ("points", "owner.name", "owner.name"), ("points", "name", "a string"),
            ("name", "points", "a number"), ("points", "items", "items"), ("points", "owner", "owner"),
            ("size", "marks.@count", "marks.@count"), ("points", "SELF", "SELF"), ("points", "$x", "$x"),
            ("points", "stddev:({1, 2})", "stddev"), ("photo", "data", "external"),
            ("data", "photo", "data"), ("owner", "owner", "object ID"), ("place", "place", "place"),
            ("points", "{points, 2}", "no single value"), ("date", "points", "a number"),
            ("points", "date", "a date"), ("uid", "name", "a string"),
        ], Stack.Kind.lasting)
    func expressions(_ refused: (key: String, format: String, words: String), _ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let error = #expect(throws: CoreDataException.self) {
            try depot.update([refused.key: NSExpression(format: refused.format)])
        }
        #expect(error?.name == .invalidArgumentException)
        #expect(error?.reason.contains(refused.words) == true, "\(error?.reason ?? "")")
        try expectUntouched(depot)
    }

    @Test(
        "STO-163 numbers that do not fit are 1550 with the key, and nothing is written",
        arguments: Stack.Kind.lasting)
    func ranges(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        // The last result is a fraction in every row, which is cut off before the look at the range.
        let expressions = ["points * 20000", "points * 40000.5", "1e30 * points", "points + 40000.5"]
        for value in [40_000] + expressions.map({ NSExpression(format: $0) }) as [Any] {
            let error = #expect(throws: NSError.self) { try depot.update(["points": value]) }
            #expect(error?.code == NSManagedObjectValidationError && error?.domain == NSCocoaErrorDomain)
            #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "points")
            try expectUntouched(depot)
        }
        let error = #expect(throws: NSError.self) {
            try depot.update(["rank": NSExpression(format: "9223372036854775807 + points")], "name == 'a'")
        }
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "rank")
        try expectUntouched(depot)
    }

    @Test(
        "STO-163 values that must be unique are 133021 with the constraint, and nothing is written",
        arguments: Stack.Kind.lasting)
    func constraints(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        for value in [1, NSExpression(format: "points - points + 1"), NSExpression(format: "rank / 2")]
            as [Any]
        {
            let error = #expect(throws: NSError.self) { try depot.update(["size": 1, "rank": value]) }
            #expect(error?.code == NSManagedObjectConstraintMergeError)
            #expect(error?.localizedDescription.contains("rank") == true)
            try expectUntouched(depot)
        }
    }

    @Test(
        "STO-163 no properties, two keys for one, an unknown entity and a bad predicate are typed errors",
        arguments: Stack.Kind.lasting)
    func requests(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        #expect(throws: CoreDataException.self) { try depot.update(nil) }
        #expect(throws: CoreDataException.self) { try depot.update([:]) }
        #expect(throws: CoreDataException.self) { try depot.update(["place": NSNull(), "place.number": 1]) }
        #expect(throws: CoreDataException.self) { try depot.update(["size": 1], entity: "Nothing") }
        #expect(throws: CoreDataException.self) { try depot.update(["size": 1], "nothing == 1") }
        #expect(throws: CoreDataException.self) { try depot.update(["size": 1], "points == $x") }
        try expectUntouched(depot)
    }

    @Test(
        "STO-163 a destination that is not stored, or of another entity, is refused",
        arguments: Stack.Kind.lasting)
    func destinations(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let context = depot.context
        let (gone, item, new) = try context.performAndWait {
            let gone = try depot.owner("second", in: context)
            let id = gone.objectID
            context.delete(gone)
            try context.save()
            return (id, try depot.item("a", in: context).objectID, context.insert("Owner").objectID)
        }
        let error = #expect(throws: NSError.self) { try depot.update(["owner": gone]) }
        #expect(error?.code == NSManagedObjectValidationError)
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "owner")
        for id in [item, new] {
            #expect(throws: CoreDataException.self) { try depot.update(["owner": id]) }
        }
        try expectUntouched(depot)
    }

    @Test(
        "STO-169 a store that is no SQL store refuses with 134091, and no other store is written",
        arguments: Stack.Kind.lasting)
    func otherStores(_ kind: Stack.Kind) throws {
        let memory = try Depot(.inMemory)
        let error = #expect(throws: NSError.self) { try memory.update(["size": 1]) }
        #expect(error?.code == NSPersistentStoreUnsupportedRequestTypeError)
        #expect(error?.domain == NSCocoaErrorDomain)
        let depot = try Depot(kind)
        let other = try depot.stack.coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let mixed = #expect(throws: NSError.self) { try depot.update(["size": 1]) }
        #expect(mixed?.code == NSPersistentStoreUnsupportedRequestTypeError)
        #expect(mixed?.userInfo[NSAffectedStoresErrorKey] as? [NSPersistentStore] == [other])
        try expectUntouched(depot)
        #expect(try depot.update(["size": 1]) { $0.affectedStores = [depot.stack.store] }.result as? Int == 4)
    }

    @Test(
        "STO-160 a read-only store and a coordinator without stores are errors", arguments: Stack.Kind.lasting
    )
    func unwritable(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let place = try #require(depot.stack.place)
        let readOnly = try Stack(at: place, Depot.model(), options: [NSReadOnlyPersistentStoreOption: true])
        let request = NSBatchUpdateRequest(entityName: "Item")
        request.propertiesToUpdate = ["size": 1]
        let context = readOnly.context()
        let error = #expect(throws: NSError.self) {
            try context.performAndWait { try context.execute(request) }
        }
        #expect(error?.code == CocoaError.fileWriteNoPermission.rawValue)
        try readOnly.coordinator.remove(readOnly.store)
        #expect(throws: CoreDataException.self) {
            try context.performAndWait { try context.execute(request) }
        }
        try expectUntouched(depot)
    }
}
