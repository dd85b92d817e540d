// SPDX-License-Identifier: Apache-2.0
// The description of a store, which a container reads before it opens the store.

import Foundation

/// The type, URL and options of a store to add.
///
/// A new description is for an SQLite store. A store of another version of the model is migrated when it is added.
open class NSPersistentStoreDescription: NSObject, NSCopying, @unchecked Sendable {
    // Sendable as on Apple's systems: a description is set up before its container loads stores.

    /// The type of the store, for example `NSSQLiteStoreType`.
    open var type: String = NSSQLiteStoreType
    /// The configuration whose entities are in the store; nil for all.
    open var configuration: String?
    /// The URL of the store; `file:///dev/null` stands for a private SQLite store in memory, without files.
    open var url: URL? = URL(fileURLWithPath: "/dev/null")
    /// Whether the store is opened on the coordinator's queue, after `loadPersistentStores` has returned.
    open var shouldAddStoreAsynchronously = false

    /// The URL as the program set it, where `url` has become what may be shown.
    private var secretURL: URL?

    private var values: [String: NSObject] = [
        NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
        NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
    ]

    /// Makes the description of an SQLite store.
    public init(url: URL) {
        self.url = url
    }

    /// Makes the description of a private SQLite store in memory; the URL can be set later.
    public override init() {}

    /// The URL that the store is opened with; a server's may have a password in it.
    package final var completeURL: URL? {
        guard let secretURL, StoreTypes.shownURL(secretURL) == url else { return url }
        return secretURL
    }

    /// Leaves in `url` what may be shown.
    final func hideSecrets() {
        guard let given = url else { return }
        let shown = StoreTypes.shownURL(given)
        guard shown != given else { return }
        secretURL = given
        url = shown
    }

    /// The options that the coordinator gets.
    open var options: [String: NSObject] { values }

    /// Sets an option; nil removes it.
    ///
    /// - Parameters:
    ///   - option: the value.
    ///   - key: the option's key.
    open func setOption(_ option: NSObject?, forKey key: String) { values[key] = option }

    /// Whether saves are refused and the file must exist.
    open var isReadOnly: Bool {
        get { flag(NSReadOnlyPersistentStoreOption, unless: false) }
        set { values[NSReadOnlyPersistentStoreOption] = NSNumber(value: newValue) }
    }

    /// How many seconds a save waits for other processes; 240 unless set.
    open var timeout: TimeInterval {
        get { (values[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240 }
        set { values[NSPersistentStoreTimeoutOption] = NSNumber(value: newValue) }
    }

    /// The SQLite pragmas that are set when the store is opened.
    open var sqlitePragmas: [String: NSObject] {
        (values[NSSQLitePragmasOption] as? NSDictionary).flatMap(Self.pragmas) ?? [:]
    }

    /// Sets an SQLite pragma; nil removes it.
    ///
    /// - Parameters:
    ///   - value: a text or a number.
    ///   - name: the pragma's name.
    open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
        var pragmas = sqlitePragmas
        pragmas[name] = value
        let dictionary = NSMutableDictionary()
        for (name, value) in pragmas { dictionary[name as NSString] = value }
        values[NSSQLitePragmasOption] = pragmas.isEmpty ? nil : dictionary
    }

    /// Whether a store of another model version is migrated when it is added; true unless set.
    open var shouldMigrateStoreAutomatically: Bool {
        get { flag(NSMigratePersistentStoresAutomaticallyOption, unless: true) }
        set { values[NSMigratePersistentStoresAutomaticallyOption] = NSNumber(value: newValue) }
    }

    /// Whether the migration is inferred by comparing the models, where no mapping model says how it is done; true unless set.
    open var shouldInferMappingModelAutomatically: Bool {
        get { flag(NSInferMappingModelAutomaticallyOption, unless: true) }
        set { values[NSInferMappingModelAutomaticallyOption] = NSNumber(value: newValue) }
    }

    private func flag(_ key: String, unless fallback: Bool) -> Bool {
        (values[key] as? NSNumber)?.boolValue ?? fallback
    }

    private static func pragmas(_ dictionary: NSDictionary) -> [String: NSObject] {
        var result: [String: NSObject] = [:]
        for (name, value) in dictionary {
            if let name = name as? String { result[name] = value as? NSObject ?? "\(value)" as NSString }
        }
        return result
    }

    /// Makes an equal description that changes independently of this one.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPersistentStoreDescription()
        copy.type = type
        copy.configuration = configuration
        copy.url = url
        copy.secretURL = secretURL
        copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
        copy.values = values
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPersistentStoreDescription else { return false }
        return type == other.type && configuration == other.configuration && url == other.url
            && shouldAddStoreAsynchronously == other.shouldAddStoreAsynchronously && values == other.values
    }

    open override var hash: Int { url.hashValue ^ type.hashValue }

    open override var description: String {
        let shown = url.map(StoreTypes.shownURL)
        return "<NSPersistentStoreDescription: \(type) \(shown?.absoluteString ?? "without a URL")>"
    }
}

extension NSPersistentStoreDescription: CustomReflectable {
    /// A mirror with the description instead of the fields, one of which may be a password.
    public var customMirror: Mirror { Mirror(summaryOf: self, description) }
}
