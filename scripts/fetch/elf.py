# SPDX-License-Identifier: Apache-2.0
"""Which libraries a shared library asks for. Tools that patched it may have moved its tables: only its segments tell."""
import struct

from problem import Problem

PT_LOAD, PT_DYNAMIC = 1, 2
DT_NEEDED, DT_STRTAB, DT_STRSZ = 1, 5, 10


def _segments(stream):
    stream.seek(0)
    header = stream.read(64)
    if header[:6] != b"\x7fELF\x02\x01":
        raise ValueError("no 64-bit ELF file")
    start, = struct.unpack_from("<Q", header, 32)
    size, count = struct.unpack_from("<HH", header, 54)
    for number in range(count):
        stream.seek(start + number * size)
        kind, _, offset, address, _, length = struct.unpack_from("<IIQQQQ", stream.read(56))
        yield kind, offset, address, length


def _dynamic_entries(stream, segments):
    for kind, offset, _, length in segments:
        if kind == PT_DYNAMIC:
            stream.seek(offset)
            yield from struct.iter_unpack("<QQ", stream.read(length // 16 * 16))


def _offset_of(address, segments):
    for kind, offset, start, length in segments:
        if kind == PT_LOAD and start <= address < start + length:
            return offset + address - start
    raise ValueError("a table outside of all segments")


def needed(path):
    """The names in DT_NEEDED, in their order. Raises Problem if it is no library that could be loaded."""
    try:
        with open(path, "rb") as stream:
            segments = list(_segments(stream))
            entries = list(_dynamic_entries(stream, segments))
            table = dict(entries)
            stream.seek(_offset_of(table[DT_STRTAB], segments))
            names = stream.read(table[DT_STRSZ])
    except (ValueError, KeyError, struct.error) as error:
        raise Problem("{} in the wheel is no library: {}".format(path.rpartition("/")[2], error))
    return [names[value:names.index(b"\0", value)].decode() for tag, value in entries if tag == DT_NEEDED]
