// SPDX-License-Identifier: Apache-2.0
// The watches of a registration. "department.name" has a watch at the object and one at its department. A key that
// depends on such a path has them too. When a relationship gets another destination, the watches behind it move.

/// Listens at one object for a registration.
final class KeyWatch: @unchecked Sendable {
    // Sendable because only `steps` changes, and only the queue of the objects' context uses it.

    let registration: KeyRegistration
    /// The key that is watched at this object.
    let key: String
    /// The keys whose changes concern the watch: its key, and the sources of its key.
    let keys: Set<String>
    /// Whether a change of the key is a change of the observed property itself.
    let isEnd: Bool
    /// The observed key of a mergeable dictionary, if the watch's own key is the dictionary.
    let entry: DictionaryEntry?
    private let trail: Trail
    private var steps: [Step]

    /// A relationship that leads on to other objects.
    private struct Step {
        let key: String
        let rest: String
        let isMain: Bool
        var next: KeyWatch?
    }

    /// The objects and paths that led here; a repeated pair stops the watches in a circle of objects.
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

    /// The largest number of steps through objects that depend on each other.
    private static let mostSteps = 256

    /// The watched object's identity; the object itself may be gone.
    var place: ObjectIdentifier { trail.place }
    /// Whether the watch is at the registration's own object.
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

    /// Starts the watches of a registration, at its object and along its path.
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
        try watch.attachSteps(from: object)
        return watch
    }

    /// Attaches missing watches behind relationships; moves watches from former destinations.
    private func attachSteps(from object: NSManagedObject) throws {
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

    /// Moves the watches behind relationships to the present destinations.
    ///
    /// A destination whose class lacks the key gets no watch: the program's data, not its code, led there.
    func follow(_ object: NSManagedObject) {
        if !steps.isEmpty, registration.isActive { try? attachSteps(from: object) }
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
