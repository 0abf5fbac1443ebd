import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { siteByIdQuery } from '../../api/sightline/site-query.ts';
import { type FilterOption, narrowGroup } from '../question/groups.ts';
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
  startsOpen: boolean;
  onToggle: ComponentProps<typeof OptionGroup>['onToggle'];
  /** Shown if the competitors cannot be listed. */
  fallback: ReactNode;
}

/** The competitors of a site as checkboxes. Needs the capability `sites`. */
export function CompetitorGroup(props: CompetitorGroupProps) {
  const { siteId, title, brands, chosen, needle, startsOpen, onToggle, fallback } = props;
  const isFinding = needle !== '';
  const [isWanted, setWanted] = useState(startsOpen);
  const { data, isError } = useQuery({
    ...siteByIdQuery(siteId),
    enabled: isWanted || isFinding,
  });
  if (isError && !data) return fallback;
  const offered = new Set(chosen);
  for (const { id, role } of data?.brands ?? []) {
    if (role === 'competitor') offered.add(id.toLowerCase());
  }
  const options = brands.filter(({ value }) => offered.has(value));
  if (data && options.length === 0) return null;
  const sections = [{ title: null, options }];
  const group = { parameter: 'competitorId', title, sections } as const;
  return (
    <OptionGroup
      group={group}
      found={narrowGroup(group, needle)}
      chosen={chosen}
      isFinding={isFinding}
      startsOpen={startsOpen}
      onToggle={onToggle}
      onOpen={() => setWanted(true)}
    >
      {data ? undefined : 'Loading…'}
    </OptionGroup>
  );
}
