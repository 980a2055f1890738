-- Who is at which table by which server, until when if the server says nothing more. Nothing of it is kept: a
-- club that is carried elsewhere does without. There is no index by `until`, so that renewing changes none.
CREATE TABLE presence (
    table_id BIGINT NOT NULL,
    who BIGINT NOT NULL,
    server BIGINT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (table_id, who, server)
);
CREATE INDEX presence_by_server ON presence (server);
