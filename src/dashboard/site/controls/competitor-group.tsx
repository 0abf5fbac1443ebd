import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { siteByIdQuery } from '../../api/sightline/site-query.ts';
import { useSite } from '../../use-site.ts';
import { countOptions, type FilterOption, narrowGroup } from '../search/groups.ts';
import { OptionGroup } from './option-group.tsx';

interface CompetitorGroupProps {
  title: string;
  /** Options for all brands of the site, whatever their role, and for chosen ones that are not listed. */
  brands: readonly FilterOption[];
  chosen: readonly string[];
  /** The panel's search, in lower case; empty while it is not in use. */
  needle: string;
  isOpenAtFirst: boolean;
  /** Called when the user opens or closes the group, so that `fallback` can start open. */
  onOpen: () => void;
  onToggle: ComponentProps<typeof OptionGroup>['onToggle'];
  /** Receives how many competitors match the panel's search. */
  onMatchCount: (count: number) => void;
  /** Shown if the competitors cannot be listed. */
  fallback: ReactNode;
}

/** The competitors of a site as checkboxes. Needs the capability `sites`. */
export function CompetitorGroup(props: CompetitorGroupProps) {
  const { siteId } = useSite();
  const { title, brands, chosen, needle, isOpenAtFirst, onOpen, onToggle, onMatchCount, fallback } =
    props;
  const isPanelSearched = needle !== '';
  const [hasBeenOpened, setOpened] = useState(isOpenAtFirst);
  const { data, isError } = useQuery({
    ...siteByIdQuery(siteId),
    enabled: hasBeenOpened || isPanelSearched,
  });
  const needsFallback = isError && !data;
  const offeredIds = new Set(chosen);
  for (const { id, role } of data?.brands ?? []) {
    if (role === 'competitor') offeredIds.add(id.toLowerCase());
  }
  const options = brands.filter(({ value }) => offeredIds.has(value));
  const sections = [{ title: null, options }];
  const group = { parameter: 'competitorId', title, sections } as const;
  const matchingSections = narrowGroup(group, needle);
  const count = needsFallback ? 0 : countOptions(matchingSections);
  useEffect(() => onMatchCount(count), [onMatchCount, count]);
  if (needsFallback) return fallback;
  if (data && options.length === 0) return null;
  return (
    <OptionGroup
      group={group}
      matchingSections={matchingSections}
      chosen={chosen}
      isPanelSearched={isPanelSearched}
      isOpenAtFirst={isOpenAtFirst}
      onToggle={onToggle}
      onOpenChange={() => {
        setOpened(true);
        onOpen();
      }}
    >
      {data ? undefined : 'Loading…'}
    </OptionGroup>
  );
}
