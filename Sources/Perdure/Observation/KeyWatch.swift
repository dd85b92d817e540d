// SPDX-License-Identifier: Apache-2.0
// Where a registration listens. "department.name" listens at an object and, one step on, at its department; a key that
// depends on such a path does the same. When a step leads elsewhere, the watches behind it move.

/// A registration's ear at one object.
final class KeyWatch: @unchecked Sendable {
    // Sendable because what changes, `steps`, is used on the queue of the objects' context only.

    let registration: KeyRegistration
    /// The key at this object.
    let key: String
    /// The keys whose changes it is about: the key, and what it is made of.
    let keys: Set<String>
    /// Whether a change of the key is a change of the observed property itself.
    let isEnd: Bool
    /// The key of a mergeable dictionary that is observed, where the watch's own key is the dictionary.
    let entry: DictionaryEntry?
    private let trail: Trail
    private var steps: [Step]

    /// A relationship on the way to other objects.
    private struct Step {
        let key: String
        let rest: String
        let isMain: Bool
        var next: KeyWatch?
    }

    /// The objects and paths that led here, so that a circle of objects has an end.
    private final class Trail {
        let place: ObjectIdentifier
        let path: String
        let previous: Trail?
        let count: Int

        init(_ place: ObjectIdentifier, _ path: String, after previous: Trail?) {
            self.place = place
            self.path = path
            self.previous = previous
            count = (previous?.count ?? 0) + 1
        }

        func leads(to place: ObjectIdentifier, _ path: String) -> Bool {
            sequence(first: self) { $0.previous }.contains { $0.place == place && $0.path == path }
        }
    }

    /// How many steps a path is followed through objects that depend on each other.
    private static let mostSteps = 256

    /// The object it listens at: no more than a name for it, because the object may be gone.
    var place: ObjectIdentifier { trail.place }
    /// Whether it listens at the object of the registration.
    var isRoot: Bool { trail.previous == nil }

    private init(
        _ registration: KeyRegistration, at object: NSManagedObject, _ path: String, isMain: Bool,
        after trail: Trail?
    ) {
        self.registration = registration
        let first = String(path.prefix { $0 != "." })
        let rest = path.dropFirst(first.count + 1)
        let sources = object.tables.sources(of: first)
        key = first
        let dictionary = object.dynamicAttribute(for: first)
        keys = sources.keys.union([first, dictionary].compactMap(\.self))
        isEnd = isMain && rest.isEmpty
        self.trail = Trail(ObjectIdentifier(object), path, after: trail)
        entry =
            dictionary.flatMap { DictionaryEntry($0, path, of: object) }
            ?? DictionaryEntry(first, String(rest), of: object)
        let own = rest.isEmpty || entry != nil ? [] : [Step(key: first, rest: String(rest), isMain: isMain)]
        steps =
            own
            + sources.paths.sorted().map { path in
                let first = path.prefix { $0 != "." }
                return Step(
                    key: String(first), rest: String(path.dropFirst(first.count + 1)), isMain: false)
            }
    }

    /// Listens for a registration, at its object and along its path.
    ///
    /// - Throws: `CoreDataException` for a key that is not known, and for a step through a to-many relationship.
    static func start(_ registration: KeyRegistration, at object: NSManagedObject) throws {
        if registration.keyPath.hasSuffix(".") { throw ObjectErrors.unknownObservedKey("", of: object) }
        try attach(registration, at: object, registration.keyPath, isMain: true, after: nil)
    }

    @discardableResult
    private static func attach(
        _ registration: KeyRegistration, at object: NSManagedObject, _ path: String, isMain: Bool,
        after trail: Trail?
    ) throws -> KeyWatch? {
        if let trail {
            guard trail.count < mostSteps, !trail.leads(to: ObjectIdentifier(object), path) else {
                return nil
            }
        }
        let watch = KeyWatch(registration, at: object, path, isMain: isMain, after: trail)
        try object.checkObserved(watch.key)
        for step in watch.steps { try object.checkStep(step.key, of: registration.keyPath) }
        ObservationTable.add(watch, at: object)
        try watch.takeSteps(from: object)
        return watch
    }

    /// Attaches the watches that are missing behind relationships, and those that listen at a former destination.
    private func takeSteps(from object: NSManagedObject) throws {
        for index in steps.indices {
            let step = steps[index]
            let destination = object.observedDestination(step.key)
            if step.next?.place == destination.map(ObjectIdentifier.init), step.next != nil { continue }
            step.next?.detach()
            steps[index].next = nil
            guard let destination else { continue }
            steps[index].next = try Self.attach(
                registration, at: destination, step.rest, isMain: step.isMain, after: trail)
        }
    }

    /// Moves the watches behind relationships to where these lead now.
    ///
    /// A destination of a class that lacks the key is not listened at: it came with the data.
    func follow(_ object: NSManagedObject) {
        if !steps.isEmpty, registration.isActive { try? takeSteps(from: object) }
    }

    private func detach() {
        var branch: [KeyWatch] = []
        var waiting = [self]
        while let watch = waiting.popLast() {
            branch.append(watch)
            waiting += watch.steps.compactMap(\.next)
        }
        ObservationTable.remove(branch, of: registration)
    }
}
