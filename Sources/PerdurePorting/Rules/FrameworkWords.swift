// SPDX-License-Identifier: Apache-2.0
// By which words a declaration shows that it needs a framework of Apple's systems.

enum FrameworkWords {
    private static let prefixes = [
        "UIKit": ["UI", "IBOutlet", "IBAction"], "CloudKit": ["CK"], "WatchKit": ["WK"], "MapKit": ["MK"],
        "CoreLocation": ["CL"], "CoreSpotlight": ["CS"], "UserNotifications": ["UN"], "Photos": ["PH"],
        "WidgetKit": ["Widget", "Timeline"],
    ]
    private static let desktop: Set<String> = [
        "NSApplication", "NSApplicationDelegate", "NSViewController", "NSView", "NSWindow",
        "NSWindowController",
        "NSTableView", "NSOutlineView", "NSArrayController", "NSTreeController", "NSDocument",
        "NSPersistentDocument",
        "NSAlert", "NSImage", "NSColor", "NSTableCellView", "NSTextField", "NSButton", "NSMenu", "NSMenuItem",
        "NSApplicationMain", "NSApp", "NSWorkspace", "IBOutlet", "IBAction",
    ]
    private static let words: [String: Set<String>] = [
        "SwiftUI": [
            "View", "App", "Scene", "WindowGroup", "State", "StateObject", "ObservedObject",
            "EnvironmentObject",
            "Environment", "FetchRequest", "FetchedResults", "SectionedFetchRequest", "Binding",
            "PreviewProvider",
            "NavigationView", "NavigationStack", "EnvironmentKey", "EnvironmentValues", "ViewModifier",
            "Color",
            "Image", "ObservableObject", "Published", "AppStorage", "SceneStorage", "Preview",
        ],
        "Combine": [
            "AnyCancellable", "Cancellable", "Published", "ObservableObject", "PassthroughSubject",
            "CurrentValueSubject", "AnyPublisher", "Publisher", "Publishers", "Subscriber", "Subscription",
            "Just",
            "Future", "sink", "publisher", "ObservableObjectPublisher", "objectWillChange",
            "eraseToAnyPublisher",
        ],
        "os": ["Logger", "OSLog", "os_log", "os_unfair_lock", "OSSignposter", "OSAllocatedUnfairLock"],
        "OSLog": ["Logger", "OSLog", "os_log", "OSSignposter"],
        "AppKit": desktop, "Cocoa": desktop,
    ]

    /// Whether a name belongs to a framework.
    static func belongs(_ name: String, to framework: String) -> Bool {
        if words[framework]?.contains(name) == true { return true }
        return (prefixes[framework] ?? []).contains { prefix in
            guard name.hasPrefix(prefix) else { return false }
            return name.count == prefix.count || name.dropFirst(prefix.count).first?.isUppercase == true
        }
    }
}
