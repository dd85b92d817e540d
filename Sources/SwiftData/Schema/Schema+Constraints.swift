// SPDX-License-Identifier: Apache-2.0
// Unique combinations and indexes of a class. Key paths are written as names, because nothing else of them can be.

import Foundation

extension Schema {
    /// Combinations of properties that no two models share.
    public final class Unique<T: PersistentModel>: SchemaCombinations, CustomDebugStringConvertible {
        /// The key of the written form.
        public enum CodingKeys: CodingKey {
            /// The combinations.
            case constraints
        }

        /// The combinations.
        public let constraints: [[PartialKeyPath<T>]]
        /// The name.
        public var name = "SwiftData.Schema.Unique"
        /// The same name.
        public var originalName = "SwiftData.Schema.Unique"
        /// The type in Swift.
        public var valueType: any Any.Type = Any.self
        let uniqueNames: [[String]]
        let indexNames: [(isSpatial: Bool, names: [String])] = []

        /// States combinations.
        public init(_ constraints: [PartialKeyPath<T>]...) {
            self.constraints = constraints
            uniqueNames = constraints.map(ModelFacts.names(of:))
        }

        /// True.
        public var isUnique: Bool { true }
        /// The combinations, for people who debug.
        public var debugDescription: String { "Unique<\(T.self)>\(uniqueNames)" }

        /// Reads names.
        public init(from decoder: any Decoder) throws {
            uniqueNames = try decoder.container(keyedBy: CodingKeys.self)
                .decode([[String]].self, forKey: .constraints)
            constraints = uniqueNames.map { ModelFacts.keyPaths(of: T.self, named: $0) }
        }

        /// Writes names.
        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(uniqueNames, forKey: .constraints)
        }

        /// Whether the names are equal.
        public static func == (lhs: Unique<T>, rhs: Unique<T>) -> Bool { lhs.uniqueNames == rhs.uniqueNames }
        /// Hashes the names.
        public func hash(into hasher: inout Hasher) { hasher.combine(uniqueNames) }
    }

    /// Indexes over properties.
    public final class Index<T: PersistentModel>: SchemaCombinations, CustomDebugStringConvertible {
        /// The key of the written form.
        public enum CodingKeys: CodingKey {
            /// The indexes.
            case indices
        }

        /// An index of one kind.
        public enum Types<P: PersistentModel> {
            /// An ordinary index.
            case binary([PartialKeyPath<P>])
            /// An index of numbers as coordinates.
            case rtree([PartialKeyPath<P>])
        }

        /// The indexes.
        public let indices: [Types<T>]
        /// The name.
        public var name = "SwiftData.Schema.Index"
        /// The same name.
        public var originalName = "SwiftData.Schema.Index"
        /// The type in Swift.
        public var valueType: any Any.Type = Any.self
        let uniqueNames: [[String]] = []
        let indexNames: [(isSpatial: Bool, names: [String])]

        /// Asks for ordinary indexes.
        public convenience init(_ binaryIndices: [PartialKeyPath<T>]...) {
            self.init(all: binaryIndices.map { .binary($0) })
        }

        /// Asks for indexes of stated kinds.
        public convenience init(_ indices: Types<T>...) { self.init(all: indices) }

        private init(all indices: [Types<T>]) {
            self.indices = indices
            indexNames = indices.map {
                switch $0 {
                case .binary(let paths): (false, ModelFacts.names(of: paths))
                case .rtree(let paths): (true, ModelFacts.names(of: paths))
                }
            }
        }

        /// False.
        public var isUnique: Bool { false }
        /// The indexes, for people who debug.
        public var debugDescription: String { "Index<\(T.self)>\(written)" }

        private var written: [[String]] { indexNames.map { [$0.isSpatial ? "rtree" : "binary"] + $0.names } }

        /// Reads kinds and names.
        public convenience init(from decoder: any Decoder) throws {
            let written = try decoder.container(keyedBy: CodingKeys.self)
                .decode([[String]].self, forKey: .indices)
            self.init(
                all: written.map {
                    let paths = ModelFacts.keyPaths(of: T.self, named: Array($0.dropFirst()))
                    return $0.first == "rtree" ? .rtree(paths) : .binary(paths)
                })
        }

        /// Writes kinds and names.
        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(written, forKey: .indices)
        }

        /// Whether kinds and names are equal.
        public static func == (lhs: Index<T>, rhs: Index<T>) -> Bool { lhs.written == rhs.written }
        /// Hashes kinds and names.
        public func hash(into hasher: inout Hasher) { hasher.combine(written) }
    }
}
