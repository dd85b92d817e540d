// SPDX-License-Identifier: Apache-2.0
// Values for the rounds of a trial: usual ones first, which most computed properties change already, then those that code is
// likely to treat in its own way. Part of KeyPathTrial.swift.

import Foundation
import Perdure

/// Draws the values of one round; the same ones each time.
struct TrialDraw {
    /// How many rounds there are.
    static let rounds = usual + 4 * Kind.allCases.count
    /// How many rounds have nothing but usual values.
    private static let usual = 2

    private enum Kind: CaseIterable {
        case usual, empty, negative, padded, long
    }

    private let round: Int
    private let lacksEnds: Bool
    private let lacksWays: Bool
    private var state: UInt64
    private var count = 0

    /// Begins a round.
    ///
    /// - Parameters:
    ///   - round: The number of the round.
    ///   - lacksEnds: Whether plain values that may be missing are missing at times.
    ///   - lacksWays: Whether models and structs that may be missing are missing at times.
    init(round: Int, lacksEnds: Bool = false, lacksWays: Bool = false) {
        self.round = round
        self.lacksEnds = lacksEnds && round >= Self.usual
        self.lacksWays = lacksWays && round >= Self.usual
        state = UInt64(round)
    }

    /// Whether something that may be missing is missing.
    mutating func isMissing(_ form: ValueForm) -> Bool {
        if case .plain = form { return lacksEnds && number() % 4 == 0 }
        return lacksWays && number() % 4 == 0
    }

    /// A value of a plain type.
    mutating func value(of type: any _PlainAttribute.Type) -> any _PlainAttribute {
        // Every place has each kind in some round.
        let kind = round < Self.usual ? .usual : Kind.allCases[(round + count) % Kind.allCases.count]
        count += 1
        let bits = number()
        if let type = type as? any _IntegerAttribute.Type { return Self.integer(type, kind, bits) }
        return switch type {
        case is String.Type: Self.text(kind, bits)
        case is Bool.Type: bits & 1 == 1
        case is Data.Type: kind == .empty ? Data() : Data(Self.text(kind, bits).utf8)
        case is UUID.Type: uuid(bits)
        case is URL.Type: URL(string: "probe:\(kind)/\(bits)") ?? URL(fileURLWithPath: "/\(bits)")
        case is Date.Type: Date(timeIntervalSinceReferenceDate: Self.fraction(kind, bits))
        case is Float.Type: Float(Self.fraction(kind, bits))
        case is Decimal.Type: Decimal(Self.fraction(kind, bits))
        default: Self.fraction(kind, bits)
        }
    }

    /// The next number, by the generator SplitMix64.
    private mutating func number() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    private static func text(_ kind: Kind, _ bits: UInt64) -> String {
        switch kind {
        case .usual: "Pröbe \(bits)"
        case .empty: ""
        case .negative: "-\(bits)"
        case .padded: " \tPröbe  \(bits)\n "
        case .long: String(repeating: "Pröbe ", count: 200) + "\(bits)"
        }
    }

    private static func integer(
        _ type: any _IntegerAttribute.Type, _ kind: Kind, _ bits: UInt64
    ) -> any _PlainAttribute {
        // Usual numbers are small, so that products of some fit the type.
        func open<T: _IntegerAttribute>(_: T.Type) -> any _PlainAttribute {
            let number = T(bits % (T.bitWidth > 16 ? 1_000 : 10)) + 2
            return switch kind {
            case .usual, .padded: number
            case .empty: 0 as T
            case .negative: 0 &- number
            case .long: T(truncatingIfNeeded: bits)
            }
        }
        return open(type)
    }

    /// A number that is exact in every type of fractions.
    private static func fraction(_ kind: Kind, _ bits: UInt64) -> Double {
        let number = Double(bits % 100_000) + 2
        return switch kind {
        case .usual: number + 0.375
        case .empty: 0
        case .negative: -number - 0.375
        case .padded: number
        case .long: number * 0x1p20
        }
    }

    private mutating func uuid(_ bits: UInt64) -> UUID {
        let (left, right) = (bits.bigEndian, number().bigEndian)
        return withUnsafeBytes(of: (left, right)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
