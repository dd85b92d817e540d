// SPDX-License-Identifier: Apache-2.0
// Several validation predicates of one property: each that fails is reported.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Several validation predicates") struct SeveralPredicatesTests {
    private func stage() throws -> (Stack, NSManagedObjectContext) {
        let model = NSManagedObjectModel(EntitySketch("Code", .attribute("text"), .attribute("name")))
        model.entitiesByName["Code"]?.attributesByName["text"]?.setValidationPredicates(
            ["length >= 3", "length <= 5", "SELF MATCHES '[0-9]*'"].map { NSPredicate(format: $0) },
            withValidationWarnings: [1670, 1660, "digits only"] as [Any])
        let stack = try Stack(.inMemory, model)
        return (stack, stack.context())
    }

    @Test(
        "PRG-47 each failing predicate is an error of its own",
        arguments: [
            ("1234", []), ("12", [1670]), ("ab", [1550, 1670]), ("abcdef", [1550, 1660]), ("abcd", [1550]),
        ] as [(String, [Int])])
    func save(_ text: String, _ codes: [Int]) throws {
        let (stack, context) = try stage()
        defer { withExtendedLifetime(stack) {} }
        let object = context.insert("Code", ["text": text])
        var error: NSError?
        do { try context.save() } catch let thrown { error = thrown as NSError }
        let details = error?.userInfo[NSDetailedErrorsKey] as? [NSError]
        #expect(error?.code == (codes.isEmpty ? nil : codes.count == 1 ? codes[0] : 1560))
        #expect((details ?? error.map { [$0] } ?? []).map(\.code).sorted() == codes)
        for detail in details ?? [] {
            #expect(detail.userInfo[NSValidationKeyErrorKey] as? String == "text")
            #expect(detail.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === object)
            #expect(detail.userInfo[NSValidationPredicateErrorKey] is NSPredicate)
        }
    }

    @Test("PRG-47 OBJ-122 validateValue reports all of them too")
    func value() throws {
        let (stack, context) = try stage()
        defer { withExtendedLifetime(stack) {} }
        let object = context.insert("Code")
        var value: AnyObject? = NSString(string: "ab")
        let error =
            #expect(throws: (any Error).self) { try object.validateValue(&value, forKey: "text") } as NSError?
        #expect(error?.code == 1560 && (error?.userInfo[NSDetailedErrorsKey] as? [NSError])?.count == 2)
    }
}
