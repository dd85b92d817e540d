// SPDX-License-Identifier: Apache-2.0
// Exceptions of single stores: what an application made itself, and what is left of a store's history.

import Foundation
import Perdure

extension SchemaException {
    private static let emptyPhotos = "Test-Empty-Library-13-5.photoslibrary/database/Photos.sqlite"
    private static let photos10 = "TestTimeWarp-10.15.7.photoslibrary/database/Photos.sqlite"
    private static let photos11 = "Test-10.16.0.1.photoslibrary/database/Photos.sqlite"
    private static let photos15 = "Test-15.4.1.photoslibrary/database/Photos.sqlite"
    private static let photos16 = "Test-16.0.0-beta.photoslibrary/database/Photos.sqlite"
    private static let visionIndex = "caches/vision/VUIndex.sqlite"
    private static let artsy = "artsy__energy/Resources/CoreData/oss_stubbed_data.sqlite"

    /// Stores of SwiftData, which always keeps a history.
    private static let ofSwiftData = [
        "TrinsicVentures__FreezeRay/1.0.0/App-1_0_0.sqlite",
        "TrinsicVentures__FreezeRay/2.0.0/App-2_0_0.sqlite",
        "thierryH91200__PegaseUIData/PegaseUIData/Resource/SampleManager.store",
    ]

    static let ofApplications = [
        absent(
            "tables of persistent history, which the application or SwiftData turned on",
            [emptyPhotos, photos10, photos11, photos15, photos16, visionIndex] + ofSwiftData,
            [
                "ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING", "ACHANGE_ZTRANSACTIONID_INDEX",
                "ATRANSACTION_ZAUTHORTS_INDEX", "ATRANSACTION_ZBUNDLEIDTS_INDEX",
                "ATRANSACTION_ZCONTEXTNAMETS_INDEX", "ATRANSACTION_ZPROCESSIDTS_INDEX",
                "Z_TRANSACTIONSTRING_UNIQUE_NAME", "Z_TRANSACTION_TransactionAuthorIndex",
                "Z_TRANSACTION_TransactionTimestampIndex",
            ]),
        absent(
            "indexes that Photos makes with its own SQL", [emptyPhotos, photos10, photos11, photos15],
            ["RADAR_10322662_INDEX", "RADAR_22158684_INDEX"]),
        absent(
            "an index that Photos 10.15 makes with its own SQL", [photos10], ["RADAR_45737537_UNIQUE_INDEX"]),
        absent(
            "indexes that Photos 16 makes with its own SQL", [photos16],
            [
                "Z_32ASSETS_Z_32ALBUMS_Z_3ASSETS_Z_FOK_3ASSETS_INDEX",
                "Z_32ASSETS_Z_32ALBUMS_Z_FOK_3ASSETS_Z_3ASSETS_INDEX",
            ]),
        absent(
            "an R-tree index that the store's model cache does not know",
            [emptyPhotos, photos11, photos15, photos16], spatial("Z_RT_Asset_boundedByRect")),
        absent(
            "an R-tree index that the store's model cache does not know", [photos10],
            spatial("Z_RT_GenericAsset_boundedByRect")),
        SchemaException(
            "an index that Photos 10.15 dropped: its hierarchy has one concrete entity", .stores([photos10]),
            names: ["ZGENERICASSET_Z_ENT_INDEX"]
        ) { difference, _ in difference.apple == nil },
    ]

    /// Definitions that only Apple's store has.
    private static func absent(_ reason: String, _ stores: [String], _ names: Set<String>) -> SchemaException
    {
        SchemaException(reason, .stores(stores), names: names) { difference, _ in difference.ours == nil }
    }

    private static func spatial(_ name: String) -> Set<String> {
        [name, "\(name)_node", "\(name)_parent", "\(name)_rowid"]
    }

    static let ofMigrations = [
        appended(
            photos11,
            ["ZASSET", "ZMOMENT", "ZPERSON", "ZSCENECLASSIFICATION", "ZSHAREPARTICIPANT", "ZSUGGESTION"]),
        appended(
            photos15,
            [
                "ZCHARACTERRECOGNITIONATTRIBUTES", "ZCLOUDFEEDENTRY", "ZCLOUDMASTER",
                "ZCLOUDSHAREDALBUMINVITATIONRECORD", "ZEDITEDIPTCATTRIBUTES",
                "ZEXTENDEDATTRIBUTES", "ZMEDIAANALYSISASSETATTRIBUTES", "ZMEMORY", "ZMIGRATIONHISTORY",
                "ZMOMENT", "ZPERSON", "ZPHOTOSHIGHLIGHT", "ZQUESTION", "ZSCENECLASSIFICATION", "ZSCENEPRINT",
                "ZSHARE", "ZSUGGESTION", "ZUSERFEEDBACK", "ZVISUALSEARCHATTRIBUTES",
            ]),
        appended(photos15, ["ZDETECTEDFACE"], renamed: ["ZPERSONFORFACE INTEGER"]),
        SchemaException(
            "join tables' indexes that a migration left under the entity numbers of an earlier model",
            .stores([photos11, photos15])
        ) { difference, comparison in
            guard difference.ours == nil, let index = SchemaIndex(difference.apple),
                difference.name.wholeMatch(of: /Z_[0-9]+[A-Z]+_(Z_[0-9]+[A-Z]+|REFLEXIVE)_INDEX/) != nil
            else { return false }
            let current = "\(index.table)_\(index.columns[0])_INDEX"
            return current != index.name && comparison.ours[current] != nil
                && comparison.apple[current] == "CREATE INDEX \(current) \(index.clause)"
        },
        SchemaException(
            "indexes of attributes that an earlier model marked as indexed and that a migration left",
            .stores([photos11, photos15])
        ) { difference, comparison in
            guard difference.ours == nil, let index = SchemaIndex(difference.apple),
                let match = index.name.wholeMatch(of: /Z_([A-Za-z]+)_([A-Za-z]+)/),
                comparison.model.entitiesByName[String(match.1)]?.attributesByName[String(match.2)] != nil
            else { return false }
            return index.columns == ["Z\(match.2.uppercased()) COLLATE BINARY ASC"]
        },
    ]

    /// Columns that a migration in place put at the end of a table: the same columns, and those before it in order,
    /// apart from columns that kept their place under another name.
    private static func appended(
        _ store: String, _ tables: Set<String>, renamed: Set<String> = []
    ) -> SchemaException {
        SchemaException(
            "columns that a migration in place appended to a table", .stores([store]), names: tables
        ) { difference, _ in
            guard let apple = difference.apple, let ours = difference.ours,
                let addition = apple.range(of: " , ")
            else { return false }
            let before = columns(String(apple[..<addition.lowerBound]) + " )").filter {
                !renamed.contains($0)
            }
            let (all, expected) = (columns(apple), columns(ours))
            return all.sorted() == expected.sorted() && expected.filter(Set(before).contains) == before
        }
    }

    static let ofOrders = [
        SchemaException(
            "the order of Z_FOK columns among themselves", .stores([photos10]),
            names: ["ZCLOUDSHAREDCOMMENT", "ZGENERICASSET"], rule: differsInOrderColumns),
        SchemaException(
            "the order of Z_FOK columns among themselves", .stores([photos15, photos16]), names: ["ZASSET"],
            rule: differsInOrderColumns),
        SchemaException(
            "the columns of frameworks before 400 are not sorted by name",
            .stores(["c52475d1/Examples/RKTwitterCoreData/RKSeedDatabase.sqlite"]), names: ["ZRKTUSER"]
        ) { difference, _ in
            columns(difference.apple ?? "").sorted() == columns(difference.ours ?? "").sorted()
        },
        SchemaException(
            "which of two join columns of one name has a number, when both are of one entity",
            .stores([artsy]), names: ["Z_3LOCATIONS", "Z_3SHOWS"], rule: differsInNumbers),
        SchemaException(
            "which of two join columns of one name has a number, when both are of one entity",
            .stores([photos15]),
            names: [
                "Z_3MEMORIESBEINGREPRESENTATIVEASSETS", "Z_3SUGGESTIONSBEINGREPRESENTATIVEASSETS",
                "Z_3MEMORIESBEINGREPRESENTATIVEASSETS_Z_51MEMORIESBEINGREPRESENTATIVEASSETS_INDEX",
                "Z_3SUGGESTIONSBEINGREPRESENTATIVEASSETS_Z_65SUGGESTIONSBEINGREPRESENTATIVEASSETS_INDEX",
            ], rule: differsInNumbers),
    ]

    @Sendable private static func differsInOrderColumns(_ difference: SchemaDifference, _: SchemaComparison)
        -> Bool
    {
        let (apple, ours) = (columns(difference.apple ?? ""), columns(difference.ours ?? ""))
        let isOther = { (column: String) in !column.hasPrefix("Z_FOK_") }
        return apple.sorted() == ours.sorted() && apple.filter(isOther) == ours.filter(isOther)
    }

    @Sendable private static func differsInNumbers(_ difference: SchemaDifference, _: SchemaComparison)
        -> Bool
    {
        guard let apple = difference.apple, let ours = difference.ours else { return false }
        let number = /[0-9]+(?=[ ,)])/
        return apple.replacing(number, with: "") == ours.replacing(number, with: "")
    }

    /// The columns of a CREATE TABLE text, in order.
    private static func columns(_ text: String) -> [String] {
        guard let start = text.firstIndex(of: "("), let end = text.lastIndex(of: ")"), start < end else {
            return []
        }
        return text[text.index(after: start)..<end].split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }
}
