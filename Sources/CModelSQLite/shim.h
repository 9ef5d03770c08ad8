#ifndef CMODELSQLITE_SHIM_H
#define CMODELSQLITE_SHIM_H
#include <sqlite3.h>
#endif
