// SPDX-License-Identifier: Apache-2.0
// What @ManagedObject reports about attributes that merge: message, place and remedy.

import Testing

@Suite struct MergeableDiagnosticsTests {
    private func reports(_ property: String) -> [Expansion.Report] {
        expansion(property).reports
    }

    private func expansion(_ property: String) -> Expansion {
        Expansion("@ManagedObject class Post: NSManagedObject {\n\(property)\n}")
    }

    @Test("MRG-60 the kind must be said as a literal") func unknownKind() {
        #expect(
            reports("@Mergeable(kind) var likes: Int64") == [
                .init(
                    id: "unknownMergeKind",
                    message:
                        "@Mergeable of 'likes' must say how it merges: .counter, .set, .dictionary or .value",
                    line: 2, column: 1)
            ])
        #expect(reports("@Mergeable(.bag) var likes: Int64").map(\.id) == ["unknownMergeKind"])
    }

    @Test(
        "MRG-20 a counter has a number of a countable type",
        arguments: ["String", "Bool", "Float", "Date", "Status", "[Int]", "NSDecimalNumber"])
    func counterType(_ type: String) {
        let expansion = expansion("@Mergeable(.counter) var likes: \(type)")
        #expect(
            expansion.reports.prefix(1) == [
                .init(
                    id: "counterType",
                    message:
                        "counter 'likes' cannot have the type '\(type)': a counter is an Int64, Int32, Int16, Int, "
                        + "Double or Decimal, or one of them that is optional",
                    line: 2, column: 33, remedies: ["make the type 'Int64'"])
            ])
        #expect(expansion.replacements(ofReport: 0) == ["Int64"])
    }

    @Test("MRG-20 the remedy of a wrong counter keeps the question mark") func optionalCounter() {
        let expansion = expansion("@Mergeable(.counter) var likes: String?")
        #expect(expansion.reports.first?.remedies == ["make the type 'Int64?'"])
        #expect(expansion.replacements(ofReport: 0) == ["Int64?"])
    }

    @Test("MRG-30 a set is a Set of elements that can be stored") func setType() {
        let array = expansion("@Mergeable(.set) var tags: [String]")
        #expect(
            array.reports == [
                .init(
                    id: "setType",
                    message:
                        "mergeable set 'tags' cannot have the type '[String]': write 'Set' with its elements",
                    line: 2, column: 28, remedies: ["make the type 'Set<String>'"])
            ])
        #expect(array.replacements(ofReport: 0) == ["Set<String>"])
        #expect(reports("@Mergeable(.set) var tags: String").map(\.id) == ["setType"])
        #expect(
            reports("@Mergeable(.set) var tags: Set<Double>") == [
                .init(
                    id: "setElement",
                    message:
                        "mergeable set 'tags' cannot have elements of the type 'Double': they are Strings, integers, "
                        + "UUIDs or URLs, or an enumeration of them that conforms to MergeableElement",
                    line: 2, column: 28)
            ])
    }

    @Test("MRG-30 MRG-40 sets and dictionaries are never nil") func optionalCollections() {
        let set = expansion("@Mergeable(.set) var tags: Set<String>?")
        #expect(
            set.reports == [
                .init(
                    id: "optionalCollection",
                    message: "mergeable set 'tags' cannot be optional: without a value it is empty", line: 2,
                    column: 28, remedies: ["make the type 'Set<String>'"])
            ])
        #expect(set.replacements(ofReport: 0) == ["Set<String>"])
        let dictionary = expansion("@Mergeable(.dictionary) var settings: [String: Any]?")
        #expect(dictionary.reports.map(\.id) == ["optionalCollection"])
        #expect(dictionary.replacements(ofReport: 0) == ["[String: Any]"])
    }

    @Test(
        "MRG-40 a dictionary has Strings as keys and values",
        arguments: ["[Int: Any]", "[Any]", "[String: Int?]"])
    func dictionaryType(_ type: String) {
        let expansion = expansion("@Mergeable(.dictionary) var settings: \(type)")
        #expect(
            expansion.reports == [
                .init(
                    id: "dictionaryType",
                    message:
                        "mergeable dictionary 'settings' cannot have the type '\(type)': its keys are Strings, and "
                        + "its values cannot be nil",
                    line: 2, column: 39, remedies: ["make the type '[String: Any]'"])
            ])
        #expect(expansion.replacements(ofReport: 0) == ["[String: Any]"])
    }

    @Test("MRG-71 sets and dictionaries start empty") func initialValues() {
        #expect(
            reports("@Mergeable(.set) var tags: Set<String> = [\"a\"]") == [
                .init(
                    id: "collectionDefault",
                    message:
                        "'tags' merges and starts empty: what it shall have in new objects is inserted or set in "
                        + "awakeFromInsert()",
                    line: 2, column: 42, remedies: ["remove the initial value"])
            ])
        #expect(reports("@Mergeable(.set) var tags: Set<String> = []").isEmpty)
        #expect(reports("@Mergeable(.dictionary) var settings: [String: Any] = [:]").isEmpty)
        #expect(
            reports("@Mergeable(.dictionary, default: [\"a\": 1]) var settings: [String: Any]").map(\.id)
                == ["collectionDefault"])
    }

    @Test("MRG-4 arguments that say nothing about the kind are warned of") func uselessArguments() {
        let expansion = expansion("@Mergeable(.counter, deep: true) var likes: Int64")
        #expect(
            expansion.reports == [
                .init(
                    id: "uselessMergeArgument",
                    message: "'deep:' has no effect on attribute 'likes': it is for dictionaries that merge",
                    line: 2,
                    column: 28, remedies: ["remove 'deep: true'"])
            ])
        #expect(expansion.text.contains("$likes"))
        #expect(
            reports("@Mergeable(.set, conflict: .theirs, indexedKeys: [\"a\"]) var tags: Set<String>").map(
                \.id)
                == ["uselessMergeArgument", "uselessMergeArgument"])
    }

    @Test("MRG-4 what the store computes, and what is no attribute, cannot merge") func conflicts() {
        #expect(
            reports("@Mergeable(.counter) @Derived(\"many.@count\") var total: Int").map(\.id)
                == ["conflictingKinds"])
        #expect(
            reports("@Mergeable(.set) @Relationship var tags: Set<Tag>").map(\.id) == ["conflictingKinds"])
        #expect(
            reports("@Mergeable(.counter, .unique) var likes: Int64") == [
                .init(
                    id: "optionConflict", message: "attribute 'likes' cannot be both mergeable and unique",
                    line: 2,
                    column: 22)
            ])
    }

    @Test("MRG-124 constraints and indexes cannot be on what merges as a collection") func constraints() {
        let expansion = Expansion(
            """
            @ManagedObject(unique: [["likes"]], indexes: [.index("tags", on: "tags")])
            class Post: NSManagedObject {
                @Mergeable(.counter) var likes: Int64
                @Mergeable(.set) var tags: Set<String>
            }
            """)
        #expect(expansion.reports.map(\.id) == ["illegalConstraintMember", "illegalIndexElement"])
    }

    @Test("MRG-60 @Mergeable outside of a @ManagedObject class is reported") func misplaced() {
        #expect(
            Expansion("class Post { @Mergeable(.counter) var likes: Int64 }").reports.map(\.id) == [
                "misplacedMarker"
            ])
    }

    @Test("MRG-60 a handle has the property's access level and name") func handles() {
        let text = expansion("@Mergeable(.counter) public var likes: Int16 = 1").text
        #expect(
            text.contains(
                "public var $likes: MergeableCounter<Int16> { MergeableCounter<Int16>(self, at: 0) }"))
        #expect(text.contains("get { _optionalInt16(at: 0) ?? 1 }"))
        #expect(text.contains("set { _setInt64(Int64(newValue), at: 0) }"))
    }
}
