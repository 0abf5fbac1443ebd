import * as v from 'valibot';
import { expect, test } from 'vitest';
import { pathTo } from '../../src/contract/every-endpoint.ts';
import { TimelineReport } from '../../src/contract/resources.ts';
import { importMeasurements } from '../../src/service/import/import.ts';
import { recordInput } from '../../src/service/import/input.ts';
import { createMemoryStore } from '../memory-store/memory-store.ts';
import { accounts, uuid } from './small-world.ts';
import { openTestClient } from './test-client.ts';

const [clientId, siteId, brandId, promptId] = [
  uuid(0x7101),
  uuid(0x7102),
  uuid(0x7103),
  uuid(0x7104),
];
const days = ['2026-01-20', '2026-01-21', '2026-01-22'];
/** The texts of the answers of each scan. */
const texts = [
  ['Oakwell is a great brand.', 'Nothing here.', 'Nothing there.', 'Nor here.'],
  ['Oakwell is fine.', 'I have not heard of Oakwell.'],
  ['Nothing here.'],
];

test('a site with one brand has a share of voice of 100, and a gap of 100 minus its visibility', async () => {
  const client = await openTestClient(createMemoryStore());
  const createdAt = `${days[0]}T06:00:00Z`;
  await importMeasurements(
    client.store,
    recordInput('one-brand.ndjson', [
      { type: 'client', id: clientId, accountId: accounts.agency, name: 'One brand', createdAt },
      { type: 'site', id: siteId, clientId, name: 'One brand', createdAt },
      { type: 'brand', id: brandId, siteId, name: 'Oakwell', role: 'tracked' },
      { type: 'prompt', id: promptId, siteId, text: 'Which brand is best?' },
      ...days.flatMap((day, index) => {
        const scanId = uuid(0x7200 + index);
        const at = `${day}T06:00:00Z`;
        const scan = {
          type: 'scan',
          id: scanId,
          siteId,
          status: 'completed',
          createdAt: at,
          completedAt: at,
        };
        const answers = (texts[index] ?? []).map((text, answer) => ({
          type: 'answer',
          scanId,
          promptId,
          platform: 'chatgpt_app',
          region: 'US',
          run: answer + 1,
          text,
        }));
        return [scan, ...answers];
      }),
    ]),
  );
  const readValues = async (metric: string) => {
    const response = await client.callAs(
      'agency',
      `${pathTo('timeline', { siteId })}?metric=${metric}&groupBy=brand`,
    );
    const { series } = v.parse(TimelineReport, response.json);
    return series.map(({ label, points }) => [label, points.map(({ value }) => value)]);
  };
  expect(await readValues('visibility')).toEqual([['Oakwell', [25, 100, 0]]]);
  expect(await readValues('gap')).toEqual([['Oakwell', [75, 0, 100]]]);
  // Share of voice is undefined if no brand is mentioned.
  expect(await readValues('shareOfVoice')).toEqual([['Oakwell', [100, 100, null]]]);
});
