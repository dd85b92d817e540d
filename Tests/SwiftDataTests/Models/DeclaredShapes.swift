// SPDX-License-Identifier: Apache-2.0
// Classes in the forms in which programs write them; that this file compiles is most of the test.

import SwiftData

protocol Titled { var title: String { get } }

/// A class with all that a declaration may have.
@SwiftData.Model
public class OpenShape: Titled, Codable, CustomStringConvertible {
    #Unique<OpenShape>([\.title, \.number])
    #Index<OpenShape>(.binary([\.title]), .binary([\.number, \.title]))

    /// The title.
    public internal(set) var title: String
    private var secret = "s"
    package var number = 7
    /// What tells shapes apart.
    @SwiftData.Attribute(.unique) public var id: UUID
    @SwiftData.Transient lazy var later = 5
    static let limit = 3
    var upper: String {
        get { title.uppercased() }
        set { title = newValue }
    }
    /// The values.
    public var description: String { "open \(title) \(secret)" }
    @SwiftData.Relationship(deleteRule: .cascade, inverse: \Nested.Inner.shape) var inners = [Nested.Inner]()
    var `default`: Bool = true
    var optional: Int?
    var pairs: [String: [Int]] = [:]

    /// Makes a shape.
    public init(title: String) {
        self.title = title
        id = UUID()
    }

    /// Reads a shape.
    public required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        title = try values.decode(String.self, forKey: .title)
        id = UUID()
    }

    /// Writes a shape.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(title, forKey: .title)
    }

    enum Key: CodingKey {
        case title
    }
}

enum Nested {
    @Model
    final class Inner {
        var shape: OpenShape?
        var count = 0
        @Transient private var cache: [Int]?

        convenience init(_ count: Int) {
            self.init()
            self.count = count
        }

        init() {}
    }
}

@Model
private final class HiddenShape {
    var name: String

    init(name: String) { self.name = name }

    static func sample() throws -> Int {
        let context = ModelContext(
            try ModelContainer(
                for: HiddenShape.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
        context.insert(HiddenShape(name: "a"))
        try context.save()
        return try context.fetchCount(FetchDescriptor<HiddenShape>(predicate: #Predicate { $0.name == "a" }))
    }
}

/// What a test of another file may ask of a private class.
func hiddenShapes() throws -> Int { try HiddenShape.sample() }

/// Accessors in the style of expanded code, as programs keep them.
@Model
final class WrittenOut {
    var plain: String = ""
    @Transient private var _written: _SwiftDataNoType = _SwiftDataNoType()
    @Transient var written: String {
        get {
            access(keyPath: \.written)
            return plain + "!"
        }
        set { withMutation(keyPath: \.written) { plain = newValue } }
    }

    init() {}
}
