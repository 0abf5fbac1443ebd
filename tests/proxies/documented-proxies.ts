import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { connect } from 'node:tls';
import { onTestFinished, vi } from 'vitest';
import { createTemporaryFolder } from '../host/harness.ts';
import { waitOptions } from '../setup/wait-options.ts';
import type { ProxyName } from './proxies.ts';

const root = resolve(import.meta.dirname, '../..');
const certificate = resolve(root, 'tests/faults/self-signed.pem');

/** The host name in the documented settings. */
export const documentedHostName = 'reports.example.com';

/** Reads the only code block in a proxy's language from docs/deploy.md. */
function readBlock(language: ProxyName): string {
  const document = readFileSync(resolve(root, 'docs/deploy.md'), 'utf8');
  const blocks = [...document.matchAll(/```(\w+)\n(.*?)```/gs)].filter(
    ([, name]) => name === language,
  );
  const [block] = blocks;
  if (blocks.length !== 1 || block?.[2] === undefined) {
    throw new Error(`docs/deploy.md must have one ${language} block, but has ${blocks.length}.`);
  }
  return block[2];
}

/** Replaces each key with its value; each key must occur exactly once. */
function replaceEach(text: string, replacements: Readonly<Record<string, string>>): string {
  let result = text;
  for (const [from, to] of Object.entries(replacements)) {
    if (result.split(from).length !== 2)
      throw new Error(`The block must contain “${from}” exactly once.`);
    result = result.replace(from, () => to);
  }
  return result;
}

interface ProxySetup {
  folder: string;
  port: number;
  /** Host name and port of the Sightline host. */
  upstream: string;
}

interface ProxyStart {
  /** Content of the file that `command` reads. */
  settings: string;
  command: (file: string) => readonly string[];
}

/** The documented settings with a test's ports and files, and whatever else the program needs to run. */
const proxyStarts: Readonly<Record<ProxyName, (setup: ProxySetup) => ProxyStart>> = {
  nginx: ({ folder, port, upstream }) => ({
    settings: [
      process.getuid?.() === 0 ? 'user root;' : '',
      `daemon off; pid ${folder}/pid; error_log stderr; events {}`,
      'http {',
      'access_log off;',
      ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      ),
      replaceEach(readBlock('nginx'), {
        'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
        '/etc/ssl/reports.example.com.pem': certificate,
        '/etc/ssl/reports.example.com.key': certificate,
        '127.0.0.1:4180': upstream,
      }),
      '}',
    ].join('\n'),
    command: (file) => ['nginx', '-e', 'stderr', '-c', file],
  }),
  caddy: ({ folder, port, upstream }) => ({
    settings: [
      '{',
      `admin off\nlocal_certs\nskip_install_trust\nauto_https disable_redirects`,
      `https_port ${port}\ndefault_bind 127.0.0.1\nstorage file_system ${folder}`,
      '}',
      replaceEach(readBlock('caddy'), { '127.0.0.1:4180': upstream }),
    ].join('\n'),
    command: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  }),
  haproxy: ({ port, upstream }) => ({
    settings: replaceEach(readBlock('haproxy'), {
      'bind :443 ssl': `bind 127.0.0.1:${port} ssl`,
      '/etc/ssl/reports.example.com.pem': certificate,
      '127.0.0.1:4180': upstream,
    }),
    command: (file) => ['haproxy', '-db', '-f', file],
  }),
};

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/**
 * Opens and closes a TLS connection. Rejects while the proxy has no certificate, which Caddy creates only after it
 * starts to listen.
 */
async function connectOnce(port: number): Promise<void> {
  const socket = connect({
    port,
    host: '127.0.0.1',
    servername: documentedHostName,
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect');
  } finally {
    socket.destroy();
  }
}

/**
 * Runs a proxy with its documented settings in front of a host, until the test ends.
 * @returns the loopback port where it accepts HTTPS.
 */
export async function openProxy(proxy: ProxyName, hostUrl: string): Promise<number> {
  const [folder, port] = [await createTemporaryFolder(), await findFreePort()];
  const { settings, command } = proxyStarts[proxy]({
    folder,
    port,
    upstream: new URL(hostUrl).host,
  });
  const file = join(folder, `${proxy}.conf`);
  await writeFile(file, settings.endsWith('\n') ? settings : `${settings}\n`);
  const [program = '', ...args] = command(file);
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  await vi.waitFor(async () => {
    if (child.exitCode !== null) throw new Error(`${proxy} exited: ${errors}`);
    await connectOnce(port);
  }, waitOptions);
  return port;
}
