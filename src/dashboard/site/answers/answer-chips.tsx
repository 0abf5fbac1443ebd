import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { isolate } from '../../../figures/text/isolate.ts';
import { scanQuery } from '../../api/site-queries.ts';
import { elementIds } from '../../ui/element-ids.ts';
import { useSite } from '../../use-site.ts';
import filterStyles from '../controls/filters.module.css';
import { scanTimeOf } from './answer-words.ts';
import { type AnswersSearch, withNaming } from './answers-search.ts';
import type { Names } from './names.ts';

interface Chip {
  key: string;
  label: string;
  /** The search once the chip is removed. */
  remainingSearch: AnswersSearch;
}

function chipsOf(answersSearch: AnswersSearch, names: Names, scanLabel: string): Chip[] {
  const { scanId, mentions, mentionsNot, domain: domains, citedPage: pages } = answersSearch;
  const chipsOfBrands = (ids: readonly string[], word: string) =>
    ids
      // The tracked brand has a separate control.
      .filter((id) => id !== names.trackedBrand?.id)
      .map((id) => ({
        key: `${word} ${id}`,
        label: `${word}: ${isolate(names.brandOf(id).name)}`,
        remainingSearch: withNaming(answersSearch, id, 'any'),
      }));
  return [
    ...(scanId === null
      ? []
      : [{ key: 'scan', label: scanLabel, remainingSearch: { ...answersSearch, scanId: null } }]),
    ...chipsOfBrands(mentions, 'Names'),
    ...chipsOfBrands(mentionsNot, 'Does not name'),
    ...domains.map((domain) => ({
      key: `domain ${domain}`,
      label: `Cites: ${domain}`,
      remainingSearch: { ...answersSearch, domain: domains.filter((other) => other !== domain) },
    })),
    ...pages.map((page) => ({
      key: `page ${page}`,
      label: `Cites the page: ${page}`,
      remainingSearch: { ...answersSearch, citedPage: pages.filter((other) => other !== page) },
    })),
  ];
}

interface AnswerChipsProps {
  answersSearch: AnswersSearch;
  names: Names;
  zone: string;
  onAnswersSearch: (answersSearch: AnswersSearch) => void;
}

/** Chips for the chosen scan, brands, domains and pages; a click removes the choice. */
export function AnswerChips({ answersSearch, names, zone, onAnswersSearch }: AnswerChipsProps) {
  const { siteId } = useSite();
  const { scanId } = answersSearch;
  const { data } = useQuery({ ...scanQuery(siteId, scanId ?? ''), enabled: scanId !== null });
  const list = useRef<HTMLUListElement>(null);
  const scanLabel = data ? `Scan: ${scanTimeOf(data.completedAt, zone)}` : 'One scan';
  const chips = chipsOf(answersSearch, names, scanLabel);
  if (chips.length === 0) return null;
  const remove = (index: number, remainingSearch: AnswersSearch) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const next =
      buttons[index + 1] ?? buttons[index - 1] ?? document.getElementById(elementIds.content);
    next?.focus();
    onAnswersSearch(remainingSearch);
  };
  return (
    <ul ref={list} className={filterStyles['chips']} aria-label="Answer filters">
      {chips.map(({ key, label, remainingSearch }, index) => (
        <li key={key}>
          <button
            type="button"
            className={filterStyles['chip']}
            aria-label={`Remove “${isolate(label)}”`}
            title={`Remove “${isolate(label)}”`}
            data-printed
            onClick={() => remove(index, remainingSearch)}
          >
            <bdi>{label}</bdi>
            <X size={12} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
