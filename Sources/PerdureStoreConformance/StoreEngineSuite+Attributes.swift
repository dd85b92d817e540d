// SPDX-License-Identifier: Apache-2.0
// Every attribute type keeps its values, the extreme ones too.

import Foundation
import PerdureStore
import Testing

extension StoreEngineSuite {
    static let attributeChecks: [Check] = [
        Check("values of every type come back as they were") { suite in
            let store = try suite.store()
            for (name, values) in sampleValues {
                for value in values where store.keeps(value) {
                    let key = try store.insert("Everything", [name: value])
                    #expect(try store.value(key, name) == value, "\(name)")
                }
            }
        },
        Check("null is null in every type") { suite in
            let store = try suite.store()
            let key = try store.insert("Everything")
            let row = try #require(try store.row(key))
            let address = try store.slot("Everything", "address")
            #expect(row.values.enumerated().allSatisfy { $0.offset == address || $0.element.isNull })
        },
        Check("MOD-132 a composite keeps its leaves, nested ones included") { suite in
            let store = try suite.store()
            let address = StoredValue.composite([
                .string("Main Street"), .string("Springfield"), .integer(12345),
            ])
            let key = try store.insert("Everything", ["address": address])
            #expect(try store.value(key, "address") == address)
            let partial = StoredValue.composite([.null, .string("Ogdenville"), .null])
            var changes = ChangeSet()
            changes.updates = [try store.update(key, ["address": partial], expecting: 1)]
            try store.commit(changes)
            #expect(try store.value(key, "address") == partial)
        },
        Check("a large value comes back whole") { suite in
            let store = try suite.store()
            let data = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            let text = String(repeating: "käse ", count: 100_000)
            let key = try store.insert("Everything", ["binary": .data(data), "string": .string(text)])
            #expect(try store.value(key, "binary") == .data(data))
            #expect(try store.value(key, "string") == .string(text))
        },
    ]

    static let nullCharacterChecks: [Check] = [
        Check("a store without texts with U+0000 refuses one by name and writes nothing") { suite in
            let store = try suite.store()
            guard !store.engine.limits.keepsNullCharacters else { return }
            do {
                try store.insert("Everything", ["string": .string("a\0b")])
                Issue.record("the store has taken the text")
            } catch StoreError.invalidValue(let entity, let property, _) {
                #expect(entity == "Everything" && property == "string")
            }
            #expect(try store.count(store.plan("Everything")) == 0)
        }
    ]

    private static let sampleValues: [String: [StoredValue]] = [
        "integer16": [.integer(0), .integer(Int64(Int16.min)), .integer(Int64(Int16.max))],
        "integer32": [.integer(Int64(Int32.min)), .integer(Int64(Int32.max))],
        "integer64": [.integer(.min), .integer(.max), .integer(-1)],
        "decimal": [.decimal(DecimalBox(Decimal(string: "12.5") ?? 0)), .decimal(DecimalBox(Decimal(-3)))],
        "double": [.double(0), .double(-1.5), .double(1e300), .double(.leastNonzeroMagnitude)],
        "float": [.double(1.5), .double(-0.25)],
        "string": [.string(""), .string("Zoë \u{1F469}\u{200D}\u{1F680}"), .string("a\0b"), .string("it's")],
        "boolean": [.integer(0), .integer(1)],
        "date": [.date(0), .date(-978_307_200.25), .date(700_000_000.125)],
        "binary": [.data(Data()), .data(Data([0, 255, 1, 2]))],
        "uuid": [.uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))],
        "uri": [.string("https://example.com/a%20b?c=d#e")],
        "transformable": [.data(Data([98, 112, 108, 105, 115, 116]))],
    ]
}

extension EngineUnderTest {
    /// Whether the store can keep a value.
    fileprivate func keeps(_ value: StoredValue) -> Bool {
        guard case .string(let text) = value else { return true }
        return engine.limits.keepsNullCharacters || !text.utf8.contains(0)
    }
}
