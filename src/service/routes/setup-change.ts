import type { PlannedChange } from '../setup/setup-records.ts';
import type { StoredSetup } from '../setup/stored-setup.ts';
import { carryOut, refuseTooLarge } from './changes.ts';
import { createNotFoundProblem } from './problems.ts';
import { findSite, type RouteContext, type RouteOptions } from './route.ts';

interface SetupChange {
  /** @throws ProblemError if the change is not possible with this stored set-up. */
  plan: (stored: StoredSetup) => Promise<PlannedChange>;
  /** What was changed, by its ID, for the audit trail. Called once the change is stored. */
  detail: () => string;
  /** Creates the response from the set-up as it is then stored. */
  respond: (stored: StoredSetup) => Promise<Response> | Response;
}

/** Carries out a change of the set-up of the site in the path; see `carryOut`. */
export async function changeSetup(
  options: RouteOptions,
  context: RouteContext,
  { plan, detail, respond }: SetupChange,
): Promise<Response> {
  const { store, audit } = options;
  const access = context.get('access');
  const { tenant } = access;
  const site = await findSite(store, context);
  if (!site) throw createNotFoundProblem('site');
  const { id: siteId, clientId } = site;
  const requireSetup = async () => {
    const stored = await options.setups.read(tenant, siteId);
    if (!stored) throw createNotFoundProblem('site');
    return stored;
  };
  const change = {
    clientId,
    siteId,
    async plan() {
      const stored = await requireSetup();
      return refuseTooLarge(await plan(stored), stored);
    },
    onDone: () =>
      audit.recordSetupChange('set-up changed', access, context.env.caller, {
        clientId,
        id: siteId,
        detail: detail(),
      }),
  };
  return carryOut(options, context, change, async () => respond(await requireSetup()));
}
