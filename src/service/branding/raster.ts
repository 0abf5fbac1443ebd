/** The size of an image in pixels; null if it cannot be read from the bytes. */
type RasterSize = { width: number; height: number } | null;

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The number of bytes that a PNG chunk's length, type and checksum take. */
const pngChunkFrame = 12;
const pngHeaderLength = 13;

/** The size of a PNG image whose chunks fill the bytes exactly, from its header to its end; otherwise null. */
export function readPngSize(bytes: Buffer): RasterSize {
  if (!bytes.subarray(0, 8).equals(pngSignature)) return null;
  let at = 8;
  let size: RasterSize = null;
  while (at + pngChunkFrame <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + pngChunkFrame + length;
    if (end > bytes.length) return null;
    if (at === 8) {
      if (type !== 'IHDR' || length !== pngHeaderLength) return null;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    if (type === 'IEND') return end === bytes.length ? size : null;
    at = end;
  }
  return null;
}

const readUint24 = (bytes: Buffer, at: number) => bytes.readUIntLE(at, 3);

/** The size in the first chunk of a lossy, lossless or extended WebP image; null if the chunk gives none. */
function readSizeFromWebpChunk(type: string, data: Buffer): RasterSize {
  if (type === 'VP8X' && data.length >= 10) {
    return { width: readUint24(data, 4) + 1, height: readUint24(data, 7) + 1 };
  }
  if (type === 'VP8L' && data.length >= 5 && data[0] === 0x2f) {
    const bits = data.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (type === 'VP8 ' && data.length >= 10 && readUint24(data, 3) === 0x2a019d) {
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
  }
  return null;
}

/** The size of a WebP image that fills the bytes exactly; otherwise null. */
export function readWebpSize(bytes: Buffer): RasterSize {
  if (bytes.length < 20) return null;
  const isRiff = bytes.toString('latin1', 0, 4) === 'RIFF';
  if (!isRiff || bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return null;
  const length = bytes.readUInt32LE(16);
  const data = bytes.subarray(20, 20 + length);
  return data.length === length
    ? readSizeFromWebpChunk(bytes.toString('latin1', 12, 16), data)
    : null;
}
