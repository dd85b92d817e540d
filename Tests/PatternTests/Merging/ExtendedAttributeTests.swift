// SPDX-License-Identifier: Apache-2.0
// Attributes by name in one binary attribute: one rule after the other.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Extended attributes")
struct ExtendedAttributeTests {
    @Test(
        "TRN-100 TRN-101 TRN-119 any property list value under any name, without a change of the model",
        arguments: Stack.Kind.allCases)
    func values(_ kind: Stack.Kind) throws {
        let values: [String: Any] = [
            "string": "text", "number": 3, "real": 2.5, "flag": true,
            "date": Date(timeIntervalSinceReferenceDate: 5),
            "data": Data([1, 2]), "array": ["a", "b"], "dictionary": ["nested": ["deep": 1]],
        ]
        let ext = try ExtStack(kind, values)
        let twin = try ext.stack.twin(ext.ext, in: ext.stack.b)
        for (key, value) in values {
            let read = try #require(twin.value(forExtendedKey: key) as? NSObject, "\(key)")
            #expect(read.isEqual(value), "\(key)")
        }
        #expect(type(of: ext.stack.a) == NSManagedObjectContext.self)
    }

    @Test("TRN-102 a fetch cannot name them", arguments: Stack.Kind.allCases)
    func fetching(_ kind: Stack.Kind) throws {
        let ext = try ExtStack(kind, ["size": 3])
        #expect(throws: CoreDataException.self) { try ext.stack.a.all("Ext", "size == 3") }
        #expect(throws: CoreDataException.self) { try ext.stack.a.all("Ext", by: "size") }
    }

    @Test(
        "TRN-103 with one context a plain dictionary in the attribute would do",
        arguments: Stack.Kind.allCases)
    func oneLayer(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind)
        let plain = try stack.new("Ext")
        let data = try PropertyListSerialization.data(
            fromPropertyList: ["size": 3], format: .binary, options: 0)
        plain.setValue(data, forKey: "extendedData")
        try stack.a.save()
        stack.a.refresh(plain, mergeChanges: false)
        #expect(plain.value(forKey: "extendedData") as? Data == data)
    }

    @Test(
        "TRN-104 the snapshot is decoded when it is needed, from the committed data; none is an empty dictionary",
        arguments: Stack.Kind.allCases)
    func snapshot(_ kind: Stack.Kind) throws {
        let ext = try ExtStack(kind, ["size": 3])
        ext.stack.a.refresh(ext.ext, mergeChanges: false)
        _ = ext.ext.value(forKey: "title")
        #expect(ext.ext.decodeCount == 0)
        #expect(ext.ext.value(forExtendedKey: "size") as? Int == 3)
        #expect(ext.ext.value(forExtendedKey: "other") == nil)
        #expect(ext.ext.decodeCount == 1)
        let empty = try ext.stack.saved("Ext", as: ExtBase.self)
        #expect(empty.extendedSnapshot.isEmpty)
        #expect(empty.log.isEmpty)
    }

    @Test("TRN-104 data that are no dictionary are logged and read as none", arguments: Stack.Kind.allCases)
    func damagedData(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, ["Ext": ExtBase.self])
        let ext = try stack.saved("Ext", ["extendedData": Data([1, 2, 3])], as: ExtBase.self)
        #expect(ext.value(forExtendedKey: "size") == nil)
        #expect(ext.log == ["extendedData cannot be read"])
    }

    @Test(
        "TRN-105 TRN-113 faulting and saving drop the snapshot, saving the changes too",
        arguments: Stack.Kind.allCases)
    func dropping(_ kind: Stack.Kind) throws {
        let ext = try ExtStack(kind, ["size": 3])
        _ = ext.ext.value(forExtendedKey: "size")
        #expect(ext.ext.knownSnapshot != nil)
        ext.stack.a.refresh(ext.ext, mergeChanges: false)
        #expect(ext.ext.knownSnapshot == nil)
        ext.ext.setValue(4, forExtendedKey: "size")
        try ext.stack.a.save()
        #expect(ext.ext.knownSnapshot == nil)
        #expect(ext.ext.changes == nil)
        #expect(!ext.ext.hasChanges)
        #expect(ext.ext.value(forExtendedKey: "size") as? Int == 4)
    }

    @Test(
        "TRN-106 a change comes before the snapshot, and NSNull in it is nil", arguments: Stack.Kind.allCases)
    func reading(_ kind: Stack.Kind) throws {
        let ext = try ExtStack(kind, ["size": 3, "color": "r"])
        ext.ext.setValue(4, forExtendedKey: "size")
        ext.ext.setValue(nil, forExtendedKey: "color")
        #expect(ext.ext.value(forExtendedKey: "size") as? Int == 4)
        #expect(ext.ext.value(forExtendedKey: "color") == nil)
        #expect(ext.ext.value(forExtendedKey: "other") == nil)
    }

    @Test(
        "TRN-107 TRN-120 setting assigns a copy: the former dictionary stays as it was",
        arguments: Stack.Kind.allCases)
    func copying(_ kind: Stack.Kind) throws {
        let ext = try ExtStack(kind)
        ext.ext.setValue(1, forExtendedKey: "a")
        let former = ext.ext.changes
        ext.ext.setValue(2, forExtendedKey: "a")
        #expect(former?["a"] as? Int == 1)
        #expect(ext.ext.changes?["a"] as? Int == 2)
    }

    @Test("TRN-108 NSNull inside the dictionary survives refresh true", arguments: Stack.Kind.allCases)
    func innerNull(_ kind: Stack.Kind) throws {
        let ext = try ExtStack(kind, ["size": 3])
        ext.ext.setValue(nil, forExtendedKey: "size")
        ext.stack.a.refresh(ext.ext, mergeChanges: true)
        #expect(ext.ext.changes?["size"] is NSNull)
        #expect(ext.ext.value(forExtendedKey: "size") == nil)
    }

    @Test(
        "TRN-112 TRN-121 saving merges; a key set to nil is absent, an empty dictionary is NULL",
        arguments: Stack.Kind.allCases)
    func saving(_ kind: Stack.Kind) throws {
        let ext = try ExtStack(kind, ["size": 3, "tags": ["a"]])
        #expect(try ext.stored() == ["size": 3, "tags": ["a"]])
        ext.ext.setValue(nil, forExtendedKey: "size")
        try ext.stack.a.save()
        #expect(try ext.stored() == ["tags": ["a"]])
        ext.ext.setValue(nil, forExtendedKey: "tags")
        try ext.stack.a.save()
        #expect(try ext.stored() == nil)
        #expect(try ext.stack.stored(ext.ext, "extendedData") == nil)
    }

    @Test(
        "TRN-112 what cannot be written is logged, and snapshot and changes stay",
        arguments: Stack.Kind.allCases)
    func unwritable(_ kind: Stack.Kind) throws {
        let ext = try ExtStack(kind)
        ext.ext.setValue(NSObject(), forExtendedKey: "bad")
        let mend = ext.stack.spoilNextSave()
        #expect(throws: CocoaError.self) { try ext.stack.a.save() }
        #expect(ext.ext.log == ["extendedChanges cannot be written"])
        #expect(ext.ext.changes?["bad"] != nil)
        mend()
    }

    @Test(
        "TRN-114 a failed save loses nothing, and its data are not taken for the snapshot",
        arguments: Stack.Kind.allCases)
    func failedSave(_ kind: Stack.Kind) throws {
        let ext = try ExtStack(kind, ["size": 3])
        ext.ext.setValue(9, forExtendedKey: "size")
        let mend = ext.stack.spoilNextSave()
        #expect(throws: CocoaError.self) { try ext.stack.a.save() }
        #expect(ext.ext.value(forExtendedKey: "size") as? Int == 9)
        #expect(ext.ext.extendedSnapshot["size"] as? Int == 3)
        ext.stack.a.refresh(ext.ext, mergeChanges: true)
        #expect(ext.ext.value(forExtendedKey: "size") as? Int == 9)
        #expect(ext.ext.extendedSnapshot["size"] as? Int == 3)
        mend()
        try ext.stack.a.save()
        #expect(try ext.stored() == ["size": 9])
    }

    @Test(
        "TRN-115 refresh true keeps touched keys and shows the other context's for the rest; false drops all",
        arguments: Stack.Kind.allCases)
    func refreshing(_ kind: Stack.Kind) throws {
        let ext = try ExtStack(kind, ["size": 3, "color": "r"])
        ext.ext.setValue(9, forExtendedKey: "size")
        try ext.saveInB(["size": 4, "color": "b"])
        ext.stack.a.refresh(ext.ext, mergeChanges: true)
        #expect(ext.ext.value(forExtendedKey: "size") as? Int == 9)
        #expect(ext.ext.value(forExtendedKey: "color") as? String == "b")
        ext.stack.a.refresh(ext.ext, mergeChanges: false)
        #expect(ext.ext.value(forExtendedKey: "size") as? Int == 4)
        #expect(ext.ext.value(forExtendedKey: "color") as? String == "b")
    }

    @Test("TRN-116 an equal value is a change, because its setter was called", arguments: Stack.Kind.allCases)
    func equalValue(_ kind: Stack.Kind) throws {
        let ext = try ExtStack(kind, ["size": 3])
        ext.ext.setValue(3, forExtendedKey: "size")
        try ext.saveInB(["size": 4])
        ext.stack.a.refresh(ext.ext, mergeChanges: true)
        #expect(ext.ext.value(forExtendedKey: "size") as? Int == 3)
        try ext.stack.a.save()
        #expect(try ext.stored() == ["size": 3])
    }

    @Test("TRN-117 a new object has no extended values", arguments: Stack.Kind.allCases)
    func newObject(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, ["Ext": ExtBase.self])
        let ext = try stack.new("Ext", as: ExtBase.self)
        #expect(ext.extendedSnapshot.isEmpty)
        #expect(ext.changes == nil)
        #expect(ext.value(forExtendedKey: "size") == nil)
    }

    @Test(
        "TRN-118 three ways: any undefined key, a named accessor, a key at run time",
        arguments: Stack.Kind.allCases)
    func accessStyles(_ kind: Stack.Kind) throws {
        let open = try ExtStack(kind, as: OpenExt.self)
        open.ext.setValue(1, forKey: "siez")
        try open.stack.a.save()
        // A misspelled key is an attribute of its own.
        #expect(try open.stored() == ["siez": 1])
        #expect(open.ext.value(forKey: "siez") as? Int == 1)
        let named = try ExtStack(kind, as: NamedExt.self)
        let ext = try #require(named.ext as? NamedExt)
        ext.size = 5
        #expect(throws: CoreDataException.self) { try ext.trySetValue(1, forKey: "siez") }
        let key = ["ru", "ntime"].joined()
        ext.setValue("x", forExtendedKey: key)
        try named.stack.a.save()
        #expect(try named.stored() == ["size": 5, "runtime": "x"])
    }

    @Test(
        "TRN-110 TRN-111 a named key depends on both parts; the declaration is asked once, before instances exist"
    )
    func dependency() {
        #expect(
            NamedExt.keyPathsForValuesAffectingValue(forKey: "size") == ["extendedChanges", "extendedData"])
        #expect(NamedExt.keyPathsForValuesAffectingValue(forKey: "runtime").isEmpty)
    }
}
