// SPDX-License-Identifier: Apache-2.0
// Encodes non-ASCII identifiers as symbols do: in Punycode (RFC 3492) with Swift's digits and delimiter.

/// Encodes identifiers for symbols.
enum SwiftPunycode {
    private static let digits = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJ".utf8)
    private static let (base, tMin, tMax, skew, damp) = (36, 1, 26, 38, 700)

    /// Whether an identifier needs the encoding.
    static func isNeeded(for identifier: String) -> Bool { identifier.utf8.contains { $0 >= 0x80 } }

    /// The encoded identifier.
    static func encoded(_ identifier: String) -> String {
        let input = identifier.unicodeScalars.map { Int($0.value) }
        var output = input.filter { $0 < 0x80 }.map { UInt8($0) }
        let basicCount = output.count
        if basicCount > 0 { output.append(UInt8(ascii: "_")) }
        var (n, delta, bias, handled) = (0x80, 0, 72, basicCount)
        while handled < input.count {
            let next = input.filter { $0 >= n }.min() ?? n
            delta += (next - n) * (handled + 1)
            n = next
            for value in input {
                if value < n { delta += 1 }
                guard value == n else { continue }
                append(delta, bias: bias, to: &output)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            n += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func append(_ delta: Int, bias: Int, to output: inout [UInt8]) {
        var rest = delta
        var k = base
        while true {
            let threshold = k <= bias ? tMin : min(k - bias, tMax)
            if rest < threshold { break }
            output.append(digits[threshold + (rest - threshold) % (base - threshold)])
            rest = (rest - threshold) / (base - threshold)
            k += base
        }
        output.append(digits[rest])
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var k = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            k += base
        }
        return k + (base - tMin + 1) * delta / (delta + skew)
    }
}
