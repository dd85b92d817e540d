// SPDX-License-Identifier: Apache-2.0
// Destroying and replacing a store while the k-th call to the system fails, for k = 1, 2 … until no call is left.
// PERDURE_FAULTS=1 takes every k, every run some.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

extension SystemFaultTests {
    @Suite struct FaultyReplacingTests {
        private static let faults = [
            SystemFault(), SystemFault(calls: [.writing, .file], stays: true),
            SystemFault(calls: [.write, .file], code: 13, stays: true),
            SystemFault(journal: "DELETE"),
            SystemFault(calls: [.writing, .file], stays: true, journal: "DELETE"),
        ]

        @Test(
            "PRG-21b each call of a replacing fails: the old store or the new one, whole", arguments: faults)
        func replacing(_ fault: SystemFault) throws {
            try expectWhole(fault, isOpen: false, result: 5) {
                try $0.coordinator.replacePersistentStore(
                    at: $0.old, destinationOptions: $0.options, withPersistentStoreFrom: $0.new, type: .sqlite
                )
            }
        }

        @Test("PRG-21b each call of a replacing fails under a store that is open", arguments: faults)
        func replacingOpen(_ fault: SystemFault) throws {
            try expectWhole(fault, isOpen: true, result: 5) {
                try $0.coordinator.replacePersistentStore(
                    at: $0.old, destinationOptions: $0.options, withPersistentStoreFrom: $0.new, type: .sqlite
                )
            }
        }

        @Test("PRG-21 each call of a destroying fails: the old store, whole, or none", arguments: faults)
        func destroying(_ fault: SystemFault) throws {
            for isOpen in [false, true] {
                try expectWhole(fault, isOpen: isOpen, result: 0) {
                    try $0.coordinator.destroyPersistentStore(at: $0.old, type: .sqlite, options: $0.options)
                }
            }
        }

        private func expectWhole(
            _ fault: SystemFault, isOpen: Bool, result: Int, _ body: (EntryCopy) throws -> Void
        ) throws {
            try #require(SystemFault.isInstalled)
            let copies = try EntryCopies(fault.journal)
            var failures = 0
            let stride = Counts.number("PERDURE_FAULTS", standard: 0) == 0 ? 9 : 1
            for nth in Swift.stride(from: 1, to: 4_000, by: stride) {
                let copy = try copies.fresh()
                let holder = isOpen ? try copy.open() : nil
                let outcome = fault.run(nth, in: copy.folder) { try body(copy) }
                if let error = outcome.error {
                    #expect(outcome.hits > 0)
                    #expect(error.domain == NSCocoaErrorDomain, "\(error)")
                    failures += 1
                }
                try holder.map { try $0.coordinator.remove($0.store) }
                let found = try copy.count()
                #expect(found == result || found == 3 && outcome.error != nil, "call \(nth): \(found)")
                if outcome.error == nil { #expect(try copy.leftOvers.isEmpty, "call \(nth)") }
                if outcome.hits == 0 { break }
            }
            #expect(failures > 0)
            print("ran: \(failures) faults")
        }
    }
}
