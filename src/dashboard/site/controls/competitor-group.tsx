import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { siteByIdQuery } from '../../api/sightline/site-query.ts';
import { countOptions, type FilterOption, narrowGroup } from '../question/groups.ts';
import { OptionGroup } from './option-group.tsx';

interface CompetitorGroupProps {
  siteId: string;
  title: string;
  /** The site's brands of any role, and chosen ones that are not listed. */
  brands: readonly FilterOption[];
  chosen: readonly string[];
  /** The panel's search, in lower case; empty while it is not in use. */
  needle: string;
  /** Whether the group is open at first. */
  isOpenAtFirst: boolean;
  onToggle: ComponentProps<typeof OptionGroup>['onToggle'];
  /** Receives how many competitors match the panel's search. */
  onFound: (count: number) => void;
  /** Shown if the competitors cannot be listed. */
  fallback: ReactNode;
}

/** The competitors of a site as checkboxes. Needs the capability `sites`. */
export function CompetitorGroup(props: CompetitorGroupProps) {
  const { siteId, title, brands, chosen, needle, isOpenAtFirst, onToggle, onFound, fallback } =
    props;
  const isPanelSearched = needle !== '';
  const [hasBeenOpened, setOpened] = useState(isOpenAtFirst);
  const { data, isError } = useQuery({
    ...siteByIdQuery(siteId),
    enabled: hasBeenOpened || isPanelSearched,
  });
  const isFallback = isError && !data;
  const offered = new Set(chosen);
  for (const { id, role } of data?.brands ?? []) {
    if (role === 'competitor') offered.add(id.toLowerCase());
  }
  const options = brands.filter(({ value }) => offered.has(value));
  const sections = [{ title: null, options }];
  const group = { parameter: 'competitorId', title, sections } as const;
  const found = narrowGroup(group, needle);
  const count = isFallback ? 0 : countOptions(found);
  useEffect(() => onFound(count), [onFound, count]);
  if (isFallback) return fallback;
  if (data && options.length === 0) return null;
  return (
    <OptionGroup
      group={group}
      found={found}
      chosen={chosen}
      isPanelSearched={isPanelSearched}
      isOpenAtFirst={isOpenAtFirst}
      onToggle={onToggle}
      onOpen={() => setOpened(true)}
    >
      {data ? undefined : 'Loading…'}
    </OptionGroup>
  );
}
