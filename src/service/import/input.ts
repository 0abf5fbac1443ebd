import { constants, type ReadStream, type Stats, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { errorCodeOf } from '../error-code.ts';

/** A line of an import file, or a record with the fields that a line would give, which nothing has to parse. */
export type InputEntry = string | object;

/** Lines of measurements. `blocks` may be called more than once and yields the same lines each time. */
export interface ImportInput {
  /** The name to show in messages. */
  readonly name: string;
  /** Size in bytes, if known, for estimating the time left. */
  readonly size?: number;
  /**
   * The lines in order, in blocks, since waiting for each line costs more than reading it.
   * @param onRead may be called before each block with the number of bytes read since the previous one, counted before
   * decompression like `size`.
   */
  blocks(onRead?: (bytes: number) => void): AsyncIterable<readonly InputEntry[]>;
}

/** Why an input cannot be read, without its name or any of its text. */
export type UnreadableCause =
  | 'no such file'
  | 'a folder'
  | 'a pipe, device or socket'
  | 'no permission'
  | 'an empty file'
  | 'a damaged file'
  | 'not UTF-8'
  | 'a line that is too long'
  | 'a read error';

/** An input that cannot be read; the message names it and says what is wrong. */
export class UnreadableInput extends Error {
  override name = 'UnreadableInput';
  readonly unreadableCause: UnreadableCause;
  constructor(message: string, unreadableCause: UnreadableCause, options?: ErrorOptions) {
    super(message, options);
    this.unreadableCause = unreadableCause;
  }
}

/** A line that cannot be read; `fileInput` adds the name of the file. */
class UnreadableLine extends Error {
  readonly unreadableCause: UnreadableCause;
  constructor(line: number, reason: string, unreadableCause: UnreadableCause) {
    super(`line ${line}: ${reason}`);
    this.unreadableCause = unreadableCause;
  }
}

/**
 * The maximum length of a line in bytes, a hundred times the length of real answers. Measuring a line of this length
 * can take seconds.
 */
const maxLineBytes = 4 * 1024 * 1024;
/** Bytes read or decompressed at once. */
const chunkSize = 256 * 1024;

async function isGzip(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
  return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
}

/** Thrown for data after the end of a gzip file, which zlib would ignore. */
class TrailingData extends Error {}

/**
 * Decompresses a gzip file of one or more members.
 * @throws TrailingData if anything follows the last member, as in a file whose next member begins with zeros.
 */
async function* decompress(file: ReadStream): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize });
  // The pipeline passes a failure of either stream on to the reader of the last one.
  yield* pipeline(file, gunzip, () => {});
  if (gunzip.bytesWritten < file.bytesRead) throw new TrailingData('data after its end');
}

function refuseOverlongLine(line: number, bytes: number): void {
  if (bytes <= maxLineBytes) return;
  throw new UnreadableLine(
    line,
    'is longer than 4 MiB. For such a long answer, give its mentions instead of its text.',
    'a line that is too long',
  );
}

/**
 * Splits UTF-8 bytes at line feeds. A byte order mark at the start of the first line is dropped.
 * @throws UnreadableLine for bytes that are not UTF-8 and for a line over the limit.
 */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let line = 0;
  let unfinishedChunks: Buffer[] = [];
  let unfinishedBytes = 0;
  const decode = (bytes: Buffer): string => {
    line += 1;
    try {
      const text = decoder.decode(bytes);
      return line === 1 ? text.replace(/^\uFEFF/, '') : text;
    } catch {
      throw new UnreadableLine(line, 'is not UTF-8', 'not UTF-8');
    }
  };
  for await (const chunk of chunks) {
    const block: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const piece = chunk.subarray(start, end);
      refuseOverlongLine(line + 1, unfinishedBytes + piece.length);
      block.push(
        decode(unfinishedChunks.length === 0 ? piece : Buffer.concat([...unfinishedChunks, piece])),
      );
      unfinishedChunks = [];
      unfinishedBytes = 0;
      start = end + 1;
    }
    if (start < chunk.length) {
      unfinishedChunks.push(chunk.subarray(start));
      unfinishedBytes += chunk.length - start;
    }
    refuseOverlongLine(line + 1, unfinishedBytes);
    yield block;
  }
  if (unfinishedBytes > 0) yield [decode(Buffer.concat(unfinishedChunks))];
}

/** Converts an error to an UnreadableInput that names the file. */
function toUnreadableInput(name: string, error: unknown): UnreadableInput {
  if (error instanceof UnreadableInput) return error;
  const create = (message: string, unreadableCause: UnreadableCause) =>
    new UnreadableInput(message, unreadableCause, { cause: error });
  if (error instanceof UnreadableLine) {
    return create(`${name}, ${error.message}\nNothing was imported.`, error.unreadableCause);
  }
  const code = errorCodeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return create(`${name} does not exist.`, 'no such file');
  if (code === 'EACCES') {
    return create(`${name} cannot be read: permission denied.`, 'no permission');
  }
  const reason = error instanceof Error ? error.message : String(error);
  // The codes of zlib's errors begin with "Z_".
  if (code.startsWith('Z_') || error instanceof TrailingData) {
    const text = `${name} is damaged or incomplete (${reason}). Copy or compress the original file again.\nNothing was imported.`;
    return create(text, 'a damaged file');
  }
  return create(`${name} cannot be read: ${reason}.\nNothing was imported.`, 'a read error');
}

function readStats(path: string, name: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw toUnreadableInput(name, error);
  }
}

/** @throws UnreadableInput for anything but a plain file: reading a pipe could wait for ever, and only works once. */
function requirePlainFile(stats: Stats, name: string): void {
  if (stats.isFile()) return;
  throw stats.isDirectory()
    ? new UnreadableInput(`${name} is a folder, not a file.`, 'a folder')
    : new UnreadableInput(
        `${name} is a pipe, a device or a socket. Save its data as a file, and import that file.`,
        'a pipe, device or socket',
      );
}

/**
 * An input that reads an NDJSON file. A gzipped file is recognised by its first bytes, whatever its name.
 * @throws UnreadableInput if the file is missing, not accessible or not a plain file. The `blocks` method throws one if the
 * content cannot be read to its end, is not UTF-8, or has a line of more than 4 MiB.
 */
export function fileInput(path: string): ImportInput {
  const name = basename(path);
  const stat = readStats(path, name);
  requirePlainFile(stat, name);
  return {
    name,
    size: stat.size,
    async *blocks(onRead) {
      try {
        // Opening a pipe that has replaced the file would wait for a writer without O_NONBLOCK.
        await using handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
        requirePlainFile(await handle.stat(), name);
        // Checked before the stream is created, since nothing would handle the stream's errors during this wait.
        const isCompressed = await isGzip(handle);
        const file = handle.createReadStream({ start: 0, highWaterMark: chunkSize });
        let reportedBytes = 0;
        for await (const block of splitLines(isCompressed ? decompress(file) : file)) {
          onRead?.(file.bytesRead - reportedBytes);
          reportedBytes = file.bytesRead;
          yield block;
        }
      } catch (error) {
        throw toUnreadableInput(name, error);
      }
    },
  };
}

/** Records in memory. Each counts as a line. */
export const recordInput = (name: string, records: readonly InputEntry[]): ImportInput => ({
  name,
  async *blocks() {
    yield records;
  },
});
