-- Whether the device of somebody who is present can choose the moves of bots.
ALTER TABLE presence ADD COLUMN thinks BOOLEAN NOT NULL DEFAULT FALSE;
