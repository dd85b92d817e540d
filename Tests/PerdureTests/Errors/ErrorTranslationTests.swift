// SPDX-License-Identifier: Apache-2.0
// Errors of stores and model files as NSErrors: domains, codes, and what stands in userInfo.

import Foundation
import PerdureModelFormat
import PerdurePropertyList
import PerdureStore
import Testing

@testable import Perdure

@Suite("Errors from below the line")
struct ErrorTranslationTests {
    private func translated(_ error: any Error) -> NSError { ErrorTranslation.translate(error) as NSError }

    @Test(
        "STO-6, STO-63, STO-64 codes of store errors",
        arguments: [
            (StoreError.notAStore(path: "a", reason: "b"), 259),
            (.invalidMetadata(path: "a", reason: "b"), 259),
            (.cannotOpen(path: "a", code: 14, reason: "b"), 134080), (.readOnly(path: "a"), 513),
            (.cannotOpen(path: "a", code: EACCES, reason: "b"), 257),
            (.schemaMismatch(path: "a", entity: "E", property: "p", reason: "b"), 134020),
            (.invalidSchema("b"), 134020), (.closed, 134070), (.inDoubt(path: "a", reason: "b"), 134030),
            (.busy(path: "a", operation: "save", waited: 5), 134090),
            (.database(code: 11, extendedCode: 11, message: "b", statement: nil), 259),
            (.database(code: 26, extendedCode: 26, message: "b", statement: nil), 259),
            (.database(code: 5, extendedCode: 5, message: "b", statement: nil), 134090),
            (.database(code: 8, extendedCode: 8, message: "b", statement: nil), 513),
            (.database(code: 13, extendedCode: 13, message: "b", statement: nil), 640),
            (.database(code: 1, extendedCode: 1, message: "b", statement: nil), 134180),
            (.invalidValue(entity: "E", property: "p", reason: "b"), 1550),
            (.externalData(entity: "E", property: "p", name: "n", reason: "b"), 134070),
            (.server(state: "53100", message: "disk full", place: "db"), 640),
            (.lost(place: "db", reason: "reset"), 134030),
            (.notPermitted(place: "db", operation: "write"), 513),
            (
                .missingDestination(
                    entity: "E", property: "p", key: ObjectKey(entity: 1, root: 1, number: 7)), 133000
            ),
        ])
    func codes(error: StoreError, code: Int) {
        let result = translated(error)
        #expect(result.domain == NSCocoaErrorDomain)
        #expect(result.code == code)
        #expect(!result.localizedDescription.isEmpty)
        #expect(result.userInfo[NSUnderlyingErrorKey] is StoreError)
    }

    @Test("STO-63 SQLite's codes and the file stay in userInfo")
    func facts() {
        let error = ErrorTranslation.translate(
            StoreError.database(code: 11, extendedCode: 267, message: "malformed", statement: "SELECT 1"),
            storeURL: URL(fileURLWithPath: "/nowhere/a.sqlite"))
        let userInfo = (error as NSError).userInfo
        #expect(userInfo[NSSQLiteErrorDomain] as? Int == 11)
        #expect(userInfo[ErrorKeys.extendedCode] as? Int == 267)
        #expect(userInfo[ErrorKeys.statement] as? String == "SELECT 1")
        #expect(userInfo[NSFilePathErrorKey] as? String == "/nowhere/a.sqlite")
        #expect(
            translated(StoreError.busy(path: "a", operation: "save", waited: 1)).userInfo[NSSQLiteErrorDomain]
                as? Int == 5)
    }

    @Test("errors of servers say where, what and what to do, and keep the server's code")
    func servers() {
        let error = translated(StoreError.server(state: "40P01", message: "deadlock", place: "db at host"))
        #expect(error.userInfo[ErrorKeys.serverState] as? String == "40P01")
        #expect(error.localizedDescription.contains("db at host"))
        #expect(error.localizedDescription.contains("deadlock"))
        let lost = translated(StoreError.lost(place: "db", reason: "reset by peer"))
        #expect(lost.localizedDescription.contains("save again"))
        let gone = translated(
            StoreError.missingDestination(
                entity: "Note", property: "author", key: ObjectKey(entity: 1, root: 1, number: 7)))
        #expect(gone.userInfo[ErrorKeys.entity] as? String == "Note")
        #expect(gone.userInfo[NSValidationKeyErrorKey] as? String == "author")
    }

    @Test("A request that a store cannot run is an invalid argument")
    func unsupported() {
        let request = UnsupportedRequest("no blocks")
        for error in [request as any Error, StoreError.unsupported(request)] {
            let exception = ErrorTranslation.translate(error) as? CoreDataException
            #expect(exception?.name == .invalidArgumentException)
            #expect(exception?.reason == "no blocks")
        }
    }

    @Test("Model files: missing 260, damaged 259, contradictory 259, with the facts")
    func modelFiles() {
        #expect(translated(ModelFormatError(.unreadable, "gone", path: "a")).code == 260)
        #expect(translated(ModelFormatError(.malformed, "bad", path: "a")).code == 259)
        let error = translated(
            ModelFormatError(.inconsistent, "no inverse", path: "a", entity: "E", property: "p"))
        #expect(error.code == 259)
        #expect(error.userInfo[NSFilePathErrorKey] as? String == "a")
        #expect(error.userInfo[ErrorKeys.entity] as? String == "E")
        #expect(error.localizedDescription.contains("E.p: no inverse"))
        #expect(translated(PropertyListError("cut off", offset: 5)).code == 259)
    }

    @Test("Other errors stay as they are")
    func others() {
        let error = ErrorTranslation.translate(CancellationError())
        #expect(error is CancellationError)
    }

    @Test("Errors are caught by Core Data's names")
    func names() {
        let error: any Error = NSError(
            domain: NSCocoaErrorDomain, code: NSManagedObjectConstraintMergeError,
            userInfo: [NSValidationKeyErrorKey: "name", NSAffectedObjectsErrorKey: [NSString("a")]])
        do {
            throw error
        } catch CocoaError.managedObjectConstraintMerge {
            let facts = error as? CocoaError
            #expect(facts?.code == .managedObjectConstraintMerge)
            #expect(facts?.validationKey == "name")
            #expect(facts?.affectedObjects?.count == 1)
            #expect(facts?.validationValue == nil)
        } catch {
            Issue.record(error)
        }
    }

    @Test("Codes have Apple's values")
    func values() {
        #expect(NSManagedObjectValidationError == 1550)
        #expect(NSValidationMultipleErrorsError == 1560)
        #expect(NSPersistentStoreIncompatibleVersionHashError == 134100)
        #expect(CocoaError.Code.sqlite.rawValue == 134180)
        #expect(CocoaError.validationMissingMandatoryProperty.rawValue == 1570)
    }
}
