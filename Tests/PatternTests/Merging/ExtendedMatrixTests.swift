// SPDX-License-Identifier: Apache-2.0
// All edits of an extended attribute with all that can follow them.

import Foundation
import Perdure
import PerdurePatterns
import PerdureTestSupport
import Testing

@Suite("Extended attributes, all cases")
struct ExtendedMatrixTests {
    private func edit(_ ext: ExtStack, _ edit: ColorEdit) {
        switch edit {
        case .unchanged: break
        case .set: ext.ext.setValue(9, forExtendedKey: "size")
        case .setNil: ext.ext.setValue(nil, forExtendedKey: "size")
        case .setEqual: ext.ext.setValue(3, forExtendedKey: "size")
        case .setAndUndone:
            ext.stack.a.startUndo()
            ext.stack.a.step { ext.ext.setValue(9, forExtendedKey: "size") }
            ext.stack.a.undo()
            ext.stack.a.processPendingChanges()
        }
    }

    private func carryOut(_ operation: ColorOperation, _ ext: ExtStack) throws {
        let context = ext.stack.a
        if operation != .save { try ext.saveInB(["size": 4, "color": "b"]) }
        switch operation {
        case .save: break
        case .failedSaveThenRefresh:
            let mend = ext.stack.spoilNextSave()
            #expect(throws: CocoaError.self) { try context.save() }
            mend()
            context.refresh(ext.ext, mergeChanges: true)
        case .refreshTrue: context.refresh(ext.ext, mergeChanges: true)
        case .refreshFalse: context.refresh(ext.ext, mergeChanges: false)
        case .savingInConflict: return try context.saveRetrying()
        }
    }

    private func stored(_ edit: ColorEdit, _ operation: ColorOperation) -> NSDictionary? {
        switch (operation, edit) {
        case (.save, .set): ["size": 9]
        case (.save, .setNil): nil
        case (.save, _): ["size": 3]
        case (.refreshFalse, _): ["size": 4, "color": "b"]
        case (_, .set): ["size": 9, "color": "b"]
        case (_, .setNil): ["color": "b"]
        // The merged dictionary equals the snapshot's: nothing is written, and so nothing conflicts.
        case (.savingInConflict, .setEqual): ["size": 4, "color": "b"]
        case (_, .setEqual): ["size": 3, "color": "b"]
        default: ["size": 4, "color": "b"]
        }
    }

    @Test("TRN-223 TRN-225 TRN-133 TRN-137 what is stored after each case", arguments: Stack.Kind.allCases)
    func cases(_ kind: Stack.Kind) throws {
        for change in ColorEdit.allCases {
            for operation in ColorOperation.allCases {
                let ext = try ExtStack(kind, ["size": 3])
                edit(ext, change)
                try carryOut(operation, ext)
                try ext.stack.a.save()
                #expect(try ext.stored() == stored(change, operation), "\(change) \(operation)")
                #expect(ext.ext.changes == nil, "\(change) \(operation)")
                #expect(!ext.stack.a.hasChanges, "\(change) \(operation)")
            }
        }
    }

    @Test(
        "TRN-223 two keys in two contexts, a key at run time, an undefined key",
        arguments: Stack.Kind.allCases)
    func twoKeys(_ kind: Stack.Kind) throws {
        let ext = try ExtStack(kind, as: OpenExt.self)
        try ext.saveInB(["foo": 1])
        ext.ext.setValue(2, forKey: "bar")
        ext.ext.setValue(3, forExtendedKey: ["b", "az"].joined())
        try ext.stack.a.saveRetrying()
        #expect(try ext.stored() == ["foo": 1, "bar": 2, "baz": 3])
        #expect(ext.ext.value(forKey: "foo") as? Int == 1)
    }

    @Test(
        "TRN-224 an extended object decodes once per refresh and encodes once per save",
        arguments: Stack.Kind.allCases)
    func counts(_ kind: Stack.Kind) throws {
        let ext = try ExtStack(kind, ["size": 3])
        #expect(ext.ext.encodeCount == 1)
        #expect(ext.ext.decodeCount == 0)
        for size in 4...6 { ext.ext.setValue(size, forExtendedKey: "size") }
        try ext.stack.a.save()
        #expect(ext.ext.encodeCount == 2)
        #expect(ext.ext.decodeCount == 1)
        for _ in 1...3 { _ = ext.ext.value(forExtendedKey: "size") }
        #expect(ext.ext.decodeCount == 2)
        ext.ext.setValue("only the title", forKey: "title")
        try ext.stack.a.save()
        #expect(ext.ext.encodeCount == 2)
    }
}
