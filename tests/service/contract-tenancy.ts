import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type AnyEndpointName, everyEndpoint } from '../../src/contract/every-endpoint.ts';
import { openApiDocument } from '../../src/contract/openapi.ts';
import { sightlineOpenApiDocument } from '../../src/contract/sightline/openapi.ts';
import { type Branch, branches, type KeyName, keyPlans, unknownId } from './small-world.ts';
import type { TestClient, TestResponse } from './test-client.ts';

const allBranches: Branch[] = Object.values(branches);
const endpointNames = Object.keys(everyEndpoint) as AnyEndpointName[];
const seeing = (Object.keys(keyPlans) as KeyName[]).filter(
  (name) => keyPlans[name].sees.length > 0,
);
const blind = (Object.keys(keyPlans) as KeyName[]).filter(
  (name) => keyPlans[name].sees.length === 0,
);

const parametersOf = (name: AnyEndpointName) =>
  [...everyEndpoint[name].path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** Endpoints whose responses carry none of a branch's texts. */
const markless: readonly AnyEndpointName[] = ['scan', 'discovery', 'scans', 'counts'];

/** Every way of taking each path parameter from one of the branches. */
function combinations(count: number): Branch[][] {
  if (count === 0) return [[]];
  return combinations(count - 1).flatMap((rest) => allBranches.map((each) => [...rest, each]));
}

const idOf = (branch: Branch | null, parameter: string) =>
  Object.entries(branch?.ids ?? {}).find(([name]) => name === parameter)?.[1] ?? unknownId;

/** Asks an endpoint with its nth path parameter from the nth branch; null stands for an unknown id. */
function askWith(
  client: TestClient,
  key: KeyName,
  name: AnyEndpointName,
  owners: readonly (Branch | null)[],
): Promise<TestResponse> {
  let path: string = everyEndpoint[name].path;
  parametersOf(name).forEach((parameter, n) => {
    path = path.replace(`{${parameter}}`, idOf(owners[n] ?? null, parameter));
  });
  return everyEndpoint[name].method === 'POST'
    ? client.note(key, path, JSON.stringify({ body: `${owners[0]?.marker ?? 'no'} note` }))
    : client.ask(key, path);
}

/** What stands in for the ids a key cannot use: unknown ones, beginning with the first it cannot see. */
function withoutForeign(owners: readonly Branch[], visible: readonly Branch[]): (Branch | null)[] {
  const [site] = owners;
  if (!site || !visible.includes(site)) return owners.map(() => null);
  return owners.map((owner) => (owner === site ? owner : null));
}

const IdSchema = v.object({ type: v.string(), format: v.literal('uuid') });
const QueryParameter = v.object({
  name: v.string(),
  in: v.literal('query'),
  schema: v.union([IdSchema, v.object({ items: IdSchema })]),
});
const Operations = v.record(
  v.string(),
  v.record(v.string(), v.object({ operationId: v.string(), parameters: v.array(v.unknown()) })),
);

/** Every query parameter that takes an id, by what the document of the interface says. */
const idParameters = [openApiDocument(), sightlineOpenApiDocument()]
  .flatMap((document) => Object.values(v.parse(Operations, document['paths'])))
  .flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, parameters }) =>
      parameters
        .filter((parameter) => v.is(QueryParameter, parameter))
        .map(({ name }) => ({ endpoint: operationId as AnyEndpointName, name })),
    ),
  );

/** The branch's id of the kind that a query parameter takes. */
const idFor = ({ ids, brandId }: Branch, name: string): string => {
  const byName: Readonly<Record<string, string>> = {
    promptId: ids.promptId,
    scanId: ids.scanId,
    brand: brandId,
    competitorId: brandId,
    brandId,
  };
  const id = byName[name];
  if (id === undefined) throw new Error(`No branch has an id for the parameter ${name}.`);
  return id;
};

/** Every id there is of these branches, of whatever kind. */
const everyId = (of: readonly Branch[]): string[] =>
  of.flatMap(({ ids, brandId, accountId }) => [
    ...Object.values(ids).filter((id) => id !== null),
    brandId,
    accountId,
  ]);

/** Every way of asking an endpoint, by every key that sees something: what the first test below asks. */
const leastAsked =
  seeing.length *
  endpointNames.reduce((sum, name) => sum + allBranches.length ** parametersOf(name).length, 0);

/** Each key against each endpoint with each id of each tenant, in every mixture. */
export function describeTenancy(client: () => TestClient): void {
  describe('tenancy', () => {
    let asked = 0;
    describe.each(seeing)('the key %s', (key) => {
      const plan = keyPlans[key];
      const visible: Branch[] = plan.sees.map((name) => branches[name]);
      const foreign = allBranches.filter((branch) => !visible.includes(branch));

      test.each(endpointNames)('%s answers for its own ids only', async (name) => {
        let succeeded = 0;
        for (const owners of combinations(parametersOf(name).length)) {
          const answer = await askWith(client(), key, name, owners);
          asked += 1;
          const cleaned = withoutForeign(owners, visible);
          const where = owners.map((owner) => owner.marker).join(' and ');
          for (const branch of foreign) expect(answer.text, where).not.toContain(branch.marker);

          const owned = owners.every((owner, n) => owner === cleaned[n] && hasId(owner, name, n));
          if (name === 'notes' && plan.scopes.length === 0) {
            expect(answer.status, where).toBe(403);
          } else if (owned) {
            expect(answer.status, where).toBe(name === 'notes' ? 201 : 200);
            const expected = owners[0] ? [owners[0]] : visible.filter((each) => each.ids.clientId);
            if (!markless.includes(name)) {
              for (const each of expected) expect(answer.text).toContain(each.marker);
            }
            succeeded += 1;
          } else {
            const unknown = await askWith(client(), key, name, cleaned);
            expect([answer.status, answer.text], where).toEqual([404, unknown.text]);
          }
        }
        const mayNote = name !== 'notes' || plan.scopes.length > 0;
        const mayList = name !== 'clientSites' || key !== 'business';
        expect(succeeded > 0).toBe(mayNote && mayList);
      });

      test.each(idParameters)(
        'another’s id as $name of $endpoint is like one that does not exist',
        async ({ endpoint, name }) => {
          const own = visible[0]?.ids.siteId ?? '';
          const path = everyEndpoint[endpoint].path.replace('{siteId}', own);
          // Under brand, `brandId` is ignored.
          const query = `?${name === 'brandId' ? 'groupBy=region&' : ''}${name}=`;
          const unknown = await client().ask(key, path + query + unknownId);
          // A prompt that is not there leaves no evidence; anything else is not found.
          expect(unknown.status).toBe(name === 'promptId' ? 200 : 404);
          for (const branch of foreign) {
            const answer = await client().ask(key, path + query + idFor(branch, name));
            asked += 1;
            expect([answer.status, answer.text]).toEqual([unknown.status, unknown.text]);
          }
        },
      );

      test.each(endpointNames)('%s takes no id of another kind or tenant', async (name) => {
        const [own] = visible;
        const [other] = foreign;
        if (!own || !other) throw new Error('This key sees nothing, or everything.');
        // Whose ids: everybody's where that takes no time.
        const whose = client().store.name === 'memory' ? allBranches : [own, other];
        for (const [at, parameter] of parametersOf(name).entries()) {
          const path = (id: string) =>
            parametersOf(name).reduce<string>(
              (text, each, n) => text.replace(`{${each}}`, n === at ? id : idOf(own, each)),
              everyEndpoint[name].path,
            );
          const ask = (id: string) =>
            everyEndpoint[name].method === 'POST'
              ? client().note(key, path(id), '{"body":"x"}')
              : client().ask(key, path(id));
          const unknown = await ask(unknownId);
          const allowed = visible.map((branch) => idOf(branch, parameter));
          for (const id of everyId(whose).filter((each) => !allowed.includes(each))) {
            const answer = await ask(id);
            asked += 1;
            expect([answer.status, answer.text]).toEqual([unknown.status, unknown.text]);
          }
        }
      });
    });

    test.each(blind)('the key %s opens no endpoint at all', async (key) => {
      for (const name of endpointNames) {
        for (const branch of allBranches) {
          const owners = parametersOf(name).map(() => branch);
          expect((await askWith(client(), key, name, owners)).status).toBe(401);
          asked += 1;
        }
      }
    });

    test(`${leastAsked} requests or more were made for this`, () => {
      expect(asked).toBeGreaterThanOrEqual(leastAsked);
    });
  });
}

/** The business has no client, so its branch has no id to list the sites of. */
function hasId(owner: Branch, name: AnyEndpointName, n: number): boolean {
  return idOf(owner, parametersOf(name)[n] ?? '') !== unknownId;
}
