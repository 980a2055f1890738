-- Tokens and accounts are made under a key as well, so it is not always a table that a request led to.
ALTER TABLE requests RENAME COLUMN table_id TO made;
