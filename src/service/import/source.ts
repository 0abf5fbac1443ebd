import { createReadStream, type ReadStream, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Lines of measurements. `blocks` may be called more than once and gives the same lines each time. */
export interface Source {
  /** What errors call it. */
  readonly name: string;
  /** Bytes to read, where known, for the time left. */
  readonly size?: number;
  /**
   * The lines in order, many at a time, since waiting for each costs more than reading it.
   * @param onRead told how many bytes of `size` each block took.
   */
  blocks(onRead?: (bytes: number) => void): AsyncIterable<readonly string[]>;
}

/** A file that cannot be read as what it should be: the reason, and the line where reading stopped. */
export class UnreadableSource extends Error {
  override name = 'UnreadableSource';
}

/** In bytes: a hundred times the longest of real answers, and measured in seconds. */
const longestLine = 4 * 1024 * 1024;
/** Bytes read or unpacked at once. */
const chunkSize = 256 * 1024;

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

function bytesOf(file: ReadStream, gzip: boolean): AsyncIterable<Buffer> {
  // The pipeline hands a failure of either stream to whoever reads the last one.
  return gzip ? pipeline(file, createGunzip({ chunkSize }), () => {}) : file;
}

function refuseOverlong(line: number, bytes: number): void {
  if (bytes <= longestLine) return;
  throw new UnreadableSource(
    `line ${line}: is longer than 4 MiB. Give an answer's mentions in place of a text this long`,
  );
}

/**
 * Splits UTF-8 bytes at line feeds. A byte order mark is dropped.
 * @throws UnreadableSource at bytes that are not UTF-8 and at a line past the limit.
 */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 0;
  let rest: Buffer[] = [];
  let held = 0;
  const decode = (bytes: Buffer): string => {
    line += 1;
    try {
      return decoder.decode(bytes);
    } catch (cause) {
      throw new UnreadableSource(`line ${line}: is not UTF-8`, { cause });
    }
  };
  for await (const chunk of chunks) {
    const block: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const piece = chunk.subarray(start, end);
      refuseOverlong(line + 1, held + piece.length);
      block.push(decode(rest.length === 0 ? piece : Buffer.concat([...rest, piece])));
      rest = [];
      held = 0;
      start = end + 1;
    }
    if (start < chunk.length) {
      rest.push(chunk.subarray(start));
      held += chunk.length - start;
    }
    refuseOverlong(line + 1, held);
    yield block;
  }
  if (held > 0) yield [decode(Buffer.concat(rest))];
}

/**
 * An NDJSON file, gzipped or not (told by its first bytes, not by its name).
 * @throws UnreadableSource when it cannot be opened, is cut short, is not UTF-8, or has a line of more than 4 MiB.
 */
export function fileSource(path: string): Source {
  const name = basename(path);
  const fail = (error: unknown): never => {
    if (error instanceof UnreadableSource) {
      throw new UnreadableSource(`${name}, ${error.message}`, { cause: error });
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableSource(`${name} cannot be read: ${reason}`, { cause: error });
  };
  let size: number;
  try {
    size = statSync(path).size;
  } catch (error) {
    return fail(error);
  }
  return {
    name,
    size,
    async *blocks(onRead) {
      try {
        // Before the stream, whose failure to open nobody would hear while this is awaited.
        const gzip = await isGzip(path);
        const file = createReadStream(path, { highWaterMark: chunkSize });
        let told = 0;
        for await (const block of splitLines(bytesOf(file, gzip))) {
          onRead?.(file.bytesRead - told);
          told = file.bytesRead;
          yield block;
        }
      } catch (error) {
        fail(error);
      }
    },
  };
}

/** Records in memory, read as if each were a line of a file. Text goes as it is. */
export function recordSource(name: string, records: readonly (object | string)[]): Source {
  return {
    name,
    async *blocks() {
      yield records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record)));
    },
  };
}
