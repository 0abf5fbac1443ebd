import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import { text as consume } from 'node:stream/consumers';
import {
  type ClickHouseClient,
  ClickHouseLogLevel,
  createClient,
  type DataFormat,
} from '@clickhouse/client';
import * as v from 'valibot';
import { charactersAtOnce, parseInStretches } from '../../../json/parse-in-stretches.ts';
import { scanInStretches } from '../../../json/scan-json.ts';
import { handleInStretches } from '../../../limits/stretch.ts';
import { StoreDamaged } from '../../store.ts';
import { ConnectionPool, type Lane } from './connection-pool.ts';
import { toStoreError, toWriteError } from './engine-errors.ts';
import { endAtOnceOnFatalSignals } from './fatal-signals.ts';
import { clearConnection, openInProcessClient } from './in-process-client.ts';
import { type Layout, singleLayout } from './layout.ts';
import { withLiterals } from './literals.ts';

export type Params = Record<string, unknown>;

const maxSeconds = { read: 10, write: 300, inspect: 3600 };
/** Objects per INSERT statement, few enough that copying its text does not block other work for long. */
const rowsPerInsert = 10_000;

/**
 * How long an abandoned statement may continue before it is cancelled, in milliseconds. Most finish by then, and
 * cancelling takes two more statements, which would delay others if hundreds of clients disconnected.
 */
const cancelAfterMs = 200;

/**
 * Leaves building the index of words to merges. Building it for every small insert as well would take a tenth of an
 * import's time.
 */
const deferIndexSetting = 'materialize_skip_indexes_on_insert=0';

/** The log comment of `inspect` statements. */
const inspectionComment = 'inspection';
/** The prefix of a report's log comment, followed by the report's number. */
const reportCommentPrefix = 'report-';

const readSettings: readonly string[] = [
  `max_execution_time=${maxSeconds.read}`,
  'output_format_json_quote_64bit_integers=0',
  'output_format_json_named_tuples_as_objects=1',
];
const writeSettings: readonly string[] = [
  `max_execution_time=${maxSeconds.write}`,
  // Waits until a mutation has finished.
  'mutations_sync=2',
  // One block of answers may touch more partitions than the engine's default allows.
  'max_partitions_per_insert_block=0',
  // Counts sorted answers without keeping them all in memory.
  'optimize_aggregation_in_order=1',
  // Stops the engine from rewriting a filter by month as a range of days: the range of the last month would end
  // after 2149-06-06, the latest Date.
  'optimize_time_filter_with_preimage=0',
];

// The values are left to the schema of the columns, which looks at them once.
const ColumnsResponse = v.object({ data: v.record(v.string(), v.instance(Array<unknown>)) });

/** Options of a read. */
export interface ReadOptions {
  /**
   * For reports: cancels the statement; the read then rejects with the signal's reason. Statements with a signal leave
   * some connections free for those without.
   */
  signal?: AbortSignal | undefined;
}

interface UseOptions extends ReadOptions {
  errorOf?: typeof toStoreError;
  lane?: Lane;
}

/** Parses one row per line, and lets other work run meanwhile. */
async function parseRows<S extends v.GenericSchema>(
  schema: S,
  text: string,
): Promise<v.InferOutput<S>[]> {
  const lines = text.split('\n').filter((line) => line !== '');
  const rows: v.InferOutput<S>[] = [];
  await handleInStretches(lines, (line) => {
    rows.push(v.parse(schema, JSON.parse(line)));
  });
  return rows;
}

/** Runs statements on a small pool of connections, each of which runs one at a time. */
export class Engine {
  readonly #pool: ConnectionPool<ClickHouseClient>;
  readonly #readTimeoutMs: number | null;
  #onDamage: (damage: StoreDamaged) => void = () => {};
  readonly #settings: { read: string; write: string; long: string };
  #readCount = 0;

  /**
   * @param layout contains further settings for reads and writes.
   * @param readTimeoutMs the time limit of a read over the network; null in process.
   */
  constructor(clients: ClickHouseClient[], layout: Layout, readTimeoutMs: number | null) {
    const write = [...writeSettings, ...layout.writeSettings].join(', ');
    // In process, `runLong` leaves half of the cores to statements that people wait for.
    const threads = Math.max(1, Math.floor(availableParallelism() / 2));
    this.#settings = {
      read: [...readSettings, ...layout.readSettings].join(', '),
      write,
      long: readTimeoutMs === null ? `${write}, max_threads=${threads}` : write,
    };
    this.#readTimeoutMs = readTimeoutMs;
    this.#pool = new ConnectionPool(clients);
  }

  get #isInProcess(): boolean {
    return this.#readTimeoutMs === null;
  }

  async #use<T>(
    statement: string,
    work: (client: ClickHouseClient) => Promise<T>,
    { errorOf = toStoreError, signal, lane = signal ? 'report' : 'light' }: UseOptions = {},
  ): Promise<T> {
    try {
      return await this.#pool.use(lane, (client) => this.#runOrClear(client, work), signal);
    } catch (error) {
      signal?.throwIfAborted();
      const failure = errorOf(error, statement);
      if (failure instanceof StoreDamaged) this.#onDamage(failure);
      throw failure;
    }
  }

  /** @param listener called whenever a statement fails on a damaged file. */
  setDamageListener(listener: (damage: StoreDamaged) => void): void {
    this.#onDamage = listener;
  }

  /** Runs work on a connection. If it fails in process, clears the connection. */
  async #runOrClear<T>(
    client: ClickHouseClient,
    work: (client: ClickHouseClient) => Promise<T>,
  ): Promise<T> {
    try {
      return await work(client);
    } catch (error) {
      // Better to refuse everything than to show one tenant's rows to another.
      if (this.#isInProcess && !(await clearConnection(client))) this.#pool.close();
      throw error;
    }
  }

  /** Combines a statement with its parameters, in the form that the engine takes. */
  #bind(sql: string, params: Params): { query: string; query_params?: Params } {
    if (this.#isInProcess) return { query: withLiterals(sql, params) };
    return { query: sql, query_params: params };
  }

  /** Runs a statement that returns no rows. */
  async run(sql: string, params: Params = {}): Promise<void> {
    await this.#use(sql, (client) =>
      client.command(this.#bind(`${sql} SETTINGS ${this.#settings.write}`, params)),
    );
  }

  /**
   * Like `run`, with parameters that are too long for the address of a request to a server: they become literals of the
   * statement, which may have up to 256 KiB.
   */
  runWithLiterals(sql: string, params: Params): Promise<void> {
    return this.run(withLiterals(sql, params));
  }

  /** Runs a statement that returns no rows and may take minutes. */
  async runLong(sql: string, params: Params = {}): Promise<void> {
    const statement = this.#bind(`${sql} SETTINGS ${this.#settings.long}`, params);
    await this.#use(sql, (client) => client.command(statement), { lane: 'long' });
  }

  /** Runs a statement without settings, such as DDL. */
  async define(sql: string): Promise<void> {
    await this.#use(sql, (client) => client.command({ query: sql }));
  }

  /** Reads the rows of a query, and checks each against the schema. */
  async rows<S extends v.GenericSchema>(
    schema: S,
    sql: string,
    params: Params = {},
    options: ReadOptions = {},
  ): Promise<v.InferOutput<S>[]> {
    const text = await this.#query(sql, params, 'JSONEachRow', options);
    return parseRows(schema, text);
  }

  /** Reads the rows of a statement that may read whole tables and take up to an hour. */
  async inspect<S extends v.GenericSchema>(
    schema: S,
    sql: string,
    params: Params = {},
  ): Promise<v.InferOutput<S>[]> {
    const settings = `${this.#settings.read}, max_execution_time=${maxSeconds.inspect}, log_comment='${inspectionComment}'`;
    const statement = this.#bind(`${sql} SETTINGS ${settings}`, params);
    const text = await this.#use(
      sql,
      async (client) => (await client.query({ ...statement, format: 'JSONEachRow' })).text(),
      { lane: 'long' },
    );
    return parseRows(schema, text);
  }

  /**
   * Reads a query's result as one array per column. The schema is applied once to the whole result instead of once per
   * row.
   */
  async columns<S extends v.GenericSchema>(
    schema: S,
    sql: string,
    params: Params = {},
    options: ReadOptions = {},
  ): Promise<v.InferOutput<S>> {
    const text = await this.#query(sql, params, 'JSONColumnsWithMetadata', options);
    const { longParts } = await scanInStretches(text, { longPart: charactersAtOnce });
    return v.parse(schema, v.parse(ColumnsResponse, await parseInStretches(text, longParts)).data);
  }

  #query(
    sql: string,
    params: Params,
    format: 'JSONEachRow' | 'JSONColumnsWithMetadata',
    { signal }: ReadOptions,
  ): Promise<string> {
    const work = this.#isInProcess
      ? this.#readInProcess(sql, params, format, signal)
      : this.#readOverNetwork(sql, params, format, signal);
    return this.#use(sql, work, { signal });
  }

  #readOverNetwork(sql: string, params: Params, format: DataFormat, signal?: AbortSignal) {
    return async (client: ClickHouseClient) => {
      const timeoutSignal = AbortSignal.timeout(this.#readTimeoutMs ?? 0);
      const result = await client.query({
        query: `${sql} SETTINGS ${this.#settings.read}`,
        query_params: params,
        format,
        use_multipart_params_auto: true,
        // Makes the server stop a statement whose connection was closed.
        ...(signal && { clickhouse_settings: { cancel_http_readonly_queries_on_client_close: 1 } }),
        abort_signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
      });
      return result.text();
    };
  }

  /** Divides the cores among running reports, so that they compete less with the thread that serves requests. */
  #threadsOfReport(): number {
    return Math.max(1, Math.floor(availableParallelism() / this.#pool.runningCount('report')));
  }

  /** If the signal aborts, another statement cancels this one, which would otherwise keep its connection busy. */
  #readInProcess(sql: string, params: Params, format: DataFormat, signal?: AbortSignal) {
    this.#readCount += 1;
    const logComment = `${reportCommentPrefix}${this.#readCount}`;
    const statement = `${withLiterals(sql, params)} SETTINGS ${this.#settings.read}`;
    return async (client: ClickHouseClient) => {
      const query = signal
        ? `${statement}, log_comment='${logComment}', max_threads=${this.#threadsOfReport()}`
        : statement;
      let cancelTimer: NodeJS.Timeout | undefined;
      // If cancelling fails, the statement runs until its time limit.
      const cancel = () => void this.#cancel(logComment).catch(() => {});
      const cancelLater = () => {
        cancelTimer = setTimeout(cancel, cancelAfterMs);
      };
      signal?.addEventListener('abort', cancelLater, { once: true });
      try {
        return await (await client.query({ query, format })).text();
      } finally {
        signal?.removeEventListener('abort', cancelLater);
        clearTimeout(cancelTimer);
      }
    };
  }

  /** Cancels every statement of `inspect`; on a server, also those of other hosts. */
  cancelInspections(): Promise<void> {
    return this.#cancel(inspectionComment);
  }

  /** @param pattern a `LIKE` pattern for the log comments of the statements to cancel. */
  async #cancel(pattern: string): Promise<void> {
    const query = `KILL QUERY WHERE Settings['log_comment'] LIKE '${pattern}' ASYNC`;
    await this.#use(query, (client) => client.command({ query }));
  }

  /** Inserts objects with the table's columns as fields, in several statements if there are many. */
  async insert(table: string, rows: readonly object[]): Promise<void> {
    for (let start = 0; start < rows.length; start += rowsPerInsert) {
      const lines: string[] = [];
      await handleInStretches(rows.slice(start, start + rowsPerInsert), (row) => {
        lines.push(JSON.stringify(row));
      });
      await this.#write(table, 'JSONEachRow', lines.join('\n'));
    }
  }

  /** Inserts rows written as JSON arrays, one per line. */
  insertCompact(tableAndColumns: string, body: string): Promise<void> {
    const settings = `${this.#settings.write}, ${deferIndexSetting}`;
    return this.#write(tableAndColumns, 'JSONCompactEachRow', body, { settings, lane: 'long' });
  }

  #write(
    table: string,
    format: string,
    body: string,
    { settings = this.#settings.write, lane = 'light' }: { settings?: string; lane?: Lane } = {},
  ): Promise<void> {
    const statement = `INSERT INTO ${table}`;
    const insert = async (client: ClickHouseClient) => {
      const { stream } = await client.exec({
        query: `${statement} SETTINGS ${settings} FORMAT ${format}`,
        values: Readable.from([body]),
      });
      await consume(stream);
    };
    return this.#use(statement, insert, { errorOf: toWriteError, lane });
  }

  /**
   * Refuses all further statements and closes the connections. In process, cancels running reports and waits for all
   * running statements, since the engine would crash if the process ended before they did.
   */
  async close(): Promise<void> {
    // This statement takes a free connection at once, or is refused when the pool closes.
    if (this.#isInProcess) void this.#cancel(`${reportCommentPrefix}%`).catch(() => {});
    const clients = new Set(this.#pool.close());
    if (this.#isInProcess) await this.#pool.waitUntilIdle();
    await Promise.all([...clients].map((client) => client.close()));
  }
}

/** Time limits of requests, a little longer than those of statements to allow for the network. */
const networkTimeoutsMs = {
  read: (maxSeconds.read + 2) * 1000,
  write: (maxSeconds.write + 2) * 1000,
  inspect: (maxSeconds.inspect + 2) * 1000,
};

/**
 * Opens an engine on a server over HTTP, without checking that the server can be reached.
 * @param url contains the user, the password, and the database as its path; https for TLS.
 * @param slowestKind the slowest kind of statement to run, which sets the request timeout: the server sends nothing
 * until a statement ends.
 */
export function openServer(
  url: URL,
  connections: number,
  layout: Layout,
  slowestKind: 'write' | 'inspect' = 'write',
): Engine {
  const client = createClient({
    url: url.origin,
    username: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)) || 'default',
    max_open_connections: connections,
    request_timeout: networkTimeoutsMs[slowestKind],
    log: { level: ClickHouseLogLevel.OFF },
    // Otherwise a result that an error cut short would look complete.
    clickhouse_settings: { wait_end_of_query: 1 },
  });
  const slots = Array.from({ length: connections }, () => client);
  return new Engine(slots, layout, networkTimeoutsMs.read);
}

/** Opens the in-process engine over a folder that no other process holds. */
export async function openInProcess(path: string, connections: number): Promise<Engine> {
  const clients: ClickHouseClient[] = [];
  for (let i = 0; i < connections; i += 1) clients.push(await openInProcessClient(path));
  endAtOnceOnFatalSignals();
  return new Engine(clients, singleLayout, null);
}
