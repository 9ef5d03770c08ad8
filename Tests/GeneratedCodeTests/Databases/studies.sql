-- Like a scientific tool's: enumerations as strings with checks, JSON, infinite doubles, strict tables.
CREATE TABLE study_version (version_num VARCHAR(32) NOT NULL, CONSTRAINT study_version_pk PRIMARY KEY (version_num));
CREATE TABLE study (
    study_id INTEGER NOT NULL, study_name VARCHAR(512) NOT NULL, direction VARCHAR(8) NOT NULL,
    PRIMARY KEY (study_id), CONSTRAINT direction CHECK (direction IN ('NOT_SET', 'MINIMIZE', 'MAXIMIZE')));
CREATE UNIQUE INDEX study_by_name ON study (study_name);
CREATE TABLE study_trial (
    trial_id INTEGER NOT NULL, number INTEGER, study_id INTEGER, state VARCHAR(8) NOT NULL, datetime_start DATETIME,
    datetime_complete DATETIME, PRIMARY KEY (trial_id), FOREIGN KEY (study_id) REFERENCES study (study_id));
CREATE TABLE study_trial_value (
    value_id INTEGER NOT NULL, trial_id INTEGER NOT NULL, objective INTEGER NOT NULL, value FLOAT, params JSON,
    PRIMARY KEY (value_id), UNIQUE (trial_id, objective), FOREIGN KEY (trial_id) REFERENCES study_trial (trial_id));
CREATE TABLE study_mark (name TEXT NOT NULL, at ANY, n INT NOT NULL DEFAULT 1, PRIMARY KEY (name, n)) STRICT, WITHOUT ROWID;
CREATE TABLE study_log (line TEXT, level);
INSERT INTO study_version VALUES ('v3.0.0.d');
INSERT INTO study VALUES (1, 'one', 'MINIMIZE'), (2, 'two', 'NOT_SET');
INSERT INTO study_trial VALUES
    (1, 0, 1, 'COMPLETE', '2024-05-06 07:08:09.000001', '2024-05-06 07:08:10.5'), (2, 1, 1, 'RUNNING', NULL, NULL);
INSERT INTO study_trial_value VALUES
    (1, 1, 0, 0.1, '{"x": 0.5, "k": [1, null]}'), (2, 1, 1, 9e999, '[]'), (3, 2, 0, -9e999, NULL), (4, 2, 1, NULL, '"a"'),
    (5, 2, 2, 3, '{}');
INSERT INTO study_mark VALUES ('a', 1, 1), ('a', 'b', 2), ('c', x'00', 1), ('d', 2.5, 1), ('e', NULL, -1);
INSERT INTO study_log VALUES ('same', 1), ('same', 1), (NULL, 'high'), ('', NULL);
