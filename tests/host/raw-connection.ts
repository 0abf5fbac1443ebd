import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** A response as it came over the wire. */
export interface RawResponse {
  status: number;
  /** By lowercase name; of repeated ones the last. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface RawConnection {
  /** Resolves once all of it is on its way, or the connection is gone. */
  send(bytes: string | Uint8Array): Promise<void>;
  /** The next response; null where the connection ends first. */
  response(isHead?: boolean): Promise<RawResponse | null>;
  /** How the connection ended: null in order, else by which error. */
  ended: Promise<string | null>;
  /** What came and is not read yet. */
  rest(): string;
}

interface Head {
  status: number;
  headers: Record<string, string>;
  bytes: number;
}

function readHead(text: string): Head | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = lines.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]),
    headers: Object.fromEntries(headers),
    bytes: end + 4,
  };
}

/** A body in chunks and the bytes that it takes; null while it is not whole. */
function readChunks(text: string): { body: string; bytes: number } | null {
  let [body, at] = ['', 0];
  for (;;) {
    const [line, digits = ''] = /^([0-9a-f]+)\r\n/i.exec(text.slice(at)) ?? [];
    const size = Number.parseInt(digits, 16);
    if (line === undefined || text.length < at + line.length + size + 2) return null;
    body += text.slice(at + line.length, at + line.length + size);
    at += line.length + size + 2;
    if (size === 0) return { body, bytes: at };
  }
}

/** The first response in a text and what is behind it; null while it is not whole. */
function readResponse(
  text: string,
  isHead: boolean,
  hasEnded: boolean,
): { response: RawResponse; rest: string } | null {
  const head = readHead(text);
  if (head === null) return null;
  const { status, headers, bytes } = head;
  const after = text.slice(bytes);
  // Says only that the body may be sent.
  if (status === 100) return readResponse(after, isHead, hasEnded);
  const of = (body: string, length: number) => ({
    response: { status, headers, body },
    rest: after.slice(length),
  });
  if (isHead || status === 204 || status === 304) return of('', 0);
  if (headers['transfer-encoding'] === 'chunked') {
    const chunks = readChunks(after);
    return chunks === null ? null : of(chunks.body, chunks.bytes);
  }
  const length = headers['content-length'];
  if (length === undefined) return hasEnded ? of(after, after.length) : null;
  return after.length < Number(length) ? null : of(after.slice(0, Number(length)), Number(length));
}

/** A connection on which every byte is as given, so that it says what no client library would. */
export function openRaw(url: string): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  let received = '';
  let hasEnded = false;
  let code: string | null = null;
  let changed = Promise.withResolvers<void>();
  const change = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const ended = Promise.withResolvers<string | null>();
  const end = () => {
    hasEnded = true;
    ended.resolve(code);
    change();
  };
  socket.on('error', (error: NodeJS.ErrnoException) => {
    code = error.code ?? error.message;
  });
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    change();
  });
  socket.on('end', end).on('close', end);
  return {
    ended: ended.promise,
    rest: () => received,
    send: (bytes) => new Promise((resolve) => socket.write(bytes, () => resolve())),
    async response(isHead = false) {
      for (;;) {
        const read = readResponse(received, isHead, hasEnded);
        if (read !== null) {
          received = read.rest;
          return read.response;
        }
        if (hasEnded) return null;
        await changed.promise;
      }
    },
  };
}
