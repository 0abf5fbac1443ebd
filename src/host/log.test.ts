import { expect, it } from 'vitest';
import { createLog } from './log.ts';

it.each(['authorization', 'cookie', 'set-cookie', 'apiKey', 'key', 'search', 'query'])(
  'takes out %s down to two levels',
  (name) => {
    let line = '';
    const log = createLog({ write: (text) => (line += text) });
    log.info({ [name]: 'canary', a: { [name]: 'canary', b: { [name]: 'canary' } } }, 'said');
    expect(line).toContain('said');
    expect(line).not.toContain('canary');
  },
);
