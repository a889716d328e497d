"""Rules that are not symmetric or not simple."""

from base64 import b64encode

import numpy as np

from lifesat.life.rule import LIFE

# Life, but for a birth in one block that no turn leaves as it is.
_TABLE = bytearray(LIFE.table)
_TABLE[0o751] = 1
_BITS = np.packbits(np.frombuffer(_TABLE, np.uint8)).tobytes()
CROOKED_LIFE = "MAP" + b64encode(_BITS).decode().rstrip("=")
# Live cells live on in three of four blocks, and dead ones are born in one of eight, by chance.
LOPSIDED = (
    "MAPAYCnbgKAu/YgJN/RQwD5/gAAfy+EgP5pAAB++AAC21lABP/HAADsdYkA7j1QUK/+BAW+9wBA/dsAMP+3YCD+6w"
)
