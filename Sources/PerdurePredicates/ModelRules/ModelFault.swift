// SPDX-License-Identifier: Apache-2.0
// A fault of a model: the rule that the model breaks, the place, and the text. Rules find faults; their caller decides whether
// a fault is an exception, an error, one line of a list, or nothing.

/// A broken rule, with its place in the model.
package struct ModelFault: Error, Sendable, Equatable {
    package let rule: ModelRule
    /// The entity; nil for an entity without a name.
    package let entity: String?
    /// The property, or the path of an element; nil for a fault of the entity itself.
    package let property: String?
    /// What is wrong and what to do next; the caller puts the place before it.
    package let text: FaultText

    /// A fault of an entity itself.
    init(_ rule: ModelRule, _ entity: String?, _ text: FaultText) {
        self.init(rule, entity, nil, text)
    }

    /// A fault of a property.
    init(_ rule: ModelRule, _ entity: String?, _ property: String?, _ text: FaultText) {
        self.rule = rule
        self.entity = entity
        self.property = property
        self.text = text
    }
}

extension [ModelFault] {
    /// All faults that rules report.
    package static func all(_ find: ((ModelFault) -> Void) -> Void) -> [ModelFault] {
        var found: [ModelFault] = []
        find { found.append($0) }
        return found
    }
}

/// The rules; a caller can tolerate the faults of some of them.
package enum ModelRule: Sendable {
    case namedEntity, differentEntities, freeTable, knownParent, openHierarchy, shallowHierarchy,
        fewProperties
    case namedProperty, differentProperties, newProperty, unreservedName
    case chosenDestination, knownDestination, countsFromZero, orderedCounts
    case knownInverse, mutualInverse, inverseThatLeadsBack
    case typedAttribute, storableType, persistentSource, foreignSource
    case openElements, shallowElements, differentElements, storedElements
    case knownConstraint, assignedConstraint, storedReference, constrainedAttribute
    case differentIndexes, knownIndexed, wholeRange, unconditionalRange, rangeOfAttributes, rangeOfNumbers
}

/// A text with names in it.
///
/// The names are quoted at the end, because messages of compilers and exceptions have different quotation marks.
package struct FaultText: Sendable, Equatable, ExpressibleByStringInterpolation {
    private let parts: [Part]

    fileprivate enum Part: Sendable, Equatable {
        case words(String)
        case name(String)
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { parts.append(.words(literal)) }

        package mutating func appendInterpolation(_ words: some CustomStringConvertible) {
            parts.append(.words(words.description))
        }

        package mutating func appendInterpolation(name: String) { parts.append(.name(name)) }
    }

    package init(stringLiteral value: String) { parts = [.words(value)] }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    package static func + (left: FaultText, right: FaultText) -> FaultText {
        FaultText(parts: left.parts + right.parts)
    }

    private init(parts: [Part]) { self.parts = parts }

    /// The text with its names between quotation marks.
    package func quoted(_ mark: Character) -> String {
        parts.map { part in
            switch part {
            case .words(let words): words
            case .name(let name): "\(mark)\(name)\(mark)"
            }
        }.joined()
    }
}
