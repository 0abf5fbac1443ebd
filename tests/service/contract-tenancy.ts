import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type EndpointName, everyEndpoint } from '../../src/contract/every-endpoint.ts';
import { openApiDocument } from '../../src/contract/openapi.ts';
import { accountScopes } from '../../src/contract/scopes.ts';
import { sightlineOpenApiDocument } from '../../src/contract/sightline/openapi.ts';
import { type Branch, branches, type KeyName, keyPlans, unknownId } from './small-world.ts';
import type { TestClient, TestResponse } from './test-client.ts';

const allBranches: Branch[] = Object.values(branches);
/**
 * Endpoints that create, revoke or open shares and feeds, that create something without an ID in the path, or that read
 * a job; contract-shares.ts and contract-setup.ts test them.
 */
const excludedEndpoints: readonly EndpointName[] = [
  ...(['createShare', 'revokeShare', 'share'] as const),
  ...(['createFeed', 'revokeFeed', 'feed'] as const),
  ...(['createClient', 'createBusinessSite', 'setupJob'] as const),
];
const endpointNames = (Object.keys(everyEndpoint) as EndpointName[]).filter(
  (name) => !excludedEndpoints.includes(name),
);

/**
 * Requests that change nothing that is stored, but need the scope for it, and what a key of the branch gets. Their bodies
 * contain the same IDs for every branch.
 */
const setupRequests: Partial<
  Record<EndpointName, { status: number; body?: object; query?: string }>
> = {
  changeClient: { status: 200, body: {} },
  deleteClient: { status: 422, query: '?name=other' },
  createSite: { status: 409, body: { id: branches.first.ids.siteId, name: 'Again' } },
  changeSite: { status: 200, body: {} },
  deleteSite: { status: 422, query: '?name=other' },
  saveSetup: {
    status: 409,
    body: { revision: 'earlier', name: 'Site', url: '', brands: [], prompts: [] },
  },
  addBrand: {
    status: 409,
    body: { id: branches.first.brandId, name: 'Again', role: 'competitor' },
  },
  changeBrand: { status: 200, body: {} },
  addPrompt: { status: 409, body: { id: branches.first.ids.promptId, text: 'Again?' } },
  changePrompt: { status: 200, body: {} },
  changeNote: { status: 200, body: {} },
  // The prompts of all branches have answers.
  deletePrompt: { status: 409 },
};
/** Endpoints that delete what the key may delete, so they are called with other IDs only. */
const deletingEndpoints: readonly EndpointName[] = ['deleteBrand', 'deleteScan', 'deleteNote'];

const isForNewNote = (name: EndpointName): boolean => name === 'notes' || name === 'addNote';

/** Whether a key lacks the scope that an endpoint needs. Some are not in effect for keys of one client. */
function lacksScope(name: EndpointName, key: KeyName): boolean {
  const plan = keyPlans[key];
  const scopes: readonly string[] = plan.scopes;
  const { scope } = everyEndpoint[name];
  if (scope === null) return false;
  return !scopes.includes(scope) || ('clientId' in plan && accountScopes.includes(scope));
}

/** The status of a call with IDs that the key can use. */
function expectedStatusOf(name: EndpointName, key: KeyName): number {
  if (isForNewNote(name)) return 201;
  if (name === 'deleteClient' && key === 'client') return 403;
  // Another key has added the notes of the branches.
  if (name === 'changeNote' && key === 'client') return 403;
  // The sites of branches have no settings, and their scans have ended with every question answered.
  if (['runScan', 'cancelScan', 'retryScan'].includes(name)) return 422;
  return setupRequests[name]?.status ?? 200;
}
const keysWithAccess = (Object.keys(keyPlans) as KeyName[]).filter(
  (name) => keyPlans[name].sees.length > 0,
);
/** Keys that differ from `agency` only in their scopes, so that their requests lead to the same statements. */
const keysOfSameTenant: readonly KeyName[] = ['readonly', 'unpaid'];
const keysWithoutAccess = (Object.keys(keyPlans) as KeyName[]).filter(
  (name) => keyPlans[name].sees.length === 0,
);

const parametersOf = (name: EndpointName) =>
  [...everyEndpoint[name].path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** Endpoints whose responses do not contain the marker of a branch. */
const unmarkedEndpoints: readonly EndpointName[] = [
  ...(['scan', 'discovery', 'measuring', 'scans', 'counts'] as const),
  // No share or feed exists yet when these tests run.
  ...(['shares', 'feeds'] as const),
  // Nothing is being asked, and the sites of branches have no settings.
  ...(['collecting', 'accountCollection', 'collection'] as const),
];
const hasMarker = (name: EndpointName, status: number): boolean =>
  status < 400 && !unmarkedEndpoints.includes(name);

/** Every sequence of `count` of these branches, including those that repeat a branch. */
function combineBranches(count: number, of: readonly Branch[]): Branch[][] {
  if (count === 0) return [[]];
  return combineBranches(count - 1, of).flatMap((combination) =>
    of.map((branch) => [...combination, branch]),
  );
}

const visibleBranchesOf = (key: KeyName): Branch[] =>
  keyPlans[key].sees.map((name) => branches[name]);

/**
 * The branches whose IDs are tried together as the path parameters of an endpoint: every combination of all, or each
 * branch alone and every combination of two that the key sees and one that it does not.
 */
function chooseCombinations(name: EndpointName, key: KeyName, isExhaustive: boolean): Branch[][] {
  const { length } = parametersOf(name);
  if (isExhaustive) return combineBranches(length, allBranches);
  const visible = visibleBranchesOf(key);
  const foreign = allBranches.filter((branch) => !visible.includes(branch));
  const combined = combineBranches(length, [...visible.slice(0, 2), ...foreign.slice(0, 1)]);
  const alone = allBranches.map((branch) => Array.from({ length }, () => branch));
  const unique = new Map([...alone, ...combined].map((owners) => [markersOf(owners), owners]));
  return [...unique.values()];
}

const markersOf = (owners: readonly (Branch | null)[]): string =>
  owners.map((owner) => owner?.marker ?? '').join(' and ');

const pathIdOf = (branch: Branch | null, parameter: string) =>
  Object.entries(branch ? { ...branch.ids, brandId: branch.brandId } : {}).find(
    ([name]) => name === parameter,
  )?.[1] ?? unknownId;

/** The query parameters that an endpoint requires, for a response that contains the marker of the branch. */
const requiredQueryOf = (name: EndpointName, branch: Branch | null): string =>
  name === 'pages'
    ? `?domain=${branch?.marker ?? 'unknown'}.example`
    : (setupRequests[name]?.query ?? '');

/** Calls an endpoint at a path. @param note the text of the note to add, if the endpoint adds one */
function callAt(
  client: TestClient,
  key: KeyName,
  name: EndpointName,
  path: string,
  note: string,
): Promise<TestResponse> {
  if (isForNewNote(name)) return client.addNote(key, path, JSON.stringify({ body: note }));
  const body = setupRequests[name]?.body;
  return client.callAs(key, path, {
    method: everyEndpoint[name].method,
    ...(body && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
}

/** Calls an endpoint with the nth branch's ID as the nth path parameter; a null branch stands for an unknown ID. */
function callWith(
  client: TestClient,
  key: KeyName,
  name: EndpointName,
  owners: readonly (Branch | null)[],
): Promise<TestResponse> {
  let path: string = everyEndpoint[name].path;
  parametersOf(name).forEach((parameter, n) => {
    path = path.replace(`{${parameter}}`, pathIdOf(owners[n] ?? null, parameter));
  });
  path += requiredQueryOf(name, owners[0] ?? null);
  return callAt(client, key, name, path, `${owners[0]?.marker ?? 'no'} note`);
}

/**
 * Replaces with null the branches whose IDs a key cannot use: all of them if the first is not visible, otherwise those
 * that differ from the first.
 */
function toUsableOwners(owners: readonly Branch[], visible: readonly Branch[]): (Branch | null)[] {
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

/** Every query parameter that takes an ID, according to the OpenAPI documents. */
const idParameters = [openApiDocument(), sightlineOpenApiDocument()]
  .flatMap((document) => Object.values(v.parse(Operations, document['paths'])))
  .flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, parameters }) =>
      parameters
        .filter((parameter) => v.is(QueryParameter, parameter))
        .map(({ name }) => ({ endpoint: operationId as EndpointName, name })),
    ),
  );

/** The branch's ID for a query parameter. */
const queryIdOf = ({ ids, brandId }: Branch, name: string): string => {
  const byName: Readonly<Record<string, string>> = {
    promptId: ids.promptId,
    scanId: ids.scanId,
    brand: brandId,
    competitorId: brandId,
    brandId,
    mentions: brandId,
    mentionsNot: brandId,
  };
  const id = byName[name];
  if (id === undefined) throw new Error(`No branch has an ID for the parameter ${name}.`);
  return id;
};

/** The IDs of all kinds in these branches. */
const allIdsOf = (owners: readonly Branch[]): string[] =>
  owners.flatMap(({ ids, brandId, accountId }) => [
    ...Object.values(ids).filter((id) => id !== null),
    brandId,
    accountId,
  ]);

/**
 * Tests every key against every endpoint but `excludedEndpoints`. Keys with access are tested with combinations of all
 * tenants' IDs, the others with the IDs of one branch at a time.
 * @param isExhaustive whether to test all keys with every combination of IDs, which takes minutes unless requests are
 * as fast as with the memory store. Otherwise, each statement still gets the IDs of every branch and kind.
 */
export function describeTenancy(client: () => TestClient, isExhaustive: boolean): void {
  const keys = keysWithAccess.filter((key) => isExhaustive || !keysOfSameTenant.includes(key));
  /** Every endpoint with every chosen combination of branches, for each key. */
  const minimumRequests = keys
    .flatMap((key) => endpointNames.map((name) => chooseCombinations(name, key, isExhaustive)))
    .reduce((sum, combinations) => sum + combinations.length, 0);

  describe('tenancy:', () => {
    let requestCount = 0;
    describe.each(keys)('with the key %s,', (key) => {
      const visible = visibleBranchesOf(key);
      const foreign = allBranches.filter((branch) => !visible.includes(branch));

      test.each(endpointNames)('%s returns data for the key’s own IDs only', async (name) => {
        let successCount = 0;
        /** Response texts with unknown IDs in place of those that the key cannot use, by the remaining branches. */
        const unknownTexts = new Map<string, string>();
        for (const owners of chooseCombinations(name, key, isExhaustive)) {
          const usableOwners = toUsableOwners(owners, visible);
          const isOwned = owners.every(
            (owner, n) => owner === usableOwners[n] && hasId(owner, name, n),
          );
          if (isOwned && deletingEndpoints.includes(name)) {
            requestCount += 1;
            continue;
          }
          const response = await callWith(client(), key, name, owners);
          requestCount += 1;
          const where = markersOf(owners);
          for (const branch of foreign) expect(response.text, where).not.toContain(branch.marker);

          if (lacksScope(name, key)) {
            expect(response.status, where).toBe(403);
          } else if (isOwned) {
            const status = expectedStatusOf(name, key);
            expect(response.status, where).toBe(status);
            const expected = owners[0]
              ? [owners[0]]
              : visible.filter((branch) => branch.ids.clientId);
            if (hasMarker(name, status)) {
              for (const { marker } of expected) expect(response.text).toContain(marker);
            }
            successCount += 1;
          } else {
            const remaining = markersOf(usableOwners);
            const unknownIdText =
              unknownTexts.get(remaining) ??
              (await callWith(client(), key, name, usableOwners)).text;
            unknownTexts.set(remaining, unknownIdText);
            expect([response.status, response.text], where).toEqual([404, unknownIdText]);
          }
        }
        const hasScope = !lacksScope(name, key);
        const hasIds = key !== 'business' || !parametersOf(name).includes('clientId');
        expect(successCount > 0).toBe(hasScope && hasIds && !deletingEndpoints.includes(name));
      });

      test.each(idParameters)(
        'another tenant’s ID as $name of $endpoint gets the same response as an unknown ID',
        async ({ endpoint, name }) => {
          const own = visible[0]?.ids.siteId ?? '';
          const path = everyEndpoint[endpoint].path.replace('{siteId}', own);
          // A report grouped by brand ignores `brandId`.
          const required = requiredQueryOf(endpoint, visible[0] ?? null) || '?';
          const query = `${required}&${name === 'brandId' ? 'groupBy=region&' : ''}${name}=`;
          const unknown = await client().callAs(key, path + query + unknownId);
          // Filtering answers by an unknown prompt or scan excludes them all; any other unknown ID gives 404.
          const isFilter = name === 'promptId' || (endpoint === 'answers' && name === 'scanId');
          expect(unknown.status).toBe(isFilter ? 200 : 404);
          for (const branch of foreign) {
            const response = await client().callAs(key, path + query + queryIdOf(branch, name));
            requestCount += 1;
            expect([response.status, response.text]).toEqual([unknown.status, unknown.text]);
          }
        },
      );

      test.each(endpointNames)(
        '%s does not accept an ID of another kind or tenant',
        async (name) => {
          const [own] = visible;
          const [other] = foreign;
          if (!own || !other) throw new Error('This key sees nothing, or everything.');
          for (const [at, parameter] of parametersOf(name).entries()) {
            const path = (id: string) =>
              parametersOf(name).reduce<string>(
                (text, pathParameter, n) =>
                  text.replace(`{${pathParameter}}`, n === at ? id : pathIdOf(own, pathParameter)),
                everyEndpoint[name].path + requiredQueryOf(name, own),
              );
            const callFor = (id: string) => callAt(client(), key, name, path(id), 'x');
            const unknown = await callFor(unknownId);
            const allowedIds = visible.map((branch) => pathIdOf(branch, parameter));
            const ids = isExhaustive
              ? allIdsOf(allBranches)
              : [...allIdsOf([own]), pathIdOf(other, parameter)];
            for (const id of ids.filter((id) => !allowedIds.includes(id))) {
              const response = await callFor(id);
              requestCount += 1;
              expect([response.status, response.text]).toEqual([unknown.status, unknown.text]);
            }
          }
        },
      );
    });

    test.each(keysWithoutAccess)('the key %s is rejected by every endpoint', async (key) => {
      for (const name of endpointNames) {
        for (const branch of allBranches) {
          const owners = parametersOf(name).map(() => branch);
          expect((await callWith(client(), key, name, owners)).status).toBe(401);
          requestCount += 1;
        }
      }
    });

    test(`at least ${minimumRequests} requests were made`, () => {
      expect(requestCount).toBeGreaterThanOrEqual(minimumRequests);
    });
  });
}

/** Whether the branch has an ID for the nth path parameter; the business has no client. */
function hasId(owner: Branch, name: EndpointName, n: number): boolean {
  return pathIdOf(owner, parametersOf(name)[n] ?? '') !== unknownId;
}
