// SPDX-License-Identifier: Apache-2.0
// The options of attributes.

import Foundation
import PerdureFoundationGaps

extension Schema.Attribute {
    /// Something that is asked of an attribute.
    public struct Option: Codable, Hashable, CustomDebugStringConvertible, Sendable {
        /// The option's word.
        let word: String
        /// The name of the transformer, of a transformable attribute.
        var transformerName: String?
        /// How changes are merged, of an attribute that merges.
        private(set) var merging: Merging?

        private init(_ word: String, _ transformerName: String? = nil) {
            self.word = word
            self.transformerName = transformerName
        }

        /// No two models share the value; saving another one updates the first.
        public static var unique: Option { Option("unique") }
        /// Large data are files beside the store.
        public static var externalStorage: Option { Option("externalStorage") }
        /// The value lives in memory only, and its changes count as changes of the model.
        public static var ephemeral: Option { Option("ephemeral") }
        /// The history keeps the value of a deleted model.
        public static var preserveValueOnDeletion: Option { Option("preserveValueOnDeletion") }
        /// Kept in the schema; nothing on Linux indexes the value.
        public static var spotlight: Option { Option("spotlight") }
        /// Kept in the schema; nothing on Linux synchronizes the value.
        public static var allowsCloudEncryption: Option { Option("allowsCloudEncryption") }
        /// The value is one encoded value in the store.
        public static var codable: Option { Option("codable") }

        /// How the changes of several contexts to one attribute become one value.
        ///
        /// ## Compatibility
        /// An addition.
        public enum Merging: String, Codable, Sendable {
            /// A change is an addition, so that all count: for whole numbers, Double and Decimal.
            case counter
        }

        /// The changes of several contexts are merged when they are saved, without a conflict; version hashes stay as they are.
        ///
        /// ## Compatibility
        /// An addition.
        public static func merges(_ merging: Merging) -> Option {
            var option = Option("merges")
            option.merging = merging
            return option
        }

        /// A registered transformer writes the value.
        public static func transformable(by transformerName: String) -> Option {
            Option("transformable", transformerName)
        }

        /// A transformer's class writes the value; it is registered under the class's name when the schema is made.
        public static func transformable(by transformerType: ValueTransformer.Type) -> Option {
            Option("transformable", String(describing: transformerType))
        }

        /// The option as source has it.
        public var debugDescription: String {
            transformerName.map { ".\(word)(by: \"\($0)\")" } ?? merging.map { ".\(word)(.\($0.rawValue))" }
                ?? ".\(word)"
        }
    }
}
