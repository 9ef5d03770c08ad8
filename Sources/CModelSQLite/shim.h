#ifndef CMODELSQLITE_SHIM_H
#define CMODELSQLITE_SHIM_H
#if __has_include(<sqlite3.h>)
#include <sqlite3.h>
#else
#error "SQLite is missing. Debian, Ubuntu: sudo apt-get install libsqlite3-dev. Fedora: sudo dnf install sqlite-devel."
#endif

// What Swift cannot import of SQLite's interface: macros that cast, variadic functions, and one atomic flag.

/// Binds UTF-8 that SQLite copies at once (SQLITE_TRANSIENT). Without a pointer, SQLite would bind NULL.
static inline int modelsqlite_bind_text(sqlite3_stmt *statement, int index, const void *text, long count) {
    return sqlite3_bind_text64(statement, index, count == 0 ? "" : (const char *)text, (sqlite3_uint64)count,
                               SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds bytes that SQLite copies at once (SQLITE_TRANSIENT). Without a pointer, SQLite would bind NULL.
static inline int modelsqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, long count) {
    return sqlite3_bind_blob64(statement, index, count == 0 ? "" : bytes, (sqlite3_uint64)count, SQLITE_TRANSIENT);
}

/// Turns a two-valued connection setting on or off (sqlite3_db_config is variadic).
static inline int modelsqlite_configure(sqlite3 *connection, int setting, int value) {
    return sqlite3_db_config(connection, setting, value, (int *)0);
}

/// Whether the first statement of a string compiles if the triggers of the file are left out.
static inline int modelsqlite_compiles_without_triggers(sqlite3 *connection, const char *sql) {
    int before = 1;
    sqlite3_stmt *statement = 0;
    sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, -1, &before);
    modelsqlite_configure(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0);
    int code = sqlite3_prepare_v2(connection, sql, -1, &statement, 0);
    sqlite3_finalize(statement);
    modelsqlite_configure(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, before);
    return code == SQLITE_OK;
}

/// Stops counting the memory in use, for all connections. The count has one lock, on which threads wait for each other
/// (https://www.sqlite.org/c3ref/c_config_covering_index_scan.html#sqliteconfigmemstatus). Does nothing once SQLite runs.
static inline int modelsqlite_stop_counting_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

/// Reads a flag that another thread may set.
static inline int modelsqlite_flag_load(const int *flag) { return __atomic_load_n(flag, __ATOMIC_ACQUIRE); }

/// Sets a flag that another thread reads.
static inline void modelsqlite_flag_store(int *flag, int value) { __atomic_store_n(flag, value, __ATOMIC_RELEASE); }
#endif
