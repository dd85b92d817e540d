// SPDX-License-Identifier: Apache-2.0
// The order of versions that the stages of a migration give, and the way from one version to a later one. Plain values: no store,
// no model. StagedMigration.swift goes the way.

/// The versions of a stage.
enum StageVersions: Equatable, Sendable {
    /// Versions that are inferred one from the other.
    case light([String])
    /// A step with code of the program.
    case custom(current: String, next: String)
}

/// Versions, each with the way that leads to it.
struct StageOrder: Equatable, Sendable {
    /// A step from one version to the next.
    struct Step: Equatable, Sendable {
        let from: String
        let to: String
        /// The index of the stage that names the version after the step.
        let stage: Int
        /// Whether the stage has code for the step.
        let isCustom: Bool
    }

    /// What is wrong with an order, or with a way in it.
    enum Problem: Error, Equatable {
        /// A version occurs twice.
        case duplicate(String)
        /// The order has no such version of the store.
        case unknownStore(String)
        /// The order has no such version of the model.
        case unknownDestination(String)
        /// The model's version comes before the store's.
        case backward
        /// There is no model of the version, and the way cannot do without it.
        case missing(String)
    }

    /// The versions.
    private(set) var checksums: [String] = []
    /// The step to each version but the first.
    private var steps: [Step] = []

    /// Lists the versions of some stages.
    init(_ stages: [StageVersions]) throws(Problem) {
        var followsCustom = false
        for (index, stage) in stages.enumerated() {
            switch stage {
            case .light(let versions):
                for version in versions { try add(version, index, isCustom: false) }
                if !versions.isEmpty { followsCustom = false }
            case .custom(let current, let next):
                // Only a custom stage may begin with the version with which another one has ended.
                if !followsCustom || checksums.last != current { try add(current, index, isCustom: false) }
                try add(next, index, isCustom: true)
                followsCustom = true
            }
        }
    }

    private mutating func add(_ checksum: String, _ stage: Int, isCustom: Bool) throws(Problem) {
        guard !checksums.contains(checksum) else { throw .duplicate(checksum) }
        if let last = checksums.last {
            steps.append(Step(from: last, to: checksum, stage: stage, isCustom: isCustom))
        }
        checksums.append(checksum)
    }

    /// The steps from the version of a store to that of a model; none where both are the same.
    func way(from store: String, to model: String) throws(Problem) -> [Step] {
        guard let start = checksums.firstIndex(of: store) else { throw .unknownStore(store) }
        guard let end = checksums.firstIndex(of: model) else { throw .unknownDestination(model) }
        guard start <= end else { throw .backward }
        return Array(steps[start..<end])
    }
}

extension [StageOrder.Step] {
    /// The way without versions that nobody has; one step, inferred from their neighbours, replaces those around them.
    ///
    /// - Parameters:
    ///   - isKnown: Whether the model of a version is there.
    ///   - isInferable: Whether a version can be inferred from another one.
    /// - Returns: The way.
    /// - Throws: A version that cannot be left out. Those before and after code of the program never can.
    func skipping(
        unless isKnown: (String) -> Bool, where isInferable: (_ from: String, _ to: String) -> Bool
    ) throws(StageOrder.Problem) -> [StageOrder.Step] {
        var way: [StageOrder.Step] = []
        var skipped: String?
        for step in self {
            var step = step
            if let missing = skipped {
                guard !step.isCustom, let last = way.popLast() else { throw .missing(missing) }
                step = StageOrder.Step(from: last.from, to: step.to, stage: step.stage, isCustom: false)
            }
            way.append(step)
            guard isKnown(step.to) else {
                if step.isCustom { throw .missing(step.to) }
                skipped = skipped ?? step.to
                continue
            }
            if let missing = skipped, !isInferable(step.from, step.to) { throw .missing(missing) }
            skipped = nil
        }
        if let skipped { throw .missing(skipped) }
        return way
    }
}
