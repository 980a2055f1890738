-- Identities are unsigned 64-bit numbers, kept by their bit pattern. Moments are milliseconds since 1970.
-- Nothing refers to another table by a foreign key: events come first and everything else follows them.
-- No sequences, locks by name, notifications or triggers, so that databases with the protocol of PostgreSQL
-- can do it too.

-- One row. Whoever writes to the log changes it first, and so the log has the order of the commits.
CREATE TABLE log_head (
    one BOOLEAN PRIMARY KEY CHECK (one),
    newest BIGINT NOT NULL
);
INSERT INTO log_head (one, newest) VALUES (true, 0);

-- One row a batch. Places in the log may be missing, but never come later than higher ones.
CREATE TABLE events (
    table_id BIGINT NOT NULL,
    after BIGINT NOT NULL,
    id BIGINT NOT NULL UNIQUE,
    count BIGINT NOT NULL,
    at BIGINT NOT NULL,
    events TEXT NOT NULL,
    PRIMARY KEY (table_id, after)
);

CREATE TABLE seeds (
    table_id BIGINT PRIMARY KEY,
    seed BYTEA NOT NULL
);

CREATE TABLE requests (
    person BIGINT NOT NULL,
    key TEXT NOT NULL,
    request BYTEA NOT NULL,
    made BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (person, key)
);
CREATE INDEX requests_by_time ON requests (at);

-- `changed` is the place in the log of the last change that other servers have to know.
CREATE TABLE people (
    id BIGINT PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT,
    skeleton TEXT UNIQUE,
    password TEXT,
    since BIGINT NOT NULL,
    changed BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX people_by_change ON people (changed);

CREATE TABLE access_keys (
    person BIGINT NOT NULL,
    id BIGINT NOT NULL,
    hash BYTEA NOT NULL UNIQUE,
    access TEXT NOT NULL,
    label TEXT NOT NULL,
    since BIGINT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (person, id)
);

CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    value BYTEA NOT NULL
);

-- Names that a server holds for a moment.
CREATE TABLE holds (
    name TEXT PRIMARY KEY,
    holder BIGINT NOT NULL,
    until BIGINT NOT NULL
);

-- From here on everything can be made again from the events.

-- The people are written out in their order here; `seats` finds the tables of a person.
CREATE TABLE tables (
    table_id BIGINT PRIMARY KEY,
    stage TEXT NOT NULL,
    game TEXT NOT NULL,
    terms TEXT NOT NULL,
    public BOOLEAN NOT NULL,
    open BIGINT NOT NULL,
    work BOOLEAN NOT NULL,
    changed BIGINT NOT NULL,
    people TEXT NOT NULL
);
CREATE INDEX tables_by_change ON tables (changed, table_id);
CREATE INDEX tables_by_stage ON tables (stage, changed, table_id);
CREATE INDEX tables_by_terms ON tables (terms, stage, changed, table_id);

CREATE TABLE seats (
    person BIGINT NOT NULL,
    table_id BIGINT NOT NULL,
    PRIMARY KEY (person, table_id)
);
CREATE INDEX seats_by_table ON seats (table_id);

-- Tables that somebody has to look after, and when; a worker that does has claimed them for a while.
CREATE TABLE work (
    table_id BIGINT PRIMARY KEY,
    due BIGINT NOT NULL,
    claimed_until BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX work_by_due ON work (due);

-- `changes` is how many games changed the rating.
CREATE TABLE standings (
    person BIGINT NOT NULL,
    pool TEXT NOT NULL,
    rated BOOLEAN NOT NULL,
    kind TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    changes BIGINT NOT NULL,
    games BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    PRIMARY KEY (person, pool, rated)
);
CREATE INDEX standings_by_rating ON standings (pool, kind, rating) WHERE rated AND changes > 0;

CREATE TABLE rating_history (
    event_id BIGINT NOT NULL,
    person BIGINT NOT NULL,
    pool TEXT NOT NULL,
    table_id BIGINT NOT NULL,
    at BIGINT NOT NULL,
    rating_before DOUBLE PRECISION NOT NULL,
    rating_after DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (event_id, person)
);
CREATE INDEX rating_history_by_person ON rating_history (person, pool, event_id);
CREATE INDEX rating_history_by_table ON rating_history (table_id);
