// SPDX-License-Identifier: Apache-2.0
// The errors of database servers, translated into Apple's codes by the server's own.

import Foundation
import Perdure
import PerdureModel
import PerdureStore
import Testing

@Suite("Errors of servers")
struct ServerErrorTests {
    private func refusal(_ state: String, _ operation: ServerRefusal.Operation) -> ServerRefusal {
        ServerRefusal(
            state: state, message: "no", place: "postgresql:///db?schema=s", operation: operation)
    }

    @Test(
        "PG-150 a server's code becomes Apple's, by what the store was doing",
        arguments: [
            ("42P01", ServerRefusal.Operation.opening, 134020), ("42703", .opening, 134020),
            ("42P01", .reading, 134180), ("42501", .reading, 257), ("42501", .writing, 513),
            ("25006", .writing, 513), ("23505", .writing, 133021), ("23503", .writing, 133000),
            ("23502", .writing, 1570), ("23514", .writing, 1550), ("22001", .writing, 1660),
            ("22003", .writing, 1610), ("22P02", .writing, 1550), ("22007", .writing, 1550),
            ("22008", .writing, 1550),
            ("22021", .writing, 1550), ("54000", .writing, 1660), ("53100", .writing, 640),
            ("53200", .writing, 134070), ("53400", .reading, 134070), ("57P01", .reading, 134070),
            ("XX001", .reading, 259), ("XX002", .writing, 259), ("55P03", .writing, 134090),
            ("42601", .reading, 134180),
        ])
    func codes(state: String, operation: ServerRefusal.Operation, code: Int) {
        let error = ErrorTranslation.translate(StoreError.refused(refusal(state, operation))) as NSError
        #expect(error.domain == NSCocoaErrorDomain)
        #expect(error.code == code)
        #expect(error.userInfo["PostgreSQLErrorKey"] as? String == state)
        #expect(error.userInfo[NSFilePathErrorKey] == nil)
        #expect((error.userInfo[NSURLErrorKey] as? URL)?.absoluteString == "postgresql:///db?schema=s")
    }

    @Test("PG-150 a number below the range is 1620; overflow while reading is what memory raises")
    func numbers() {
        var small = refusal("22003", .writing)
        small.isTooSmall = true
        #expect((ErrorTranslation.translate(StoreError.refused(small)) as NSError).code == 1620)
        for state in ["22003", "22012"] {
            let error = ErrorTranslation.translate(StoreError.refused(refusal(state, .reading)))
            #expect(error is CoreDataException)
        }
    }

    @Test(
        "PG-150 PG-151 the error names entity, property, table, column and constraint, and the server's advice"
    )
    func facts() {
        var full = refusal("23502", .writing)
        full.entity = "Person"
        full.property = "name"
        full.table = "person"
        full.column = "name"
        full.constraint = "person_name"
        full.hint = "Try a value."
        let error = ErrorTranslation.translate(StoreError.refused(full)) as NSError
        #expect(error.userInfo["PostgreSQLTableKey"] as? String == "person")
        #expect(error.userInfo["PostgreSQLColumnKey"] as? String == "name")
        #expect(error.userInfo["PostgreSQLConstraintKey"] as? String == "person_name")
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "name")
        #expect(error.localizedDescription.contains("Person.name"))
        #expect(error.localizedDescription.contains("Try a value."))
    }

    @Test("PG-150 a configuration that cannot be right is 134080 without a path")
    func configuration() {
        let error =
            ErrorTranslation.translate(StoreError.cannotOpen(path: "", code: 0, reason: "no such option"))
            as NSError
        #expect(error.code == 134080)
        #expect(error.userInfo[NSFilePathErrorKey] == nil)
        #expect(error.localizedDescription == "The store cannot be opened: no such option.")
    }
}
