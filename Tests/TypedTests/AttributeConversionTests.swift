// SPDX-License-Identifier: Apache-2.0
// From attributes whose changes a class keeps by hand to attributes that merge, and back: the file stays as it is.

import Foundation
import PerdureMacros
import PerdureTestSupport
import Testing

/// One entity in two programs: by hand, and built in.
private enum ByHand {
    @ManagedObject("Record") final class Record: NSManagedObject {
        var count: Int64 = 0
        var extendedData: Data?
    }
}

private enum BuiltIn {
    @ManagedObject("Record") final class Record: NSManagedObject {
        @Mergeable(.counter) var count: Int64 = 0
        @Mergeable(.dictionary, criterion: .setterCalled) var extendedData: [String: Any]
    }
}

@Suite("Conversion of hand-written attributes") struct AttributeConversionTests {
    private let folder: TemporaryFolder
    private let url: URL

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("Records.sqlite")
    }

    private func byHand<T>(_ body: (ByHand.Record) throws -> T) throws -> T {
        try use(ByHand.Record.self, body)
    }

    private func builtIn<T>(_ body: (BuiltIn.Record) throws -> T) throws -> T {
        try use(BuiltIn.Record.self, body)
    }

    /// Opens the file, hands its object over, and saves.
    private func use<Object: NSManagedObject, T>(_ type: Object.Type, _ body: (Object) throws -> T) throws
        -> T
    {
        let stack = try Stack(at: url, NSManagedObjectModel(for: [type]))
        let context = stack.context()
        let request = NSFetchRequest<Object>(entityName: "Record")
        let object = try context.fetch(request).first ?? Object(context: context)
        let result = try body(object)
        try context.save()
        return result
    }

    @Test(
        "MRG-143 MRG-142 MRG-151 what a hand-written class stored is read and changed, and the other way round"
    )
    func conversion() throws {
        let written = try PropertyListSerialization.data(
            fromPropertyList: ["size": 3, "wood": "oak"], format: .binary, options: 0)
        try byHand { $0.extendedData = written }
        try byHand { $0.count = 4 }
        try builtIn { record in
            #expect(record.$extendedData.value("size", as: Int.self) == 3)
            #expect(record.extendedData["wood"] as? String == "oak")
            record.$extendedData["wood"] = nil
            record.$extendedData["color"] = "red"
            record.$count.increment(by: 2)
        }
        let read = try byHand { record in
            #expect(record.count == 6)
            return try PropertyListSerialization.propertyList(
                from: try #require(record.extendedData), format: nil) as? NSDictionary
        }
        #expect(read == ["size": 3, "color": "red"])
        try builtIn { $0.$extendedData.removeAll() }
        #expect(try byHand(\.extendedData) == nil)
    }
}
