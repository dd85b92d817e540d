// SPDX-License-Identifier: Apache-2.0
// The version of a schema: three numbers.

extension Schema {
    /// A version: major, minor, patch.
    public struct Version: Codable, Comparable, CustomStringConvertible, Hashable, Sendable {
        /// The first number.
        public let major: Int
        /// The second number.
        public let minor: Int
        /// The third number.
        public let patch: Int

        /// Makes a version of three numbers, none of them negative.
        public init(_ major: Int, _ minor: Int, _ patch: Int) {
            guard major >= 0, minor >= 0, patch >= 0 else {
                fatalError("the version \(major).\(minor).\(patch) of a schema has a negative number")
            }
            self.major = major
            self.minor = minor
            self.patch = patch
        }

        /// The numbers with points between them.
        public var description: String { "\(major).\(minor).\(patch)" }

        /// Compares the first number that differs.
        public static func < (lhs: Version, rhs: Version) -> Bool {
            (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
        }
    }
}
