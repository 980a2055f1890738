-- Names of people who deleted their accounts. Nobody may take one, or one that looks like it, until then.
CREATE TABLE reserved_names (
    skeleton TEXT PRIMARY KEY,
    until BIGINT NOT NULL
);

-- What follows can be made again from the events.

-- Who created a table; nothing in rows that an earlier version wrote.
ALTER TABLE tables ADD COLUMN host BIGINT;
CREATE INDEX tables_by_host ON tables (host, stage);

ALTER TABLE standings ADD COLUMN left_early BIGINT NOT NULL DEFAULT 0;

-- Whether somebody left the game soon.
ALTER TABLE rating_history ADD COLUMN quick BOOLEAN NOT NULL DEFAULT FALSE;
