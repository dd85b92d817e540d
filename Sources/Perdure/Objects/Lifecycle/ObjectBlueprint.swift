// SPDX-License-Identifier: Apache-2.0
// Makes an object of a user's class through the one initializer that every class has. The context's facts about the
// object wait here, per thread, until NSManagedObject.init takes them.

import Foundation
import PerdureBase

/// The facts that an object's initializer needs.
struct ObjectBlueprint {
    let environment: ObjectEnvironment
    let number: Int64
    /// The ID; nil when it is made on demand.
    let id: NSManagedObjectID?
    let isFault: Bool

    init(environment: ObjectEnvironment, number: Int64, id: NSManagedObjectID? = nil, isFault: Bool) {
        self.environment = environment
        self.number = number
        self.id = id
        self.isFault = isFault
    }

    /// An object with an ID that exists, in no context.
    init(binding: EntityBinding, id: NSManagedObjectID, isFault: Bool) {
        self.init(
            environment: ObjectEnvironment(binding, in: id.namespace, nil), number: id.key.number, id: id,
            isFault: isFault
        )
    }

    /// Makes the object of this blueprint.
    func makeObject() -> NSManagedObject {
        let memory = NextObjectFacts.memory
        memory.pointee = NextObjectFacts(self)
        defer {
            // A class whose initializer names another entity did not take the facts.
            if memory.pointee.environment != nil { memory.pointee.id?.release() }
            memory.pointee.environment = nil
        }
        return withExtendedLifetime(self) {
            environment.binding.objectClass.init(entity: environment.binding.entity, insertInto: nil)
        }
    }
}

extension NSManagedObject {
    /// The facts for the object that this thread initializes now.
    @inline(__always) static func nextOrigin(_ entity: NSEntityDescription) -> NextObjectFacts {
        NextObjectFacts.next(entity)
    }
}

/// Makes faults of one environment; looks up the shared facts once.
///
/// It counts no reference, because making faults is the hottest work of a fetch: whoever uses a maker holds its environment.
struct FaultMaker {
    private let environment: Unmanaged<ObjectEnvironment>
    private let memory = NextObjectFacts.memory
    private let objectClass: NSManagedObject.Type
    private let entity: Unmanaged<NSEntityDescription>

    @inline(__always) init(_ environment: ObjectEnvironment) {
        self.environment = Unmanaged.passUnretained(environment)
        objectClass = environment.binding.objectClass
        entity = Unmanaged.passUnretained(environment.binding.entity)
    }

    /// Makes a single fault.
    static func fault(_ number: Int64, in environment: ObjectEnvironment) -> NSManagedObject {
        withExtendedLifetime(environment) { FaultMaker(environment).fault(number) }
    }

    /// Makes the fault with a number; call it only on the thread that made the maker.
    @inline(__always) func fault(_ number: Int64) -> NSManagedObject {
        memory.pointee = NextObjectFacts(faultOf: environment, number)
        let object = entity._withUnsafeGuaranteedRef { objectClass.init(entity: $0, insertInto: nil) }
        // A class whose initializer names another entity did not take the facts.
        memory.pointee.environment = nil
        return object
    }
}

/// The facts for the initializer of this thread's next object.
///
/// The reference to the environment is not counted, because making a fault is the hottest work of a fetch. The code that makes
/// an object holds its environment until the object is made.
struct NextObjectFacts {
    /// The environment; nil when no object waits.
    fileprivate(set) var environment: Unmanaged<ObjectEnvironment>?
    /// The ID; counted, unlike the environment: the new object takes it over.
    let id: Unmanaged<NSManagedObjectID>?
    let number: Int64
    let isFault: Bool

    fileprivate init(_ blueprint: ObjectBlueprint) {
        environment = Unmanaged.passUnretained(blueprint.environment)
        id = blueprint.id.map { Unmanaged.passRetained($0) }
        number = blueprint.number
        isFault = blueprint.isFault
    }

    @inline(__always) fileprivate init(faultOf environment: Unmanaged<ObjectEnvironment>, _ number: Int64) {
        self.environment = environment
        id = nil
        self.number = number
        isFault = true
    }

    private init() { (environment, id, number, isFault) = (nil, nil, 0, false) }

    /// The values of a new object.
    var initialSlots: SlotStorage {
        let values = environment.unsafelyUnwrapped._withUnsafeGuaranteedRef { $0.binding.initialValues }
        return SlotStorage(values: values, row: nil)
    }

    /// The facts for the object that this thread initializes now: the waiting ones, or those of a new object.
    @inline(__always) static func next(_ entity: NSEntityDescription) -> NextObjectFacts {
        let memory = memory
        let waiting = memory.pointee
        if let environment = waiting.environment,
            environment._withUnsafeGuaranteedRef({ $0.binding.entity === entity })
        {
            memory.pointee.environment = nil
            return waiting
        }
        return new(entity)
    }

    @inline(never) private static func new(_ entity: NSEntityDescription) -> NextObjectFacts {
        let id = TemporaryObjectID(entity: entity)
        // The entity's binding owns the environment.
        return NextObjectFacts(
            ObjectBlueprint(
                environment: EntityBinding.of(entity).unattachedEnvironment, number: id.key.number, id: id,
                isFault: false))
    }

    // The memory is freed when the thread ends.
    private static let local = ThreadLocal { free($0) }

    /// The memory of this thread's pending object.
    @inline(__always) static var memory: UnsafeMutablePointer<NextObjectFacts> {
        if let memory = local.pointer { return memory.assumingMemoryBound(to: NextObjectFacts.self) }
        return makeMemory()
    }

    @inline(never) private static func makeMemory() -> UnsafeMutablePointer<NextObjectFacts> {
        let memory = UnsafeMutablePointer<NextObjectFacts>.allocate(capacity: 1)
        memory.initialize(to: NextObjectFacts())
        local.pointer = UnsafeMutableRawPointer(memory)
        return memory
    }
}
