// SPDX-License-Identifier: Apache-2.0
// The sections of classes that users write: with macros, from a model file, with inheritance, with longer strings, with more
// attributes. Their targets are against the C program.

import CoreData
import Foundation

/// Lists of work, by section.
enum Written {
    static let sixColumns = "ZCOUNT=m ZCREATED=t ZNAME=n ZNOTE=l ZNUMBER=i ZSCORE=d"

    static let letters = WrittenWork<Letter>(
        word: "macro class", shape: RowShape("Letter", sixColumns),
        model: { NSManagedObjectModel(for: Letter.self) })

    static let parcels = WrittenWork<Parcel>(
        word: "plugin class", shape: RowShape("Parcel", sixColumns), model: Parcels.makeModel)

    static let surveys = WrittenWork<Survey>(
        word: "30 attributes", shape: RowShape("Survey", surveyColumns),
        model: { NSManagedObjectModel(for: Survey.self) }, changed: "ZNUMBER1",
        rows: { max(100, $0.rows / 4) })

    static let macros = [
        letters.compared(letters.insert, "insert"), letters.compared(letters.faults, "fetch"),
        letters.compared(letters.readAll, "read"), letters.compared(letters.update, "change"),
        letters.compared(letters.delete, "delete"),
        letters.compared(letters.byKey, "by-key", rows: { WrittenKeys.count($0.rows) }),
    ]

    static let plugin = [
        parcels.insert, parcels.faults, parcels.readAll, parcels.update, parcels.delete, parcels.byKey,
    ]

    static let wide = [
        surveys.insert, surveys.faults, surveys.readAll, surveys.update, surveys.delete, surveys.byKey,
    ]

    /// Long strings are as many bytes as short ones, up to a tenth of the rows.
    static let strings = [10, 100, 10_000].flatMap { length in
        let papers = papers(length)
        return [papers.insert, papers.faults, papers.readAll, papers.update, papers.byKey].map(withoutTarget)
    }

    private static func papers(_ length: Int) -> WrittenWork<Paper> {
        WrittenWork<Paper>(
            word: "\(length) bytes", shape: RowShape("Paper", "ZNUMBER=i ZTEXT=s\(length)"),
            model: { NSManagedObjectModel(for: Paper.self) },
            rows: { length > 1_000 ? max(100, $0.rows / 20) : $0.rows },
            make: { $0.fill($1, length: length) })
    }

    private static func withoutTarget(_ work: Workload) -> Workload {
        var work = work
        work.target = nil
        return work
    }

    private static var surveyColumns: String {
        let kinds = [
            ("FLAG", "b", 4), ("DAY", "t", 3), ("COUNT", "m", 5), ("NUMBER", "i", 7), ("SCORE", "d", 5),
            ("NAME", "n", 6),
        ]
        return kinds.flatMap { name, letter, count in (1...count).map { "Z\(name)\($0)=\(letter)" } }
            .joined(separator: " ")
    }
}
