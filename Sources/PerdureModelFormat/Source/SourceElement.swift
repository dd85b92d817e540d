// SPDX-License-Identifier: Apache-2.0
// One element of a model source as it is written: attributes in Xcode's order, four spaces per level.
// Used by XMLModelWriter.swift.

/// An element that will be written.
struct SourceElement {
    let name: String
    private(set) var attributes: [String: String] = [:]
    var children: [SourceElement] = []

    init(_ name: String, _ attributes: [String: String] = [:]) {
        self.name = name
        self.attributes = attributes
    }

    /// Sets an attribute; nil leaves it out.
    mutating func set(_ name: String, _ value: String?) {
        if let value { attributes[name] = value }
    }

    /// Sets a flag, which is written only when it is on.
    mutating func set(_ name: String, _ flag: Bool) {
        if flag { attributes[name] = "YES" }
    }

    /// Adds attributes that the element does not have itself.
    mutating func add(_ others: [String: String]) { attributes.merge(others) { own, _ in own } }

    /// Adds a child; nil adds nothing.
    mutating func add(_ child: SourceElement?) {
        if let child { children.append(child) }
    }

    func write(to output: inout String, indentation: String = "") {
        output += indentation + "<" + name
        for (key, value) in attributes.sorted(by: { Self.precedes($0.key, $1.key) }) {
            output += " \(key)=\"\(Self.escaped(value))\""
        }
        guard !children.isEmpty else {
            output += "/>\n"
            return
        }
        output += ">\n"
        for child in children { child.write(to: &output, indentation: indentation + "    ") }
        output += indentation + "</" + name + ">\n"
    }

    private static func precedes(_ left: String, _ right: String) -> Bool {
        let (leftRank, rightRank) = (ranks[left] ?? .max, ranks[right] ?? .max)
        return leftRank == rightRank ? left < right : leftRank < rightRank
    }

    /// The order in which Xcode writes the attributes of all elements.
    private static let ranks: [String: Int] = {
        let order = """
            key name property expression expressionType type documentVersion lastSavedToolsVersion systemVersion minimumToolsVersion macOSVersion iOSVersion \
            sourceLanguage usedWithCloudKit usedWithSwiftData userDefinedModelVersionIdentifier representedClassName \
            isAbstract parentEntity optional transient readOnly attributeType valueTransformerName minDateTimeInterval \
            minValueString maxDateTimeInterval maxValueString defaultDateTimeInterval defaultValueString \
            regularExpressionString derived derivationExpression composite allowsExternalBinaryDataStorage \
            customClassName usesScalarValueType preserveAfterDeletion allowsCloudEncryption toMany minCount maxCount \
            deletionRule ordered destinationEntity inverseName inverseEntity indexed elementID versionHashModifier \
            spotlightIndexingEnabled storedInTruthFile entity predicateString resultType fetchLimit fetchBatchSize \
            includeSubentities includePropertyValues includesPendingChanges returnObjectsAsFaults \
            returnDistinctResults partialIndexPredicate order value syncable codeGenerationType
            """
        let names = order.split(separator: " ").map(String.init)
        return Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    }()

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\r", "\t": result += "&#\(scalar.value);"
            // XML has no way to write other control characters.
            case _ where scalar.value < 0x20: break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
