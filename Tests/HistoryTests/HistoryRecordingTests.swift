// SPDX-License-Identifier: Apache-2.0
// What commits add to a history, and what adds nothing, in a file and on a server.

import Foundation
import Perdure
import PerdureHistory
import PerdureTestSupport
import Testing

@Suite("Recording history") struct HistoryRecordingTests {
    @Test(
        "STO-173 a row that a save changes and deletes has one change, its deletion",
        arguments: Stack.Kind.lasting)
    func deletedAndComputed(_ kind: Stack.Kind) throws {
        let stack = try Stack.withHistory(kind)
        try stack.save { context in
            let author = context.insert("Author", ["name": "a"])
            context.insert("Book", ["title": "b"]).setValue(author, forKey: "author")
        }
        try stack.save { context in
            // The book first: what is counted of its author is computed before the author goes.
            for entity in ["Book", "Author"] {
                for object in try context.all(entity) { context.delete(object) }
            }
        }
        #expect(try stack.transactions.last?.summary == ["delete Author", "delete Book"])
    }

    @Test(
        "STO-182 HT-4 a save of transient values alone, and one of metadata, adds no transaction",
        arguments: Stack.Kind.lasting)
    func transients(_ kind: Stack.Kind) throws {
        let stack = try Stack.withHistory(kind)
        let context = stack.context()
        try context.performAndWait {
            let author = context.insert("Author", ["name": "Ada"])
            try context.save()
            author.setValue("glad", forKey: "mood")
            #expect(context.hasChanges)
            try context.save()
            stack.coordinator.setMetadata(["theme": "dark"], for: stack.store)
            try context.save()
        }
        #expect(try stack.transactions.map(\.summary) == [["insert Author"]])
    }

    @Test(
        "STO-183 a row whose derived value changes is updated, with that attribute",
        arguments: Stack.Kind.lasting)
    func derived(_ kind: Stack.Kind) throws {
        let stack = try Stack.withHistory(kind)
        let context = stack.context()
        try context.performAndWait {
            let author = context.insert("Author", ["name": "Ada"])
            try context.save()
            context.insert("Book", ["title": "One", "author": author])
            try context.save()
        }
        let transaction = try #require(try stack.transactions.last)
        #expect(transaction.summary == ["insert Book", "update Author"])
        let update = transaction.changes?.first { $0.changeType == .update }
        // A server computes the attribute behind the row's change, and names what the save has changed.
        let names = kind == .sqlite ? ["bookCount", "books"] : ["books"]
        #expect(update?.updatedProperties?.map(\.name).sorted() == names)
        guard kind == .sqlite else { return }
        // The author's own update marks books (40) and bookCount (80).
        #expect(
            try stack.raw(
                "SELECT ZCHANGETYPE, (SELECT Z_NAME FROM Z_PRIMARYKEY p WHERE p.Z_ENT = ZENTITY), ZCOLUMNS"
                    + " FROM ACHANGE WHERE ZTRANSACTIONID = 2 ORDER BY 1")
                == [["0", "Book", "NULL"], ["1", "Author", "x'c0'"]])
    }

    @Test("STO-170 a save that fails leaves no trace in the history", arguments: Stack.Kind.lasting)
    func refused(_ kind: Stack.Kind) throws {
        let stack = try Stack.withHistory(kind)
        try stack.save { $0.insert("Author", ["name": "Ada"]) }
        let (first, second) = (stack.context(), stack.context())
        let author = try first.performAndWait { try #require(try first.all("Author").first) }
        first.performAndWait { author.setValue("mine", forKey: "name") }
        try second.performAndWait {
            try #require(try second.all("Author").first).setValue("theirs", forKey: "name")
            try second.save()
        }
        _ = first.performAndWait { #expect(throws: NSError.self) { try first.save() } }
        #expect(try stack.transactions.map(\.transactionNumber) == [1, 2])
        #expect(try stack.transactions.map(\.summary) == [["insert Author"], ["update Author"]])
        let count = try stack.column(
            file: "SELECT COUNT(*) FROM ACHANGE", server: "SELECT count(*)::text FROM perdure_changes")
        #expect(count == ["2"])
    }
}
