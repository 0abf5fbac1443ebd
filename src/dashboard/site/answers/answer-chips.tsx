import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { scanQuery } from '../../api/site-queries.ts';
import { elementIds } from '../../ui/element-ids.ts';
import filterStyles from '../controls/filters.module.css';
import { scanTimeOf } from './answer-words.ts';
import { type AnswersSearch, withNaming } from './answers-search.ts';
import type { Names } from './names.ts';

interface Chip {
  key: string;
  label: string;
  without: AnswersSearch;
}

function chipsOf(asked: AnswersSearch, names: Names, scanLabel: string): Chip[] {
  const { scanId, mentions, mentionsNot, domain } = asked;
  const ofBrands = (ids: readonly string[], word: string) =>
    ids
      // The tracked brand has a control of its own.
      .filter((id) => id !== names.tracked?.id)
      .map((id) => ({
        key: `${word} ${id}`,
        label: `${word}: ${names.brandOf(id).name}`,
        without: withNaming(asked, id, 'any'),
      }));
  return [
    ...(scanId === null
      ? []
      : [{ key: 'scan', label: scanLabel, without: { ...asked, scanId: null } }]),
    ...ofBrands(mentions, 'Names'),
    ...ofBrands(mentionsNot, 'Does not name'),
    ...domain.map((each) => ({
      key: `domain ${each}`,
      label: `Cites: ${each}`,
      without: { ...asked, domain: domain.filter((other) => other !== each) },
    })),
  ];
}

interface AnswerChipsProps {
  siteId: string;
  asked: AnswersSearch;
  names: Names;
  zone: string;
  onAsked: (asked: AnswersSearch) => void;
}

/** The chosen scan, brands and domains, each removable. */
export function AnswerChips({ siteId, asked, names, zone, onAsked }: AnswerChipsProps) {
  const { scanId } = asked;
  const { data } = useQuery({ ...scanQuery(siteId, scanId ?? ''), enabled: scanId !== null });
  const list = useRef<HTMLUListElement>(null);
  const scanLabel = `Scan: ${data ? scanTimeOf(data.completedAt, zone) : 'one scan'}`;
  const chips = chipsOf(asked, names, scanLabel);
  if (chips.length === 0) return null;
  const remove = (place: number, without: AnswersSearch) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const next =
      buttons[place + 1] ?? buttons[place - 1] ?? document.getElementById(elementIds.content);
    next?.focus();
    onAsked(without);
  };
  return (
    <ul ref={list} className={filterStyles['chips']} aria-label="Answer filters">
      {chips.map(({ key, label, without }, place) => (
        <li key={key}>
          <button
            type="button"
            className={filterStyles['chip']}
            aria-label={`Remove ${label}`}
            title={`Remove ${label}`}
            data-printed
            onClick={() => remove(place, without)}
          >
            <bdi>{label}</bdi>
            <X size={12} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
