"""Pictures that the browser tests make themselves: red on the left, blue on the right, half as high
as they are wide."""
import ctypes
import ctypes.util
import struct
import zlib


def png(width, height):
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    row = b"\0" + pixels(width)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))


def pixels(width):
    return b"\xd0\x20\x20" * (width // 2) + b"\x20\x20\xd0" * (width - width // 2)


def encoded(page, kind, width, height):
    """A JPEG or WebP as a browser writes it."""
    return bytes(page.evaluate(
        """async ([kind, width, height]) => {
             const canvas = Object.assign(document.createElement("canvas"), { width, height });
             const brush = canvas.getContext("2d");
             brush.fillStyle = "#d02020";
             brush.fillRect(0, 0, width / 2, height);
             brush.fillStyle = "#2020d0";
             brush.fillRect(width / 2, 0, width / 2, height);
             const blob = await new Promise((done) => canvas.toBlob(done, kind, 0.9));
             return [...new Uint8Array(await blob.arrayBuffer())];
           }""", [kind, width, height]))


def turned(jpeg, orientation):
    """The JPEG with the orientation that a phone writes into it."""
    tiff = (b"II*\0" + struct.pack("<IH", 8, 1)
            + struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0) + struct.pack("<I", 0))
    exif = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


class HeifError(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("subcode", ctypes.c_int), ("message", ctypes.c_char_p)]


def heic(width, height, path):
    """Writes a HEIC with the system's library; `False` when it cannot write any."""
    name = ctypes.util.find_library("heif")
    if not name:
        return False
    heif = ctypes.CDLL(name)
    pointer = ctypes.c_void_p
    heif.heif_context_alloc.restype = pointer
    heif.heif_image_get_plane.restype = ctypes.POINTER(ctypes.c_uint8)

    def call(function, *arguments):
        function.restype = HeifError
        return function(*arguments).code == 0

    context, encoder, image, handle = pointer(heif.heif_context_alloc()), pointer(), pointer(), pointer()
    hevc, rgb, interleaved, interleaved_rgb = 1, 1, 10, 10
    if not call(heif.heif_context_get_encoder_for_format, context, hevc, ctypes.byref(encoder)):
        return False
    made = (call(heif.heif_image_create, width, height, rgb, interleaved_rgb, ctypes.byref(image))
            and call(heif.heif_image_add_plane, image, interleaved, width, height, 8))
    if not made:
        return False
    stride = ctypes.c_int()
    plane = heif.heif_image_get_plane(image, interleaved, ctypes.byref(stride))
    row = pixels(width)
    for line in range(height):
        ctypes.memmove(ctypes.addressof(plane.contents) + line * stride.value, row, len(row))
    return (call(heif.heif_context_encode_image, context, image, encoder, None, ctypes.byref(handle))
            and call(heif.heif_context_write_to_file, context, str(path).encode()))
