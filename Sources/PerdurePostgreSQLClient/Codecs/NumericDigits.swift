// SPDX-License-Identifier: Apache-2.0
// Decimals as servers keep them: digits to the base 10,000. ServerValue+Encoding.swift asks for them.

#if PostgreSQL
import Foundation

/// A number of the type numeric.
struct NumericDigits: Equatable {
    private enum Sign {
        static let plus: UInt16 = 0
        static let minus: UInt16 = 0x4000
        static let notANumber: UInt16 = 0xC000
    }

    /// To the base 10,000, the highest first.
    private var digits: [Int16] = []
    /// The power of 10,000 that the first digit counts.
    private var weight: Int16 = 0
    private var sign = Sign.plus
    /// How many decimal digits behind the point are shown.
    private var scale: Int16 = 0

    /// Takes a decimal apart, exactly.
    init(_ value: Decimal) {
        guard !value.isNaN else {
            sign = Sign.notANumber
            return
        }
        let text = value.description
        if text.hasPrefix("-") { sign = Sign.minus }
        let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        let whole = parts.first.map(String.init) ?? "0"
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        scale = Int16(fraction.utf8.count)
        let front = String(repeating: "0", count: (4 - whole.utf8.count % 4) % 4) + whole
        let back = fraction + String(repeating: "0", count: (4 - fraction.utf8.count % 4) % 4)
        weight = Int16(front.utf8.count / 4 - 1)
        digits = Self.groups(front + back)
        dropZeros()
    }

    private static func groups(_ text: String) -> [Int16] {
        let bytes = Array(text.utf8)
        return stride(from: 0, to: bytes.count, by: 4).map { start in
            bytes[start..<start + 4].reduce(0) { $0 * 10 + Int16($1) - 48 }
        }
    }

    private mutating func dropZeros() {
        while digits.last == 0 { digits.removeLast() }
        let zeros = digits.prefix { $0 == 0 }.count
        digits.removeFirst(zeros)
        weight = digits.isEmpty ? 0 : weight - Int16(zeros)
        if digits.isEmpty, sign == Sign.minus { sign = Sign.plus }
    }

    /// Reads the server's form.
    init(_ reader: inout ByteReader) throws {
        let count: Int16 = try reader.integer()
        weight = try reader.integer()
        sign = try reader.integer()
        scale = try reader.integer()
        guard count >= 0, Int(count) * 2 <= reader.remaining else {
            throw reader.error("a numeric is cut off")
        }
        for _ in 0..<count {
            let digit: Int16 = try reader.integer()
            guard 0..<10_000 ~= digit else { throw reader.error("\(digit) is no digit of a numeric") }
            digits.append(digit)
        }
    }

    /// Appends the server's form.
    func encode(to bytes: inout [UInt8]) {
        bytes.append(bigEndian: Int16(digits.count))
        bytes.append(bigEndian: weight)
        bytes.append(bigEndian: sign)
        bytes.append(bigEndian: scale)
        for digit in digits { bytes.append(bigEndian: digit) }
    }

    /// The decimal; what has more digits than fit is rounded to 38.
    ///
    /// - Throws: `PostgreSQLError.invalidValue` for what a decimal cannot hold: infinities, and numbers beyond its range.
    func decimal(_ what: String) throws -> Decimal {
        if sign == Sign.notANumber { return .nan }
        guard sign == Sign.plus || sign == Sign.minus else {
            throw PostgreSQLError.invalidValue(what: what, reason: "an infinite numeric is no decimal")
        }
        var decimals = digits.flatMap { [$0 / 1000, $0 / 100 % 10, $0 / 10 % 10, $0 % 10] }
        var exponent = (Int(weight) + 1 - digits.count) * 4
        decimals.removeFirst(decimals.prefix { $0 == 0 }.count)
        Self.fit(&decimals, &exponent)
        // What is too small for a decimal is rounded as more digits are.
        if exponent < -128 {
            decimals.removeLast(min(-128 - exponent, decimals.count))
            exponent = -128
        }
        guard !decimals.isEmpty else { return 0 }
        let text = (sign == Sign.minus ? "-" : "") + decimals.map(String.init).joined() + "e\(exponent)"
        guard -128...127 ~= exponent, let value = Decimal(string: text, locale: nil), !value.isNaN else {
            throw PostgreSQLError.invalidValue(
                what: what,
                reason: "a numeric of about 10 to the power of \(exponent + decimals.count) is no decimal"
            )
        }
        return value
    }

    /// Makes digits and exponent those of a decimal: a whole number of 128 bits, and a power of ten of at most 127.
    private static func fit(_ decimals: inout [Int16], _ exponent: inout Int) {
        dropZeros(&decimals, &exponent)
        if UInt128(decimals.map(String.init).joined()) == nil {
            exponent += round(&decimals)
            dropZeros(&decimals, &exponent)
        }
        // The highest powers are reached by zeros in the number itself.
        let zeros = exponent - 127
        guard zeros > 0, zeros + decimals.count <= 39 else { return }
        let padded = decimals + [Int16](repeating: 0, count: zeros)
        guard UInt128(padded.map(String.init).joined()) != nil else { return }
        (decimals, exponent) = (padded, 127)
    }

    private static func dropZeros(_ decimals: inout [Int16], _ exponent: inout Int) {
        while decimals.last == 0 {
            decimals.removeLast()
            exponent += 1
        }
    }

    /// Keeps 38 digits, and says how many powers of ten were left out.
    private static func round(_ decimals: inout [Int16]) -> Int {
        guard decimals.count > 38 else { return 0 }
        var dropped = decimals.count - 38
        let goesUp = decimals[38] >= 5
        decimals.removeLast(dropped)
        guard goesUp else { return dropped }
        var index = 37
        while index >= 0, decimals[index] == 9 {
            decimals[index] = 0
            index -= 1
        }
        if index >= 0 {
            decimals[index] += 1
        } else {
            decimals = [1]
            dropped += 38
        }
        return dropped
    }
}
#endif
