// SPDX-License-Identifier: Apache-2.0
// The update matrix: which committed operation changes which derived attribute. MatrixRow.swift has the rows.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Update matrix of derived attributes") struct MatrixTests {
    @Test(
        "DER-60 DER-61 an operation changes what its row says and keeps the rest",
        arguments: Stack.Kind.allCases, MatrixRow.all)
    func row(_ kind: Stack.Kind, _ row: MatrixRow) throws {
        let stage = try TodoStage(kind, deletingLists: row.rule)
        let before = try stage.values()
        let start = Date()
        try row.perform(stage)
        if row.fails {
            #expect(throws: (any Error).self) { try stage.context.save() }
        } else {
            try stage.context.save()
        }
        let end = Date()
        let after = try stage.values()
        let expected = try stage.expected()
        #expect(after.filter { !$0.key.hasSuffix(".touched") } == expected)
        let gone = before.keys.filter { key in row.gone.contains { key.hasPrefix("\($0).") } }
        let different = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
        #expect(different == row.changed.union(gone))
        for key in row.changed where key.hasSuffix(".touched") {
            let touched = try #require(after[key] as? Date, "DER-63 \(key)")
            #expect(start <= touched && touched <= end, "DER-63 \(key)")
        }
    }

    @Test("DER-26 a save takes one time for all of its rows", arguments: Stack.Kind.allCases)
    func oneTime(_ kind: Stack.Kind) throws {
        let stage = try TodoStage(kind)
        let times = try stage.values().filter { $0.key.hasSuffix(".touched") }.map(\.value)
        #expect(times.count == 4)
        #expect(Set(times).count == 1)
    }

    @Test("DER-26 saved twice with a change the time grows", arguments: Stack.Kind.allCases)
    func growing(_ kind: Stack.Kind) throws {
        let stage = try TodoStage(kind)
        var last = Date.distantPast
        for points in 100..<110 {
            stage["lamp"].setValue(points, forKey: "points")
            try stage.context.save()
            let touched = try #require(try stage.values()["lamp.touched"] as? Date)
            #expect(touched > last)
            last = touched
        }
    }
}
