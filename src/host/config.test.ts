import { describe, expect, it } from 'vitest';
import { ConfigError, listensOnLoopback, parseSessionKeys, readConfig } from './config.ts';

const refusalOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('the configuration', () => {
  it('has defaults if no variable is set', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 4180,
      serviceUrl: null,
      sample: 'auto',
      sessionKeys: null,
      paging: { cursor: 'cursor', limit: 'limit' },
      brand: { name: 'Sightline', logo: null, accent: null },
    });
    expect(config.dataDir).toMatch(/^\/.*data$/);
    expect(listensOnLoopback(config)).toBe(true);
  });

  it.each([
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['HOST', 'http://example.com'],
    ['HOST', 'a b'],
    ['SERVICE_URL', 'api.example.com'],
    ['SERVICE_URL', 'ftp://example.com'],
    ['SERVICE_URL', 'https://user:pass@example.com'],
    ['SERVICE_URL', 'https://example.com/?a=1'],
    ['SERVICE_URL', 'https://example.com/v1'],
    ['SERVICE_URL', 'http://127.0.0.1:6000'],
    ['OPENAI_BASE_URL', 'http://127.0.0.1:10080/v1'],
    ['INSECURE_GATEWAYS', 'yes'],
    ['OPENAI_MODEL', 'a model'],
    ['GEMINI_MODEL_PRICE', '1'],
    ['SAMPLE', 'on'],
    ['ANSWER_TEXT', 'no'],
    ['ANSWER_DAYS', '0'],
    ['ANSWER_DAYS', '30d'],
    ['SESSION_SECRET', 'short'],
    ['METRIC_UNITS', 'visibility'],
    ['METRIC_UNITS', 'reach=%'],
    ['METRIC_UNITS', 'gap='],
    ['PAGE_CURSOR_PARAM', 'a&b'],
    ['PUBLIC_URL', 'reports.example.com'],
    ['PUBLIC_URL', 'http://reports.example.com'],
    ['PUBLIC_URL', 'https://reports.example.com/base'],
    ['BRAND_NAME', 'x'.repeat(61)],
    ['BRAND_LOGO', 'https://example.com/logo.png'],
    ['BRAND_ACCENT', 'red'],
    ['CLICKHOUSE_URL', 'clickhouse.example:8443'],
    ['CLICKHOUSE_CLUSTER', 'a cluster'],
    ['METRICS_TOKEN', 'short'],
    ['TRUSTED_PROXIES', 'proxy.example'],
  ])(
    'refuses %s=%s with a message that starts with the name of the variable',
    (variable, value) => {
      expect(refusalOf({ [variable]: value })).toMatch(new RegExp(`^${variable} .+\\.?$`));
    },
  );

  it('reports all invalid variables at once', () => {
    expect(refusalOf({ PORT: 'x', SAMPLE: 'x', BRAND_ACCENT: 'x' }).split('\n')).toHaveLength(3);
  });

  it('reports settings that do not go together', () => {
    const CLICKHOUSE_URL = 'https://sightline:secret@clickhouse.example:8443/sightline';
    const SERVICE_URL = 'https://api.example.com';
    expect(refusalOf({ CLICKHOUSE_URL })).toMatch(/^CLICKHOUSE_URL needs SESSION_SECRET/);
    expect(refusalOf({ CLICKHOUSE_CLUSTER: 'main' })).toMatch(
      /^CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL/,
    );
    expect(refusalOf({ CLICKHOUSE_URL, SERVICE_URL, SESSION_SECRET: 'ab'.repeat(32) })).toMatch(
      /^CLICKHOUSE_URL is for the built-in service/,
    );
  });

  it('does not repeat an invalid SESSION_SECRET in its error', () => {
    expect(refusalOf({ SESSION_SECRET: 'hunter2hunter2' })).not.toContain('hunter2');
  });

  it('runs scans by default, except on a cluster', () => {
    const server = {
      CLICKHOUSE_URL: 'https://clickhouse.example',
      SESSION_SECRET: 'a'.repeat(64),
    };
    const areOn = (environment: Record<string, string>) => readConfig(environment).scans.areOn;
    const cluster = { ...server, CLICKHOUSE_CLUSTER: 'main' };
    expect([areOn({}), areOn({ SCANS: 'off' }), areOn(server)]).toEqual([true, false, true]);
    expect([areOn(cluster), areOn({ ...cluster, SCANS: 'on' })]).toEqual([false, true]);
  });

  it('reads SCAN_BUDGET in US dollars; without it, scans may cost nothing', () => {
    const budgets = [{}, { SCAN_BUDGET: '50' }, { SCAN_BUDGET: '12.35' }].map(
      (environment) => readConfig(environment).scans.budget,
    );
    expect(budgets).toEqual([0, 50_000_000, 12_350_000]);
    for (const SCAN_BUDGET of ['-1', '1e3', '5.123', 'Infinity', '$5'])
      expect(refusalOf({ SCAN_BUDGET })).toContain('SCAN_BUDGET must be an amount in US dollars');
  });

  it('reads the keys and addresses of platforms, and repeats no key in an error', () => {
    const { environment } = readConfig({
      OPENAI_API_KEY: 'sk-1',
      ANTHROPIC_API_KEY: ' ',
      GEMINI_BASE_URL: 'https://gateway.example/gemini/',
    }).scans;
    expect(environment).toEqual({
      OPENAI_API_KEY: 'sk-1',
      GEMINI_BASE_URL: 'https://gateway.example/gemini',
    });
    const refusal = refusalOf({ PERPLEXITY_API_KEY: 'pplx hunter2' });
    expect(refusal).toContain('PERPLEXITY_API_KEY must be');
    expect(refusal).not.toContain('hunter2');
  });

  it.each(['', '/', '/v1', '/v1/', '/v1beta', '/v1beta/'])(
    'reads the addresses of gateways that end in “%s” without it',
    (end) => {
      const names = ['OPENAI', 'ANTHROPIC', 'GEMINI', 'PERPLEXITY'].map((it) => `${it}_BASE_URL`);
      for (const path of ['', '/v1/account/gpt']) {
        const base = `https://gateway.example${path}`;
        const { environment } = readConfig(
          Object.fromEntries(names.map((name) => [name, base + end])),
        ).scans;
        expect(environment).toEqual(Object.fromEntries(names.map((name) => [name, base])));
      }
    },
  );

  it('refuses a gateway on another machine without encryption, unless INSECURE_GATEWAYS allows it', () => {
    const environment = { ANTHROPIC_BASE_URL: 'http://litellm:4000/v1' };
    expect(refusalOf(environment)).toMatch(/^ANTHROPIC_BASE_URL is an http address/);
    expect(refusalOf({ ...environment, INSECURE_GATEWAYS: 'on' })).toBe('');
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(refusalOf({ ANTHROPIC_BASE_URL: `http://${host}:4000` })).toBe('');
  });

  it('refuses a model whose price nobody knows, and names the setting for it', () => {
    expect(refusalOf({ OPENAI_MODEL: 'gpt-7' })).toMatch(
      /^OPENAI_MODEL names gpt-7, whose price is not known here. Set OPENAI_MODEL_PRICE too/,
    );
    expect(refusalOf({ OPENAI_MODEL: 'claude-sonnet-5-5' })).toContain('OPENAI_MODEL_PRICE');
    const known = { OPENAI_MODEL: 'gpt-6.1-sol', GEMINI_MODEL: 'gemini-3.8-flash' };
    const priced = { PERPLEXITY_MODEL: 'openai/gpt-7', PERPLEXITY_MODEL_PRICE: '1/5/0.1/5' };
    expect(readConfig({ ...known, ...priced }).scans.environment).toEqual({ ...known, ...priced });
  });

  it('reads TRUSTED_PROXIES, and names it when an entry is neither an address nor a range', () => {
    expect(refusalOf({ TRUSTED_PROXIES: '10.0.0.0/8, proxy.example' })).toContain(
      'TRUSTED_PROXIES',
    );
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' });
    expect(trustedProxies?.check('10.1.2.3')).toBe(true);
    expect(trustedProxies?.check('::1', 'ipv6')).toBe(true);
    expect(trustedProxies?.check('11.0.0.1')).toBe(false);
    expect(readConfig({}).trustedProxies).toBeNull();
  });

  it('treats an empty or blank variable as missing', () => {
    expect(readConfig({ PORT: '', HOST: ' ' })).toMatchObject({ port: 4180, host: '127.0.0.1' });
  });

  it('has units for the built-in service only, unless METRIC_UNITS sets them', () => {
    expect(readConfig({}).units).toEqual({ visibility: '%', shareOfVoice: '%', gap: '%' });
    expect(readConfig({ SERVICE_URL: 'https://example.com' }).units).toEqual({});
    expect(readConfig({ METRIC_UNITS: 'visibility=%, gap=pt' }).units).toEqual({
      visibility: '%',
      gap: 'pt',
    });
  });

  it('renames the paging parameters only for a remote service, and requires two different names', () => {
    const names = { PAGE_CURSOR_PARAM: 'after', PAGE_SIZE_PARAM: 'first' };
    const remoteService = { SERVICE_URL: 'https://example.com' };
    expect(readConfig({ ...names, ...remoteService }).paging).toEqual({
      cursor: 'after',
      limit: 'first',
    });
    expect(refusalOf(names)).toContain('SERVICE_URL');
    expect(refusalOf({ ...remoteService, PAGE_CURSOR_PARAM: 'p', PAGE_SIZE_PARAM: 'p' })).toContain(
      'differ',
    );
  });

  it('keeps the path of SERVICE_URL without its trailing slash', () => {
    const { serviceUrl } = readConfig({ SERVICE_URL: 'https://example.com/reports/' });
    expect(serviceUrl?.href).toBe('https://example.com/reports');
  });

  it.each([
    ['https://reports.example.com:8443/', 'https://reports.example.com:8443'],
    ['http://127.0.0.1:4180', 'http://127.0.0.1:4180'],
  ])('reads PUBLIC_URL %s without its slash', (PUBLIC_URL, expected) => {
    expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(expected);
  });

  it.each(['127.0.0.1', '127.8.9.10', 'localhost', '::1'])('treats %s as loopback', (HOST) => {
    expect(listensOnLoopback(readConfig({ HOST }))).toBe(true);
  });

  it.each(['0.0.0.0', '::', '10.0.0.1', '127.evil.example', 'localhost.example', '127.0.0.256'])(
    'does not treat %s as loopback',
    (HOST) => {
      expect(listensOnLoopback(readConfig({ HOST }))).toBe(false);
    },
  );
});

describe('session keys', () => {
  const bytes = Buffer.alloc(32, 0xfb);

  it.each(['hex', 'base64', 'base64url'] as const)('are read from %s', (encoding) => {
    expect(parseSessionKeys(bytes.toString(encoding))).toEqual([bytes]);
  });

  it('are limited to two', () => {
    const key = bytes.toString('hex');
    expect(parseSessionKeys(`${key}, ${key}`)).toHaveLength(2);
    expect(parseSessionKeys([key, key, key].join(','))).toBeNull();
  });

  it('must be exactly 32 bytes long', () => {
    expect(parseSessionKeys(Buffer.alloc(31).toString('base64'))).toBeNull();
    expect(parseSessionKeys(Buffer.alloc(33).toString('hex'))).toBeNull();
  });
});
