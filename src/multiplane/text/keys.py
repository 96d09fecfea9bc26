"""Sorted keys and their places, found in constant time: at the hash of a key or after it is its place, and one."""

from __future__ import annotations

import numpy as np

from multiplane.kernels.arrays import Int32
from multiplane.kernels.jit import inlined, kernel
from multiplane.learn.model.contents import ModelFile


@kernel(steps=lambda keys, slots: len(keys))
def fill_slots(keys: Int32, slots: Int32) -> None:
    """Put every key into the first free slot from its hash on."""
    mask = len(slots) - 1
    for place in range(len(keys)):
        slot = keys[place] & mask
        while slots[slot] != 0:
            slot = (slot + 1) & mask
        slots[slot] = place + 1


def slots_of(keys: Int32) -> Int32:
    """Slots for `find_key`.

    >>> keys = np.array([7, 9], np.int32)
    >>> int(find_key(keys, slots_of(keys), 9)), int(find_key(keys, slots_of(keys), 8))
    (1, -1)
    """
    slots = np.zeros(1 << max(4, (2 * len(keys)).bit_length()), np.int32)
    fill_slots(keys, slots)
    return slots


@inlined
def find_key(keys: Int32, slots: Int32, key: int) -> int:
    """The place of a key, or −1."""
    mask = len(slots) - 1
    slot = key & mask
    while slots[slot] != 0:
        place = slots[slot] - 1
        if keys[place] == key:
            return int(place)
        slot = (slot + 1) & mask
    return -1


def keys_from_file(file: ModelFile, name: str) -> Int32:
    """Read the keys in a tensor; raise unless they ascend."""
    keys: Int32 = file.tensor(name, np.int32, (None,), low=0)
    if (np.diff(keys) <= 0).any():
        raise file.fault(f"keys out of order in tensor '{name}'", "ascending ones")
    return keys
