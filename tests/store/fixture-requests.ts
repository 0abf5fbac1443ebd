import { pathTo } from '../../src/contract/every-endpoint.ts';
import { answerIdOf } from '../../src/service/answers/answer-id.ts';
import { branches, type KeyName, measured, moreSites } from '../service/small-world.ts';

const { siteId } = measured;
const timeline = (search: string, site: string = siteId) =>
  `${pathTo('timeline', { siteId: site })}${search}`;

/** An answer with a text, citations and a mention of a brand that a later import added. */
const answerKey = {
  scanId: measured.scans.first,
  promptId: measured.prompts.shoes,
  platform: 'claude_api',
  region: 'US',
  run: 1,
};

/** Key names and paths of the requests whose responses are stored with a new fixture; older fixtures have fewer. */
export const requests: readonly (readonly [KeyName, string])[] = [
  ['agency', '/v1/clients'],
  ['client', '/v1/clients'],
  ['business', '/v1/clients'],
  ['revoked', '/v1/clients'],
  ['agency', pathTo('clientSites', { clientId: branches.first.ids.clientId ?? '' })],
  ['agency', pathTo('filters', { siteId })],
  ['agency', `${pathTo('filters', { siteId })}?scanId=${measured.scans.first}`],
  ['agency', timeline('')],
  ['agency', timeline('?metric=sentiment&groupBy=platform')],
  ['agency', timeline('?metric=shareOfVoice&groupBy=region')],
  ['agency', timeline(`?metric=gap&promptId=${measured.prompts.shoes}`)],
  ['agency', timeline('', moreSites.untracked)],
  ['readonly', pathTo('prompt', { siteId, promptId: measured.prompts.care })],
  ['readonly', pathTo('scan', { siteId, scanId: measured.scans.failed })],
  ['other', timeline('', branches.other.ids.siteId)],
  ['other', timeline('')],
  ['agency', pathTo('answers', { siteId })],
  ['agency', pathTo('answer', { siteId, answerId: answerIdOf(answerKey) })],
  ['agency', pathTo('sources', { siteId })],
  ['agency', pathTo('site', { siteId })],
  ['agency', pathTo('site', branches.first.ids)],
  ['agency', pathTo('shares', { siteId })],
  ['agency', pathTo('feeds', { siteId })],
  // The migration test adds no note to this site.
  ['agency', pathTo('recommendations', branches.first.ids)],
  ['agency', pathTo('promptsReport', { siteId })],
  ['other', pathTo('answers', { siteId })],
  ['agency', pathTo('collectedScans', branches.first.ids)],
  ['agency', pathTo('collectedScan', branches.first.ids)],
  ['agency', pathTo('rawResponse', branches.first.ids)],
];

/** The path to the notes of the recommendation to which the fixture adds `notes`. */
export const notesPath = pathTo('notes', {
  siteId,
  recommendationId: measured.recommendations[0],
});
/** The notes that the fixture adds, oldest first. */
export const notes = ['The first note.', 'Zweite Notiz — “quoted” 🌍'] as const;
