-- Like a disk cache's: one column for values of every class, settings of any type, triggers that count.
PRAGMA user_version = 3;
CREATE TABLE cache_setting (key TEXT NOT NULL UNIQUE, value);
CREATE TABLE cache_entry (
    rowid INTEGER PRIMARY KEY, key BLOB, raw INTEGER, store_time REAL, expire_time REAL, access_count INTEGER DEFAULT 0,
    tag BLOB, size INTEGER DEFAULT 0, mode INTEGER DEFAULT 0, filename TEXT, value BLOB);
CREATE UNIQUE INDEX cache_key_raw ON cache_entry (key, raw);
CREATE INDEX cache_expire ON cache_entry (expire_time) WHERE expire_time IS NOT NULL;
CREATE TRIGGER cache_count AFTER INSERT ON cache_entry FOR EACH ROW BEGIN
    UPDATE cache_setting SET value = value + 1 WHERE key = 'count';
END;
INSERT INTO cache_setting VALUES
    ('count', 0), ('limit', 1.5), ('policy', 'least'), ('secret', x'00ff'), ('none', NULL), ('huge', 9223372036854775807);
INSERT INTO cache_entry (key, raw, store_time, expire_time, tag, size, mode, value) VALUES
    (1, 1, 1700000000.25, NULL, NULL, 0, 1, 2.5), ('1', 1, 1700000000, 9e999, 't', 1, 1, 'x'),
    (x'80', 0, 1700000000.5, 1e9, x'ff', 2, 2, x'fffe00'), (2.5, 1, 0, NULL, 7, 3, 1, NULL),
    (NULL, NULL, NULL, NULL, NULL, NULL, NULL, -9223372036854775808), ('', 1, -1, -0.0, '', 0, 0, '');
