// SPDX-License-Identifier: Apache-2.0
// A description of a search. The coordinator's FetchPlanner.swift makes a plan from it.

import Foundation
import PerdurePredicates

/// A description of a search for objects of one entity.
///
/// ```swift
/// let request = NSFetchRequest<Person>(entityName: "Person")
/// request.predicate = NSPredicate(format: "age > %@", 18)
/// request.sortDescriptors = [NSSortDescriptor(key: "lastName", ascending: true)]
/// let adults = try context.fetch(request)
/// ```
open class NSFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest, FetchingRequest {
    /// Shared with erased forms of the request (NSFetchRequest+Erasing.swift).
    package final let settings: FetchSettings

    /// Makes a request without an entity: set `entity` before it is executed.
    public override init() {
        settings = FetchSettings()
        super.init()
    }

    /// Makes a request for the objects of an entity; the name is looked up when the request is executed.
    public convenience init(entityName: String) {
        self.init()
        settings.values.entityName = entityName
    }

    package init(_ values: AnyFetchRequest) {
        settings = FetchSettings(values)
        super.init()
    }

    /// Makes a request that shares its settings with another one.
    package init(sharing settings: FetchSettings) {
        self.settings = settings
        super.init()
    }

    package override var addressedStores: [any RequestedStore]? {
        get { settings.values.addressedStores }
        set { settings.values.addressedStores = newValue }
    }

    open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

    package final var fetchValues: AnyFetchRequest { settings.values }

    /// The entity whose objects are searched for.
    ///
    /// ## Compatibility
    /// nil, where Apple's property raises an exception, for a request made with a name that no context has resolved yet.
    open var entity: NSEntityDescription? {
        get { settings.values.entity }
        set {
            settings.values.entity = newValue
            settings.values.entityName = nil
        }
    }

    /// The name of the entity.
    open var entityName: String? { settings.values.entity?.name ?? settings.values.entityName }

    /// The condition that results must satisfy; nil for all objects.
    open var predicate: NSPredicate? {
        get { settings.values.predicate }
        set { settings.values.predicate = newValue }
    }

    /// The meaning of comparisons with nil, for stored and unsaved objects alike; it applies to `havingPredicate` too.
    ///
    /// With `.sql`, the default, `name != "x"` leaves out objects without a name, as SQL does. With `.foundation` the results
    /// are those for which `predicate.evaluate(with:)` is true. `name != nil` means the same with both.
    ///
    /// ## Compatibility
    /// Perdure's addition: Core Data's SQLite stores know only the rules of `.sql`.
    public final var nullSemantics: NullSemantics {
        get { settings.values.nullSemantics }
        set { settings.values.nullSemantics = newValue }
    }

    /// Whether a server chooses its way for the very values of this request; false unless set.
    ///
    /// Statements are prepared once, and after some runs the server may keep one way for all values. That way is poor where
    /// values differ much in how often they occur: a limit and a condition on an attribute without index, for example. With
    /// true the statement is planned anew, which costs the planning in each fetch. Stores in files ignore it.
    ///
    /// ## Compatibility
    /// Perdure's addition (PG-106).
    public final var usesCustomPlan: Bool {
        get { settings.values.usesCustomPlan }
        set { settings.values.usesCustomPlan = newValue }
    }

    /// The sort order of the results; the first descriptor is the most significant one.
    open var sortDescriptors: [NSSortDescriptor]? {
        get { settings.values.sortDescriptors }
        set { settings.values.sortDescriptors = newValue }
    }

    /// The largest number of results; 0 is no limit.
    open var fetchLimit: Int {
        get { settings.values.fetchLimit }
        set { settings.values.fetchLimit = newValue }
    }

    /// The number of results to skip at the beginning.
    open var fetchOffset: Int {
        get { settings.values.fetchOffset }
        set { settings.values.fetchOffset = newValue }
    }

    /// The number of rows in each group that is read at a time; 0 reads all rows at once.
    open var fetchBatchSize: Int {
        get { settings.values.fetchBatchSize }
        set { settings.values.fetchBatchSize = newValue }
    }

    /// The form of the results.
    open var resultType: NSFetchRequestResultType {
        get { settings.values.resultType }
        set { settings.values.resultType = newValue }
    }

    /// Whether objects of subentities match too.
    open var includesSubentities: Bool {
        get { settings.values.includesSubentities }
        set { settings.values.includesSubentities = newValue }
    }

    /// Whether the fetch also reads the rows, so that firing a fault needs no store access.
    open var includesPropertyValues: Bool {
        get { settings.values.includesPropertyValues }
        set { settings.values.includesPropertyValues = newValue }
    }

    /// Whether the fetch includes the context's unsaved changes.
    open var includesPendingChanges: Bool {
        get { settings.values.includesPendingChanges }
        set { settings.values.includesPendingChanges = newValue }
    }

    /// Whether results that the context has not registered yet are faults.
    open var returnsObjectsAsFaults: Bool {
        get { settings.values.returnsObjectsAsFaults }
        set { settings.values.returnsObjectsAsFaults = newValue }
    }

    /// Whether equal dictionaries are listed once.
    open var returnsDistinctResults: Bool {
        get { settings.values.returnsDistinctResults }
        set { settings.values.returnsDistinctResults = newValue }
    }

    /// Whether objects that are realized and unchanged take the newest values of the store.
    open var shouldRefreshRefetchedObjects: Bool {
        get { settings.values.shouldRefreshRefetchedObjects }
        set { settings.values.shouldRefreshRefetchedObjects = newValue }
    }

    /// The columns of a dictionary result: names, key paths as text or as Swift key paths, property or expression descriptions.
    ///
    /// For a result of objects, these are the attributes to read. The objects are faults with these values, and access to
    /// another property reads the rest of the row.
    open var propertiesToFetch: [Any]? {
        get { settings.values.propertiesToFetch }
        set { settings.values.propertiesToFetch = newValue }
    }

    /// The properties by which dictionary results are grouped; Swift key paths are accepted too.
    open var propertiesToGroupBy: [Any]? {
        get { settings.values.propertiesToGroupBy }
        set { settings.values.propertiesToGroupBy = newValue }
    }

    /// The condition that a group must satisfy.
    open var havingPredicate: NSPredicate? {
        get { settings.values.havingPredicate }
        set { settings.values.havingPredicate = newValue }
    }

    /// The relationships whose destinations are prefetched.
    open var relationshipKeyPathsForPrefetching: [String]? {
        get { settings.values.relationshipKeyPathsForPrefetching }
        set { settings.values.relationshipKeyPathsForPrefetching = newValue }
    }

    /// The entity, the predicate, the order and the form of results: one line for logs.
    open override var description: String {
        let address = String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16)
        return "<NSFetchRequest: 0x\(address)> (\(settings.values.text))"
    }

    /// Makes an equal request that changes independently of this one.
    open override func copy(with zone: NSZone? = nil) -> Any {
        var values = settings.values
        values.propertiesToFetch = values.propertiesToFetch?.map(AnyFetchRequest.independent)
        values.propertiesToGroupBy = values.propertiesToGroupBy?.map(AnyFetchRequest.independent)
        return NSFetchRequest<ResultType>(values)
    }
}
