// SPDX-License-Identifier: Apache-2.0
// Checks the types of a derivation's source and result. Part of DerivationResolver.swift.

/// Checks the types of one derivation.
struct DerivationTypes<Entity> {
    private let derivation: ResolvedDerivation<Entity>

    init(_ derivation: ResolvedDerivation<Entity>) { self.derivation = derivation }

    /// Checks the source's type, and that the attribute can hold the result.
    func check(_ held: DerivationValue?) throws {
        try refuseFiles(held)
        try refuseComposites(held)
        let result = try result()
        guard let held, held != result, !(held.isNumber && result.isNumber) else { return }
        throw DerivationProblem("it gives \(Self.words(result)), and the attribute holds \(Self.words(held))")
    }

    private func result() throws -> DerivationValue {
        switch derivation.form {
        case .clock: return .date
        case .value(_, let function?):
            try requireSource({ $0 == .text }, "\(function.rawValue) needs a string attribute")
            return .text
        case .aggregate(.count, _): return .integer
        case .aggregate(.sum, _):
            try requireSource(\.isNumber, "@sum needs a number")
        case .aggregate(.average, _):
            try requireSource(\.isNumber, "@avg needs a number")
            return .fraction
        case .aggregate(let aggregate, _):
            try requireSource(
                { $0.isNumber || $0 == .date }, "\(aggregate.rawValue) needs a number or a date")
        case .value: break
        }
        return derivation.source?.value ?? .other
    }

    /// Refuses values in files of their own: a database writes no files, and two values that share a file lose it with the
    /// first.
    private func refuseFiles(_ held: DerivationValue?) throws {
        let advice = "switch allowsExternalBinaryDataStorage off"
        if held == .external {
            throw DerivationProblem("what is computed cannot lie in a file of its own; \(advice)")
        }
        guard let source = derivation.source, source.value == .external else { return }
        throw DerivationProblem(
            "\"\(source.name)\" may lie in a file of its own; \(advice), or derive from something else")
    }

    /// Refuses composites, because their elements have columns of their own.
    private func refuseComposites(_ held: DerivationValue?) throws {
        if held == .composite {
            throw DerivationProblem("a composite cannot be computed; choose another type")
        }
        guard let source = derivation.source, source.value == .composite else { return }
        throw DerivationProblem(
            "\"\(source.name)\" is a composite, which no store copies; derive from something else")
    }

    private func requireSource(_ fits: (DerivationValue) -> Bool, _ reason: String) throws {
        guard let source = derivation.source, fits(source.value) else {
            throw DerivationProblem("\"\(derivation.source?.name ?? "")\" does not fit: \(reason)")
        }
    }

    private static func words(_ value: DerivationValue) -> String {
        switch value {
        case .integer, .fraction: "numbers"
        case .text: "texts"
        case .date: "dates"
        case .truth: "yes or no"
        case .binary: "binary data"
        case .uuid: "UUIDs"
        case .uri: "URIs"
        case .transformable: "transformable values"
        case .composite, .external, .other: "values of another type"
        }
    }
}
