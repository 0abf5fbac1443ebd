import { slopeMeaning, verdictDefinition } from '../../../figures/series/column-definitions.ts';
import { type Definition, metricDefinitions } from '../../../figures/series/definitions.ts';
import { DefinitionButton } from '../../ui/definition-button.tsx';

const { visibility } = metricDefinitions;

const drop: Definition = {
  term: 'Real drop',
  meaning:
    'A fall in visibility by more than the usual scatter. All clients loaded so far are judged together: a long list loads 100 at a time, and more of them can turn a “real drop” into “usual scatter”.',
};

const unjudged: Definition = {
  term: 'Cannot be judged',
  meaning:
    'Too few scans, no evidence, no active site, or measured differently in the two periods that are compared.',
};

const site: Definition = {
  term: 'Which site',
  meaning:
    'If a client has several sites, its row shows one of its five newest: the most recently scanned one with a tracked brand, or else the most recently scanned one. Only a site’s last 60 scans count.',
};

const failed: Definition = {
  term: 'Failed scans',
  meaning: 'Counted over all of a client’s sites, after each site’s last completed scan.',
};

const average: Definition = {
  term: visibility.term,
  meaning: `${visibility.meaning} A row shows the tracked brand’s average over the last 30 days, or over 90 or 365 days if it says so because the site is scanned less often.`,
};

const change: Definition = {
  term: 'Change',
  meaning:
    'The average over the last 30 days minus that over the 30 days before, each rounded as it is shown. A site that is scanned too rarely for these is compared over 90 or 365 days, as its row says: over the shortest of the three periods that, like the one before it, has at least five scans. A “real drop” or “real rise” is a change by more than the usual scatter. All clients loaded so far are judged together, so a change that is real on a site’s own pages can be within the usual scatter here. “Measured differently” means that platforms, regions or prompts were added or removed, names were found by other rules, or a platform changed its model, so that the two averages cannot be compared.',
};

const trend: Definition = {
  term: 'Trend',
  meaning: `The tracked brand’s visibility in the latest scans, up to 30. Each line has its own scale. ${slopeMeaning}`,
};

/** The definitions by column; `drop` is for the line above the table, `all` for that above the list, which has no columns. */
const definitions = {
  visibility: [average],
  change: [change, verdictDefinition],
  trend: [trend],
  drop: [drop, unjudged, site, failed],
  all: [drop, unjudged, change, verdictDefinition, average, trend, site, failed],
} as const;

export interface DefinitionProps {
  of: keyof typeof definitions;
}

/** A button that opens the definitions of a column of the client table, or of the line above it. */
export function FigureDefinition({ of }: DefinitionProps) {
  const [first, ...others] = definitions[of];
  return <DefinitionButton {...first} others={others} />;
}
