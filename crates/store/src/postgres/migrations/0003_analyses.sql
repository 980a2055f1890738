-- Analyses that were asked for. `found` has the first `done` of all turns, as text. Whoever looks at a game has claimed it
-- for a while.
CREATE TABLE analyses (
    table_id BIGINT PRIMARY KEY,
    turns BIGINT NOT NULL,
    asked BIGINT NOT NULL,
    done BIGINT NOT NULL DEFAULT 0,
    found TEXT NOT NULL DEFAULT '[]',
    claimed_until BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX analyses_to_make ON analyses (asked) WHERE done < turns;
