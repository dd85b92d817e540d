// SPDX-License-Identifier: Apache-2.0
// A description of a search. The coordinator's FetchPlanner.swift makes a plan of it.

import Foundation

/// A description of a search for objects of one entity.
///
/// ```swift
/// let request = NSFetchRequest<Person>(entityName: "Person")
/// request.predicate = NSPredicate(format: "age > %@", 18)
/// request.sortDescriptors = [NSSortDescriptor(key: "lastName", ascending: true)]
/// let adults = try context.fetch(request)
/// ```
open class NSFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest {
    private var values = AnyFetchRequest() { willSet { seal.requireOpen() } }
    /// Closed when the model that has this request as a template is put to use (MOD-13).
    final var seal = ModelSeal()

    /// Makes a request without an entity: set `entity` before it is executed.
    public override init() { super.init() }

    /// Makes a request for the objects of an entity; the name is looked up when the request is executed.
    public convenience init(entityName: String) {
        self.init()
        values.entityName = entityName
    }

    init(_ values: AnyFetchRequest) {
        self.values = values
        super.init()
    }

    open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    override var fetch: AnyFetchRequest? {
        var values = values
        values.affectedStores = affectedStores
        return values
    }

    /// The entity whose objects are searched for.
    ///
    /// ## Compatibility
    /// nil, where Apple's raises, for a request made with a name that no context has resolved yet.
    open var entity: NSEntityDescription? {
        get { values.entity }
        set {
            values.entity = newValue
            values.entityName = nil
        }
    }

    /// The name of the entity.
    open var entityName: String? { values.entity?.name ?? values.entityName }

    /// Which objects match; nil matches all.
    open var predicate: NSPredicate? {
        get { values.predicate }
        set { values.predicate = newValue }
    }

    /// What comparisons with nil mean, for stored and for unsaved objects alike, also in `havingPredicate`.
    ///
    /// With `.sql`, the default, `name != "x"` leaves out objects without a name, as SQL does; with `.foundation`
    /// the results are those that `predicate.evaluate(with:)` gives. `name != nil` means the same with both.
    ///
    /// ## Compatibility
    /// Perdure's addition: Core Data's SQLite stores have the rules of `.sql` only.
    public final var nullSemantics: NullSemantics {
        get { values.nullSemantics }
        set { values.nullSemantics = newValue }
    }

    /// The order of the results; the first descriptor counts most.
    open var sortDescriptors: [NSSortDescriptor]? {
        get { values.sortDescriptors }
        set { values.sortDescriptors = newValue }
    }

    /// How many results at most; 0 is no limit.
    open var fetchLimit: Int {
        get { values.fetchLimit }
        set { values.fetchLimit = newValue }
    }

    /// How many results to leave out at the beginning.
    open var fetchOffset: Int {
        get { values.fetchOffset }
        set { values.fetchOffset = newValue }
    }

    /// In groups of how many the rows are read; 0 reads all at once.
    open var fetchBatchSize: Int {
        get { values.fetchBatchSize }
        set { values.fetchBatchSize = newValue }
    }

    /// In which form the results come.
    open var resultType: NSFetchRequestResultType {
        get { values.resultType }
        set { values.resultType = newValue }
    }

    /// Whether objects of subentities match too.
    open var includesSubentities: Bool {
        get { values.includesSubentities }
        set { values.includesSubentities = newValue }
    }

    /// Whether the rows are read with the fetch, so that a fault's firing needs no store access.
    open var includesPropertyValues: Bool {
        get { values.includesPropertyValues }
        set { values.includesPropertyValues = newValue }
    }

    /// Whether the context's unsaved changes count.
    open var includesPendingChanges: Bool {
        get { values.includesPendingChanges }
        set { values.includesPendingChanges = newValue }
    }

    /// Whether results that the context has not registered yet are faults.
    open var returnsObjectsAsFaults: Bool {
        get { values.returnsObjectsAsFaults }
        set { values.returnsObjectsAsFaults = newValue }
    }

    /// Whether equal dictionaries are listed once.
    open var returnsDistinctResults: Bool {
        get { values.returnsDistinctResults }
        set { values.returnsDistinctResults = newValue }
    }

    /// Whether objects that are realized and unchanged take the newest values.
    open var shouldRefreshRefetchedObjects: Bool {
        get { values.shouldRefreshRefetchedObjects }
        set { values.shouldRefreshRefetchedObjects = newValue }
    }

    /// The columns of a dictionary result: names, key paths in words or of Swift, property or expression descriptions.
    ///
    /// Of objects they are the attributes that are read: the objects are faults with these values, and reading another
    /// property reads the rest.
    open var propertiesToFetch: [Any]? {
        get { values.propertiesToFetch }
        set { values.propertiesToFetch = newValue }
    }

    /// The properties by which dictionary results are grouped; Swift key paths are taken too.
    open var propertiesToGroupBy: [Any]? {
        get { values.propertiesToGroupBy }
        set { values.propertiesToGroupBy = newValue }
    }

    /// Which groups are given.
    open var havingPredicate: NSPredicate? {
        get { values.havingPredicate }
        set { values.havingPredicate = newValue }
    }

    /// The relationships whose destinations are read along.
    open var relationshipKeyPathsForPrefetching: [String]? {
        get { values.relationshipKeyPathsForPrefetching }
        set { values.relationshipKeyPathsForPrefetching = newValue }
    }

    /// Fetches in the context whose block is running.
    ///
    /// - Throws: `CoreDataException` outside of a context's perform block, and what fetching reports.
    open func execute() throws -> [ResultType] {
        guard let context = ContextInUse.current else {
            throw CoreDataException.internalInconsistency(
                "NSFetchRequest.execute() needs a context: call it in a block of perform or performAndWait.")
        }
        return try context.fetch(self)
    }

    override func result(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        NSAsynchronousFetchResult(try context.fetch(self), of: self, context)
    }

    /// What is looked for, in which order and form: one line for logs.
    open override var description: String {
        let address = String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16)
        return "<NSFetchRequest: 0x\(address)> (\(values.text))"
    }

    /// Makes an equal request that changes independently of this one.
    open override func copy(with zone: NSZone? = nil) -> Any {
        var values = values
        values.propertiesToFetch = values.propertiesToFetch?.map(AnyFetchRequest.independent)
        values.propertiesToGroupBy = values.propertiesToGroupBy?.map(AnyFetchRequest.independent)
        let copy = NSFetchRequest<ResultType>(values)
        copy.affectedStores = affectedStores
        return copy
    }
}
