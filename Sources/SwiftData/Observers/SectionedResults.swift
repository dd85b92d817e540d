// SPDX-License-Identifier: Apache-2.0
// Results by sections, in the order in which the titles come.

import Foundation

/// Results by sections.
public struct SectionedResults<Element: PersistentModel, SectionTitle: Hashable>: RandomAccessCollection,
    Equatable
{
    private let sections: [ResultsSection<Element, SectionTitle>]

    /// Models with one title are one section, which stands where the first of them does.
    init(_ models: [Element], _ title: (Element) -> SectionTitle) {
        var numbers: [SectionTitle: Int] = [:]
        var groups: [(title: SectionTitle, models: [Element])] = []
        for model in models {
            let title = title(model)
            if let number = numbers[title] {
                groups[number].models.append(model)
            } else {
                numbers[title] = groups.count
                groups.append((title, [model]))
            }
        }
        sections = groups.map { ResultsSection(title: $0.title, models: $0.models) }
    }

    /// The titles, in the order of the sections.
    public var sectionTitles: [SectionTitle] { sections.map(\.title) }
    /// The first position.
    public var startIndex: Int { 0 }
    /// The position after the last one.
    public var endIndex: Int { sections.count }
    /// The section at a position.
    public subscript(position: Int) -> ResultsSection<Element, SectionTitle> { sections[position] }

    /// The section with a title; nil where there is none.
    public subscript(sectionTitle title: SectionTitle) -> ResultsSection<Element, SectionTitle>? {
        sections.first { $0.title == title }
    }

    /// Whether there is a section with a title.
    public func contains(sectionTitle title: SectionTitle) -> Bool { self[sectionTitle: title] != nil }

    /// The position of the section with a title.
    public func index(ofSectionTitled title: SectionTitle) -> Int? {
        sections.firstIndex { $0.title == title }
    }
}

/// The results with one title.
public struct ResultsSection<Element: PersistentModel, SectionTitle: Hashable>: RandomAccessCollection,
    Identifiable, Equatable
{
    /// The title.
    public let title: SectionTitle
    let models: [Element]

    /// The title.
    public var id: SectionTitle { title }
    /// The first position.
    public var startIndex: Int { 0 }
    /// The position after the last one.
    public var endIndex: Int { models.count }
    /// The model at a position.
    public subscript(position: Int) -> Element { models[position] }

    /// Whether both have one title and the same models in one order.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.title == rhs.title && lhs.models.count == rhs.models.count
            && zip(lhs.models, rhs.models).allSatisfy { $0 === $1 }
    }
}
