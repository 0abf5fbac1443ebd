import { slopeMeaning, verdictDefinition } from '../../site/series/column-definitions.ts';
import { type Definition, metricDefinitions } from '../../site/series/definitions.ts';
import { DefinitionButton } from '../../ui/definition-button.tsx';

const { visibility } = metricDefinitions;

const change: Definition = {
  term: 'Change',
  meaning:
    'The average over the last 30 days minus that over the 30 days before, computed from unrounded values. A site that is scanned too rarely for these is compared over 90 or 365 days, as its row says: over the shortest of the three periods that, like the one before it, has at least five scans. “Real” marks a change that is more than the usual scatter. All clients are judged together, so a change that is real on a site’s own pages can be within the usual scatter here. “Measured differently” means that platforms, regions or prompts were added or removed, names were found by other rules, or a platform changed its model, so that the two averages cannot be compared.',
};

const trend: Definition = {
  term: 'Trend',
  meaning: `The tracked brand’s visibility in the latest scans, up to 30. Each line has its own scale. ${slopeMeaning}`,
};

/** The definitions by column; `all` is for the list in narrow windows, which has no columns. */
const definitions = {
  visibility: [visibility],
  change: [change, verdictDefinition],
  trend: [trend],
  all: [visibility, change, verdictDefinition, trend],
} as const;

export interface DefinitionProps {
  of: keyof typeof definitions;
}

/** A button that opens the definitions of a column of the client table. */
export function FigureDefinition({ of }: DefinitionProps) {
  const [first, ...others] = definitions[of];
  return <DefinitionButton {...first} others={others} />;
}
