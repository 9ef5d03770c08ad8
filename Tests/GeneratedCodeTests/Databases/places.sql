-- Like a browser history: microseconds, generated columns, expressions in indexes, a view, full text by triggers.
CREATE TABLE place (
    id INTEGER PRIMARY KEY, url LONGVARCHAR NOT NULL, title LONGVARCHAR, rev_host LONGVARCHAR, visit_count INTEGER DEFAULT 0,
    hidden INTEGER DEFAULT 0 NOT NULL, frecency INTEGER DEFAULT -1 NOT NULL, last_visit INTEGER, guid TEXT,
    url_length INTEGER GENERATED ALWAYS AS (length(url)) VIRTUAL,
    host TEXT AS (substr(rev_host, 2)) STORED);
CREATE UNIQUE INDEX place_guid ON place (guid);
CREATE INDEX place_lower ON place (lower(title)) WHERE hidden = 0;
CREATE TABLE place_visit (
    id INTEGER PRIMARY KEY, from_visit INTEGER, place_id INTEGER NOT NULL REFERENCES place (id) ON DELETE CASCADE,
    visit_date INTEGER NOT NULL, visit_type INTEGER NOT NULL CHECK (visit_type BETWEEN 1 AND 9));
CREATE INDEX place_visit_date ON place_visit (place_id, visit_date DESC);
CREATE VIEW place_recent AS SELECT p.id, p.url, count(v.id) AS visits FROM place p JOIN place_visit v ON v.place_id = p.id GROUP BY p.id;
CREATE TRIGGER place_visited AFTER INSERT ON place_visit BEGIN
    UPDATE place SET visit_count = visit_count + 1, last_visit = new.visit_date WHERE id = new.place_id;
END;
INSERT INTO place (id, url, title, rev_host, hidden, guid) VALUES
    (1, 'https://example.org/', 'Example', 'gro.elpmaxe.', 0, 'AAAAAAAAAAAA'),
    (2, 'place:sort=8&maxResults=10', NULL, NULL, 1, 'BBBBBBBBBBBB'), (3, 'file:///a b', 'ünï', '.', 0, NULL);
INSERT INTO place_visit VALUES (1, 0, 1, 1700000000123456, 1), (2, 1, 1, 1700000001123456, 2), (3, NULL, 3, 0, 9);
