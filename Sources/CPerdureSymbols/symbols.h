// Symbols that the module Perdure reads, and that it cannot name in Swift: descriptors of its own class, and functions of
// modules above it.
#ifndef PERDURE_SYMBOLS_H
#define PERDURE_SYMBOLS_H

// The code that a class derived from NSManagedObject runs for validateValue(_:forKey:) (OverriddenMethods.swift says why).
extern const void *_Nonnull perdure_validate_value_of(const void *_Nonnull managed_object_class);

// The same for willSave() and didSave().
extern const void *_Nonnull perdure_will_save_of(const void *_Nonnull managed_object_class);
extern const void *_Nonnull perdure_did_save_of(const void *_Nonnull managed_object_class);

// The code that a class derived from NSManagedObjectContext runs to read its stalenessInterval.
extern const void *_Nonnull perdure_staleness_interval_of(const void *_Nonnull context_class);

// SQLite files as a store type (PerdureSQLiteStores): an object of Perdure's class StoreKindBox, which the caller owns. A symbol
// and no import, so that the object layer and the engine are compiled beside each other.
extern void *_Nonnull perdure_sqlite_stores(void);

// XML and binary files as store types (PerdureFileStores): an object of Perdure's class StoreKindsBox, which the caller owns.
extern void *_Nonnull perdure_file_stores(void);

// Stores on PostgreSQL servers (PerdurePostgreSQLStores): an object of Perdure's class StoreKindBox, which the caller owns; NULL in
// a program that was built without the package trait PostgreSQL.
extern void *_Nullable perdure_postgresql_stores_if_linked(void);

// What becomes of stores of other versions (PerdureMigration): an object of Perdure's class StoreMigrationsBox, which the caller
// owns. Migration makes coordinators and contexts, so it stands above them, and adding a store asks it.
extern void *_Nonnull perdure_store_migrations(void);

#endif
