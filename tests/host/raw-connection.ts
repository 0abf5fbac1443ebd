import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** A response as text with one character per byte. A chunked body is decoded. */
export interface RawResponse {
  status: number;
  /** Values by lowercase name; the last value of a repeated header. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface RawConnection {
  /** Resolves once all bytes are written, or the connection is closed. */
  send(bytes: string | Uint8Array): Promise<void>;
  /**
   * Waits for the next response; resolves to null if the connection ends first.
   * @param isHead whether the request was a HEAD, whose response has no body.
   */
  receiveResponse(isHead?: boolean): Promise<RawResponse | null>;
  /** Resolves when the connection ends: to the code of its error, or to null if it closed normally. */
  endCode: Promise<string | null>;
  /** Returns the received bytes that are not part of a response returned so far. */
  peekUnread(): string;
}

interface Head {
  status: number;
  headers: Record<string, string>;
  /** Bytes of the head, including the empty line at the end. */
  byteCount: number;
}

/** Parses the status line and the headers; returns null while they are incomplete. */
function parseHead(text: string): Head | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = lines.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]),
    headers: Object.fromEntries(headers),
    byteCount: end + 4,
  };
}

/** Decodes a chunked body and counts its encoded bytes; returns null while it is incomplete. */
function parseChunks(text: string): { body: string; byteCount: number } | null {
  let [body, at] = ['', 0];
  for (;;) {
    const [line, digits = ''] = /^([0-9a-f]+)\r\n/i.exec(text.slice(at)) ?? [];
    const size = Number.parseInt(digits, 16);
    if (line === undefined || text.length < at + line.length + size + 2) return null;
    body += text.slice(at + line.length, at + line.length + size);
    at += line.length + size + 2;
    if (size === 0) return { body, byteCount: at };
  }
}

/**
 * Parses the first response in `text`; returns the response and the text after it, or null while it is incomplete.
 * @param hasEnded whether the connection has ended, which completes a body without a length.
 */
function parseResponse(
  text: string,
  isHead: boolean,
  hasEnded: boolean,
): { response: RawResponse; rest: string } | null {
  const head = parseHead(text);
  if (head === null) return null;
  const { status, headers, byteCount } = head;
  const after = text.slice(byteCount);
  // 100 Continue precedes the response itself.
  if (status === 100) return parseResponse(after, isHead, hasEnded);
  const createResult = (body: string, length: number) => ({
    response: { status, headers, body },
    rest: after.slice(length),
  });
  if (isHead || status === 204 || status === 304) return createResult('', 0);
  if (headers['transfer-encoding'] === 'chunked') {
    const chunks = parseChunks(after);
    return chunks === null ? null : createResult(chunks.body, chunks.byteCount);
  }
  const length = headers['content-length'];
  if (length === undefined) return hasEnded ? createResult(after, after.length) : null;
  return after.length < Number(length)
    ? null
    : createResult(after.slice(0, Number(length)), Number(length));
}

/** Opens a connection for raw bytes, so that a test can send requests that no client library would send. */
export function openRawConnection(url: string): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  let received = '';
  let hasEnded = false;
  let code: string | null = null;
  let nextChange = Promise.withResolvers<void>();
  const announceChange = () => {
    nextChange.resolve();
    nextChange = Promise.withResolvers();
  };
  const ended = Promise.withResolvers<string | null>();
  const end = () => {
    hasEnded = true;
    ended.resolve(code);
    announceChange();
  };
  socket.on('error', (error: NodeJS.ErrnoException) => {
    code = error.code ?? error.message;
  });
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    announceChange();
  });
  socket.on('end', end).on('close', end);
  return {
    endCode: ended.promise,
    peekUnread: () => received,
    send: (bytes) => new Promise((resolve) => socket.write(bytes, () => resolve())),
    async receiveResponse(isHead = false) {
      for (;;) {
        const parsed = parseResponse(received, isHead, hasEnded);
        if (parsed !== null) {
          received = parsed.rest;
          return parsed.response;
        }
        if (hasEnded) return null;
        await nextChange.promise;
      }
    },
  };
}
