import { describe, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import type { Answer, Asker } from './asker.ts';
import { type Branch, branches, type KeyName, keyPlans, unknownId } from './small-world.ts';

const allBranches: Branch[] = Object.values(branches);
const endpointNames = Object.keys(endpoints) as EndpointName[];
const seeing = (Object.keys(keyPlans) as KeyName[]).filter(
  (name) => keyPlans[name].sees.length > 0,
);
const blind = (Object.keys(keyPlans) as KeyName[]).filter(
  (name) => keyPlans[name].sees.length === 0,
);

const parametersOf = (name: EndpointName) =>
  [...endpoints[name].path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** Every way of taking each path parameter from one of the branches. */
function combinations(count: number): Branch[][] {
  if (count === 0) return [[]];
  return combinations(count - 1).flatMap((rest) => allBranches.map((each) => [...rest, each]));
}

const idOf = (branch: Branch | null, parameter: string) =>
  Object.entries(branch?.ids ?? {}).find(([name]) => name === parameter)?.[1] ?? unknownId;

/** Asks an endpoint with its nth path parameter from the nth branch; null stands for an unknown id. */
function askWith(
  asker: Asker,
  key: KeyName,
  name: EndpointName,
  owners: readonly (Branch | null)[],
): Promise<Answer> {
  let path: string = endpoints[name].path;
  parametersOf(name).forEach((parameter, n) => {
    path = path.replace(`{${parameter}}`, idOf(owners[n] ?? null, parameter));
  });
  return endpoints[name].method === 'POST'
    ? asker.note(key, path, JSON.stringify({ body: `${owners[0]?.marker ?? 'no'} note` }))
    : asker.ask(key, path);
}

/** What stands in for the ids a key cannot use: unknown ones, beginning with the first it cannot see. */
function withoutForeign(owners: readonly Branch[], visible: readonly Branch[]): (Branch | null)[] {
  const [site] = owners;
  if (!site || !visible.includes(site)) return owners.map(() => null);
  return owners.map((owner) => (owner === site ? owner : null));
}

/** Each key against each endpoint with each id of each tenant, in every mixture. */
export function describeTenancy(asker: () => Asker): void {
  describe('tenancy', () => {
    describe.each(seeing)('the key %s', (key) => {
      const plan = keyPlans[key];
      const visible: Branch[] = plan.sees.map((name) => branches[name]);
      const foreign = allBranches.filter((branch) => !visible.includes(branch));

      test.each(endpointNames)('%s answers for its own ids only', async (name) => {
        let succeeded = 0;
        for (const owners of combinations(parametersOf(name).length)) {
          const answer = await askWith(asker(), key, name, owners);
          const cleaned = withoutForeign(owners, visible);
          const where = owners.map((owner) => owner.marker).join(' and ');
          for (const branch of foreign) expect(answer.text, where).not.toContain(branch.marker);

          const owned = owners.every((owner, n) => owner === cleaned[n] && hasId(owner, name, n));
          if (name === 'notes' && plan.scopes.length === 0) {
            expect(answer.status, where).toBe(403);
          } else if (owned) {
            expect(answer.status, where).toBe(name === 'notes' ? 201 : 200);
            const expected = owners[0] ? [owners[0]] : visible.filter((each) => each.ids.clientId);
            if (name !== 'scan') {
              for (const each of expected) expect(answer.text).toContain(each.marker);
            }
            succeeded += 1;
          } else {
            const unknown = await askWith(asker(), key, name, cleaned);
            expect([answer.status, answer.text], where).toEqual([404, unknown.text]);
          }
        }
        const mayNote = name !== 'notes' || plan.scopes.length > 0;
        const mayList = name !== 'clientSites' || key !== 'business';
        expect(succeeded > 0).toBe(mayNote && mayList);
      });

      test('another’s brand, scan or cursor is refused like one that does not exist', async () => {
        const own = visible[0]?.ids.siteId ?? '';
        for (const { brandId, ids } of foreign) {
          for (const [path, id] of [
            [`/v1/sites/${own}/reports/timeline?brand=`, brandId],
            [`/v1/sites/${own}/reports/timeline?competitorId=`, brandId],
            [`/v1/sites/${own}/reports/timeline?groupBy=region&brandId=`, brandId],
            [`/v1/sites/${own}/filters?scanId=`, ids.scanId],
          ] as const) {
            const answer = await asker().ask(key, path + id);
            const unknown = await asker().ask(key, path + unknownId);
            expect([answer.status, answer.text]).toEqual([404, unknown.text]);
          }
        }
      });

      test('another’s prompt as a filter leaves no evidence', async () => {
        const own = visible[0]?.ids.siteId ?? '';
        const timeline = `/v1/sites/${own}/reports/timeline?promptId=`;
        const unknown = await asker().ask(key, timeline + unknownId);
        for (const { ids } of foreign) {
          const answer = await asker().ask(key, timeline + ids.promptId);
          expect([answer.status, answer.text]).toEqual([200, unknown.text]);
        }
      });
    });

    test.each(blind)('the key %s opens no endpoint at all', async (key) => {
      for (const name of endpointNames) {
        for (const branch of allBranches) {
          const owners = parametersOf(name).map(() => branch);
          expect((await askWith(asker(), key, name, owners)).status).toBe(401);
        }
      }
    });
  });
}

/** The business has no client, so its branch has no id to list the sites of. */
function hasId(owner: Branch, name: EndpointName, n: number): boolean {
  return idOf(owner, parametersOf(name)[n] ?? '') !== unknownId;
}
