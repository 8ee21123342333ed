"""Files that are sent to the JSON API: real ones, and one that says it is larger than any is."""
import struct
import zlib


def png(width, height, rows):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(
            ">I", zlib.crc32(name + data))
    return (b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


PNG = png(2, 2, (b"\0" + b"\xff\0\0" * 2) * 2)
# A header of more than 100 megapixels, with nothing behind it.
LARGE_PNG = png(10_001, 10_000, b"\0")
PDF = b"%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"
CSV = b"HB.import_ref,HB.name\nref-1,Drill\n"
