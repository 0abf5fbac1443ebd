import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createChdbConnection } from 'chdb/connection';
import { errorCodeOf } from '../../src/service/error-code.ts';

/**
 * Serves the part of ClickHouse's HTTP interface that the store's client uses, on the in-process engine. A request
 * contains its statement as the body, in a form, or in `?query=` with the data in the body. Parameters have names such
 * as `param_id`, and the user and password are sent with basic authentication. Responses to failed statements have the
 * error code in a header. `PUT /delay?ms=` delays all later responses.
 *
 * Arguments: folder, port (0 for any free one), password.
 */
const [folder = '', port = '', password = ''] = process.argv.slice(2);

const connections = Array.from({ length: 3 }, () => createChdbConnection({ path: folder }));
const freeConnections = [...connections];
const waiters: ((connection: (typeof connections)[number]) => void)[] = [];
let delayMs = 0;

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  0: '\0',
};
const unescapeText = (text: string) =>
  text.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter);

/**
 * Parses a parameter of the HTTP interface into the value that the in-process engine expects. Text that starts
 * with a bracket is parsed as a list, because the tests send no string that starts with one.
 */
function parseParameter(text: string): unknown {
  if (text === '\\N') return null;
  if (!text.startsWith('[')) return unescapeText(text);
  const items = text.slice(1, -1).match(/'(?:\\.|[^'\\])*'|[^,]+/gs) ?? [];
  return items.map((item) =>
    item.startsWith("'") ? unescapeText(item.slice(1, -1)) : JSON.parse(item),
  );
}

async function runOnConnection<T>(work: (connection: (typeof connections)[number]) => Promise<T>) {
  const connection =
    freeConnections.pop() ??
    (await new Promise<(typeof connections)[number]>((resolve) => waiters.push(resolve)));
  try {
    return await work(connection);
  } finally {
    const next = waiters.shift();
    if (next) next(connection);
    else freeConnections.push(connection);
  }
}

function isAuthenticated(request: IncomingMessage): boolean {
  const [, basic = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  return Buffer.from(basic, 'base64').toString() === `sightline:${password}`;
}

async function readStatement(request: IncomingMessage, url: URL) {
  const parameters: Record<string, unknown> = {};
  const addParameter = (name: string, value: string) => {
    if (name.startsWith('param_')) parameters[name.slice('param_'.length)] = parseParameter(value);
  };
  for (const [name, value] of url.searchParams) addParameter(name, value);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) {
    const form = await new Response(body, { headers: { 'Content-Type': type } }).formData();
    for (const [name, value] of form) addParameter(name, String(value));
    return { query: String(form.get('query')), data: null, parameters };
  }
  const query = url.searchParams.get('query');
  return query === null
    ? { query: body.toString(), data: null, parameters }
    : { query, data: body, parameters };
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', 'http://bridge');
  if (url.pathname === '/delay') {
    delayMs = Number(url.searchParams.get('ms'));
    response.end();
    return;
  }
  await pause(delayMs);
  if (!isAuthenticated(request)) {
    response.writeHead(403, { 'X-ClickHouse-Exception-Code': '516' });
    response.end(
      'Code: 516. DB::Exception: sightline: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)\n',
    );
    return;
  }
  const { query, data, parameters } = await readStatement(request, url);
  try {
    const { stream } = await runOnConnection((connection) =>
      data === null
        ? connection.query({ query, query_params: parameters })
        : connection.exec({ query, query_params: parameters, values: Readable.from([data]) }),
    );
    response.writeHead(200);
    stream.pipe(response);
  } catch (error) {
    const code = errorCodeOf(error) || '1000';
    const text = error instanceof Error ? error.message : String(error);
    response.writeHead(500, { 'X-ClickHouse-Exception-Code': code });
    response.end(`Code: ${code}. DB::Exception: ${text} (ERROR)\n`);
  }
}

const server = createServer((request, response) => {
  respond(request, response).catch((error: unknown) => {
    // A client that disconnected does not need a response.
    if (!request.destroyed) throw error;
  });
});
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`port ${typeof address === 'object' ? address?.port : ''}\n`);
});
