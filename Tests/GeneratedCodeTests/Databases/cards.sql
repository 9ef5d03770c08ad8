-- Like a flashcard program's: a custom collation, tables without a rowid, JSON and blobs in one row.
CREATE TABLE card_col (id integer PRIMARY KEY, crt integer NOT NULL, mod integer NOT NULL, conf text NOT NULL);
CREATE TABLE card_note (
    id integer PRIMARY KEY, guid text NOT NULL, mid integer NOT NULL, tags text NOT NULL, flds text NOT NULL,
    sfld integer NOT NULL, csum integer NOT NULL, data text NOT NULL);
CREATE TABLE card_tag (tag text NOT NULL PRIMARY KEY COLLATE NOCASE, usn integer NOT NULL, config blob) WITHOUT ROWID;
CREATE TABLE card_field (
    ntid integer NOT NULL, ord integer NOT NULL, name text NOT NULL COLLATE NOCASE, config blob NOT NULL,
    PRIMARY KEY (ntid, ord)) WITHOUT ROWID;
CREATE UNIQUE INDEX card_field_name ON card_field (name, ntid);
CREATE TABLE card_grave (oid integer NOT NULL, type integer NOT NULL, usn integer NOT NULL, PRIMARY KEY (oid, type)) WITHOUT ROWID;
CREATE TABLE card_revlog (id integer PRIMARY KEY, cid integer NOT NULL, ease integer NOT NULL, ivl integer NOT NULL, factor real);
INSERT INTO card_col VALUES (1, 1700000000, 1700000000123, '{"a":{"b":[1,2]},"c":null}');
INSERT INTO card_note VALUES
    (1700000000001, 'a{b', 1, ' x y ', 'q' || char(31) || 'a', 'q', 4294967295, ''),
    (1700000000002, 'c', 1, '', '12' || char(31), 12, 0, '{"z":1}'),
    (1700000000003, 'd', 2, '', '1.5', 1.5, 1, '');
INSERT INTO card_tag VALUES ('Verb', 0, NULL), ('noun', -1, x'0a021001');
INSERT INTO card_field VALUES (1, 0, 'Front', x''), (1, 1, 'Back', x'00'), (2, 0, 'front', x'ff');
INSERT INTO card_grave VALUES (1, 0, -1), (1, 2, 0);
INSERT INTO card_revlog VALUES (1, 1700000000001, 3, -600, 2.5), (2, 1700000000001, 1, 0, NULL), (3, 0, 4, 1, 3);
