// SPDX-License-Identifier: Apache-2.0
// Numbers, quoted text and percent forms. The printer's ConstantPrinter.swift writes what is read here.

import Foundation

extension PredicateLexer {
    /// Text between quotes.
    ///
    /// An unknown escape stands for the character itself.
    mutating func quotedText() throws -> String {
        let start = position
        let quote = scalars[position]
        position += 1
        var view = String.UnicodeScalarView()
        while let scalar = peek() {
            position += 1
            if scalar == quote { return String(view) }
            view.append(scalar == "\\" ? try escapedScalar() : scalar)
        }
        throw fault("the string that starts here has no end", at: start)
    }

    private mutating func escapedScalar() throws -> Unicode.Scalar {
        guard let scalar = peek() else { throw fault("a backslash at the end", at: position - 1) }
        position += 1
        switch scalar {
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u": return try hexadecimalScalar(digits: 4)
        case "U": return try hexadecimalScalar(digits: 8)
        case "x": return try hexadecimalScalar(digits: 2)
        default: return scalar
        }
    }

    private mutating func hexadecimalScalar(digits: Int) throws -> Unicode.Scalar {
        let start = position
        let end = min(position + digits, scalars.count)
        position = end
        guard end - start == digits, let value = UInt32(text(start..<end), radix: 16),
            let scalar = Unicode.Scalar(value)
        else { throw fault("expected \(digits) hexadecimal digits of a character", at: start) }
        return scalar
    }

    /// An integer in one of four bases, or a decimal fraction with or without an exponent.
    mutating func number() throws -> ConstantValue {
        let start = position
        let value: ConstantValue?
        if let radix = radixPrefix() {
            position += 2
            value = Self.integer(text(digits(of: radix)), radix: radix)
        } else {
            value = decimalNumber()
        }
        guard let value, peek().map({ !Self.continuesWord($0) }) ?? true else {
            throw fault("not a number", at: start)
        }
        return value
    }

    private func radixPrefix() -> Int? {
        guard peek() == "0" else { return nil }
        switch peek(1) {
        case "x", "X": return 16
        case "o", "O": return 8
        case "b", "B": return 2
        default: return nil
        }
    }

    private mutating func digits(of radix: Int) -> Range<Int> {
        let start = position
        while let scalar = peek(), Character(scalar).hexDigitValue.map({ $0 < radix }) ?? false,
            scalar.isASCII
        {
            position += 1
        }
        return start..<position
    }

    private mutating func decimalNumber() -> ConstantValue? {
        let start = position
        _ = digits(of: 10)
        var isInteger = true
        if peek() == ".", let digit = peek(1), ("0"..."9").contains(digit) {
            isInteger = false
            position += 1
            _ = digits(of: 10)
        }
        if peek() == "e" || peek() == "E" {
            let sign = peek(1) == "+" || peek(1) == "-" ? 1 : 0
            guard let digit = peek(1 + sign), ("0"..."9").contains(digit) else { return nil }
            isInteger = false
            position += 1 + sign
            _ = digits(of: 10)
        }
        let text = text(start..<position)
        return isInteger ? Self.integer(text, radix: 10) : Double(text).map { .double($0) }
    }

    /// An integer of more than 64 bits becomes a decimal number; one that does not fit there either becomes a double.
    private static func integer(_ digits: String, radix: Int) -> ConstantValue? {
        if let value = Int64(digits, radix: radix) { return .integer(value) }
        guard !digits.isEmpty else { return nil }
        if radix != 10 { return UInt64(digits, radix: radix).map { .decimal(Decimal($0)) } }
        if digits.count <= 38, let value = Decimal(string: digits) { return .decimal(value) }
        return Double(digits).map { .double($0) }
    }

    /// `%@`, `%K`, or a form of printf; the lexer skips its flags, width, precision and length.
    mutating func argumentForm() throws -> Token.ArgumentForm {
        let start = position
        position += 1
        while let scalar = peek(), "-+#0123456789.*'hlqLzjt".unicodeScalars.contains(scalar) { position += 1 }
        let conversion = peek()
        position += 1
        switch conversion {
        case "@" where position == start + 2: return .object
        case "K" where position == start + 2: return .keyPath
        case "d", "D", "i", "u", "U", "x", "X", "o", "O", "c", "C", "p": return .integer
        case "f", "F", "e", "E", "g", "G", "a", "A": return .floating
        case "s", "S": return .text
        case "%": throw fault("a percent sign can stand only inside of quotes", at: start)
        default: throw fault("unknown argument form behind '%'", at: start)
        }
    }
}
