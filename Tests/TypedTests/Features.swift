// SPDX-License-Identifier: Apache-2.0
// One class that says everything that a model can say; FeatureTests.swift has a row for each line.

import Foundation
import PerdureMacros

struct Amount: CompositeValue, Equatable {
    var value: Double = 1.5
    var unit: String?

    static var elementOptions: [String: [PropertyOption]] {
        ["value": [.maximum(9.5), .originalName("number")]]
    }
}

@ManagedObject(
    "FeatureBase", isAbstract: true, unique: [["text", "number"], ["amount.unit"]],
    indexes: [
        .index("sorted", on: "text", .descending("number"), where: "number > 3"),
        .index("ranges", on: .rTree("real")),
        .index("lowered", on: .expression("lowercase:(text)", .stringAttributeType)),
        .index("inside", on: "amount.value"),
    ], originalName: "OldFeature", hashModifier: "e2", userInfo: ["a": "b"], configurations: ["One", "Two"])
class Feature: NSManagedObject {
    @Attribute(.indexed, .spotlight, originalName: "oldText", hashModifier: "p2", userInfo: ["c": "d"])
    var text: String = "t"
    @Attribute(.type(.integer16AttributeType), .minimum(-1), .maximum(10)) var number: Int = 4
    @Attribute(.required) var needed: Date?
    @Attribute(.optional) var loose: Bool = true
    @Attribute(.noDefault) var unset: Int32 = 7
    @Attribute(.pattern("[a-z]+"), .minimumLength(2), .maximumLength(5)) var word: String?
    @Attribute(.validation("SELF != 3", "not three"), .validation("SELF < 9", code: 1700)) var checked: Int?
    @Attribute(.externalStorage, .cloudEncryption) var blob: Data?
    @Attribute(.preservedOnDeletion, .externalRecord) var kept: String?
    @Attribute(.minimum(Date(timeIntervalSinceReferenceDate: 5))) var later: Date?
    @Attribute(.valueClass("NSColor"), transformer: "FeatureTransformer") var color: NSObject?
    @Attribute(.unique) var code: String?
    var real: Double?
    var small: Float = 0.5
    var exact: Decimal = Decimal(string: "1.25")!
    var link: URL?
    var list: [Int] = [1, 2]
    @Attribute(default: Amount()) var amount: Amount
    @Transient var memory: Int?
    @Transient var anything: [Date: Feature]?
    @Derived("uppercase:(text)") var upper: String?
    @Derived("many.@count", .optional) var total: Int
    @Relationship(inverse: "one", deleteRule: .deny, minimum: 2, maximum: 8) var many: [FeatureEnd]
    @Relationship(.required, inverse: "back", deleteRule: .noAction, originalName: "oldSingle") var single:
        FeatureEnd?
    @Transient @Relationship(inverse: nil) var passing: Set<FeatureEnd>
    @FetchedProperty("text == $FETCH_SOURCE.text", sort: ["text", "-number"], limit: 3, userInfo: ["e": "f"])
    var twins: [Feature]
}

@ManagedObject final class FeatureEnd: Feature {
    @Relationship var one: Feature?
    @Relationship(deleteRule: .cascade) var back: Feature?
}
