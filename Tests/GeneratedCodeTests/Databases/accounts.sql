-- Like a web framework's: quoted names, types unknown to SQLite, dates with fractions, Booleans as numbers.
CREATE TABLE "acc_user" (
    "id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "password" varchar(128) NOT NULL, "last_login" datetime NULL,
    "is_superuser" bool NOT NULL, "username" varchar(150) NOT NULL UNIQUE, "date_joined" datetime NOT NULL,
    "balance" decimal NOT NULL, "token" char(32) NULL);
CREATE TABLE "acc_group" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(150) NOT NULL UNIQUE);
CREATE TABLE "acc_user_groups" (
    "id" integer NOT NULL PRIMARY KEY AUTOINCREMENT,
    "user_id" integer NOT NULL REFERENCES "acc_user" ("id") DEFERRABLE INITIALLY DEFERRED,
    "group_id" integer NOT NULL REFERENCES "acc_group" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE UNIQUE INDEX "acc_user_groups_user_id_group_id_uniq" ON "acc_user_groups" ("user_id", "group_id");
CREATE INDEX "acc_user_groups_user_id" ON "acc_user_groups" ("user_id");
CREATE TABLE "acc_session" (
    "session_key" varchar(40) NOT NULL PRIMARY KEY, "session_data" text NOT NULL, "expire_date" datetime NOT NULL);
INSERT INTO acc_user VALUES
    (1, 'pbkdf2$1', '2024-01-02 03:04:05.123456', 1, 'ann', '2023-12-31 23:59:59', 10.5, 'd41d8cd98f00b204e9800998ecf8427e'),
    (2, 'pbkdf2$2', '2024-01-02 03:04:05', 0, 'böb', '2024-02-29 00:00:00.000001', 3, NULL),
    (7, '', NULL, 0, 'c''d"e', '1999-01-01 00:00:00', -0.25, '00000000000000000000000000000000');
INSERT INTO acc_group VALUES (1, 'all'), (2, '');
INSERT INTO acc_user_groups VALUES (1, 1, 1), (2, 2, 1), (9, 1, 2);
INSERT INTO acc_session VALUES ('k1', 'eyJhIjoxfQ==', '2024-03-01 12:00:00.5'), ('k2', '', '2024-03-01 12:00:00');
