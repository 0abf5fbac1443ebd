import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  createPlainAnswers,
  type PlainAnswer,
  personaOf,
  promptsPerScan,
  scanDayOf,
  tagOf,
} from '../../service/world.ts';

/** The folder of the server's programs on Debian 12; on other systems they must be on the PATH. */
const debianBin = '/usr/lib/postgresql/15/bin';

/** The folder of `initdb` and `pg_ctl`; null if PostgreSQL is not installed. */
export function findPostgres(): string | null {
  if (existsSync(join(debianBin, 'initdb'))) return debianBin;
  const initdb = spawnSync('sh', ['-c', 'command -v initdb'], { encoding: 'utf8' }).stdout.trim();
  return initdb === '' ? null : initdb.replace(/\/initdb$/, '');
}

/** Runs a command, as the `postgres` user if this process is root, because the server refuses to run as root. */
function runAsServerUser(command: string, args: readonly string[]): void {
  const isRoot = process.getuid?.() === 0;
  const [file, fileArguments] = isRoot
    ? (['runuser', ['-u', 'postgres', '--', command, ...args]] as const)
    : ([command, args] as const);
  execFileSync(file, [...fileArguments], { stdio: 'ignore' });
}

const settings = [
  'shared_buffers=4GB',
  'work_mem=256MB',
  'maintenance_work_mem=1GB',
  'effective_cache_size=12GB',
  'max_parallel_workers_per_gather=2',
  'random_page_cost=1.1',
  'max_wal_size=16GB',
  'fsync=off',
  'synchronous_commit=off',
  'autovacuum=off',
];

const schema = `
  CREATE TABLE answers (site int, scan int, day date, platform smallint, region smallint, prompt smallint, mentions smallint);
  CREATE TABLE mentions (site int, scan int, day date, platform smallint, region smallint, prompt smallint, brand smallint, sentiment int);
  CREATE TABLE prompts (site int, prompt smallint, tag text, persona text);
`;
/** Covering indexes, so that every query below can be an index-only scan. */
const indexes = `
  CREATE INDEX ON answers (site, scan, platform, region, prompt) INCLUDE (mentions, day);
  CREATE INDEX ON mentions (site, scan, brand, platform, region, prompt) INCLUDE (sentiment, day);
  CREATE INDEX ON prompts (site, tag, persona) INCLUDE (prompt);
  VACUUM ANALYZE;
`;
export const postgresDescription =
  'PostgreSQL 15, integer keys, tables answers and mentions with covering indexes, vacuumed, two parallel workers';

export interface Postgres {
  load(scans: number): Promise<void>;
  /** Counts answers and mentions by scan, group and brand, as every timeline does. */
  count(group: 'brand' | 'platform' | 'region', isFiltered: boolean): Promise<number[][]>;
  version: string;
  close(): Promise<void>;
}

async function copy(client: pg.Client, table: string, lines: Iterable<string>): Promise<void> {
  await pipeline(
    Readable.from(toBatches(lines)),
    client.query(copyFrom(`COPY ${table} FROM STDIN`)),
  );
}

function* toBatches(lines: Iterable<string>): Generator<string> {
  let batch: string[] = [];
  for (const line of lines) {
    batch.push(line);
    if (batch.length === 5_000) {
      yield batch.join('');
      batch = [];
    }
  }
  yield batch.join('');
}

function* createRows(
  scans: number,
  toLines: (answer: PlainAnswer, day: string) => Iterable<string>,
) {
  for (let scan = 0; scan < scans; scan += 1) {
    const day = scanDayOf(scan);
    for (const answer of createPlainAnswers(scan)) yield* toLines(answer, day);
  }
}

/** Starts a new server on a socket in a temporary folder, which `close` removes. */
export async function startPostgres(bin: string): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-pg-'));
  if (process.getuid?.() === 0) {
    const id = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
    chownSync(folder, id, id);
  }
  const data = join(folder, 'data');
  runAsServerUser(join(bin, 'initdb'), [
    '-D',
    data,
    '-A',
    'trust',
    '-U',
    'bench',
    '--locale=C',
    '-E',
    'UTF8',
  ]);
  const options = settings.map((setting) => `-c ${setting}`).join(' ');
  runAsServerUser(join(bin, 'pg_ctl'), [
    '-D',
    data,
    '-w',
    '-l',
    join(folder, 'log'),
    '-o',
    `-c listen_addresses='' -k ${folder} ${options}`,
    'start',
  ]);
  const client = new pg.Client({ host: folder, user: 'bench', database: 'postgres' });
  await client.connect();
  const version = await client.query('SHOW server_version');

  return {
    version: String(version.rows[0]?.server_version),
    async load(scans) {
      await client.query(`DROP TABLE IF EXISTS answers, mentions, prompts; ${schema}`);
      await copy(
        client,
        'answers',
        createRows(scans, (a, day) => [
          `1\t${a.scan}\t${day}\t${a.platform}\t${a.region}\t${a.prompt}\t${a.brands.length}\n`,
        ]),
      );
      await copy(
        client,
        'mentions',
        createRows(scans, (a, day) =>
          a.brands.map(
            (brand, i) =>
              `1\t${a.scan}\t${day}\t${a.platform}\t${a.region}\t${a.prompt}\t${brand}\t${a.sentiments[i]}\n`,
          ),
        ),
      );
      await copy(
        client,
        'prompts',
        Array.from({ length: promptsPerScan }, (_, n) => `1\t${n}\t${tagOf(n)}\t${personaOf(n)}\n`),
      );
      for (const statement of indexes.split(';').filter((text) => text.trim() !== '')) {
        await client.query(statement);
      }
    },
    async count(group, isFiltered) {
      const groupColumn = group === 'brand' ? '' : `, ${group}`;
      const promptFilter = isFiltered
        ? "AND prompt IN (SELECT prompt FROM prompts WHERE site = 1 AND tag = 'tag-1' AND persona = 'persona-0')"
        : '';
      const brandFilter = group === 'brand' ? '' : 'AND brand = 0';
      const answers = await client.query({
        text: `SELECT scan${groupColumn}, count(*)::int, sum(mentions)::int FROM answers WHERE site = 1 ${promptFilter} GROUP BY scan${groupColumn}`,
        rowMode: 'array',
      });
      const mentions = await client.query({
        text: `SELECT scan${groupColumn}, brand, count(*)::int, count(sentiment)::int, sum(sentiment)::float8 FROM mentions
               WHERE site = 1 ${brandFilter} ${promptFilter} GROUP BY scan${groupColumn}, brand`,
        rowMode: 'array',
      });
      return [...answers.rows, ...mentions.rows].map((row) => row.map(Number));
    },
    async close() {
      await client.end();
      runAsServerUser(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
