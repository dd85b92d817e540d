// SPDX-License-Identifier: Apache-2.0
// Names of models as names of tables and columns that people can read (PG-41, PG-42).

#if PostgreSQL
/// Makes names that a server keeps whole.
enum ServerWord {
    /// The longest name of a server, in bytes: it cuts longer ones without an error.
    static let longest = 63

    /// A name in snake case: `createdAt` → `created_at`, `URLLoader` → `url_loader`.
    static func snakeCase(_ name: String) -> String {
        let scalars = Array(name.unicodeScalars)
        var word = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            if index > 0, scalar.properties.isUppercase {
                let before = scalars[index - 1]
                let isStart = isLowercaseOrDigit(before)
                let isLastCapital =
                    before.properties.isUppercase && index + 1 < scalars.count
                    && scalars[index + 1].properties.isLowercase
                if isStart || isLastCapital { word.append("_") }
            }
            word.append(scalar)
        }
        return String(word).lowercased()
    }

    private static func isLowercaseOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isLowercase || scalar.properties.numericType == .decimal
    }

    /// A name of at most 63 bytes; of a longer one a part, and a hash that keeps it apart from others.
    static func fitting(_ name: String) -> String {
        guard name.utf8.count > longest else { return name }
        var part = ""
        for scalar in name.unicodeScalars {
            guard part.utf8.count + Unicode.Scalar(scalar).utf8.count <= longest - 9 else { break }
            part.unicodeScalars.append(scalar)
        }
        return "\(part)_\(hash(name))"
    }

    /// The names of the key and the sequence that a table brings along, unless the server cuts them.
    static func companions(of table: String) -> [String] {
        ["\(table)_pkey", "\(table)_id_seq"].filter { $0.utf8.count <= longest }
    }

    /// The upper half of the FNV-1a hash of 64 bits, as eight digits.
    static func hash(_ text: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(hash >> 32, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
#endif
