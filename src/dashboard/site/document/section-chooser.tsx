import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Popup } from '../../ui/popup.tsx';
import styles from './bar.module.css';
import { movedBy, type SectionName, sectionTitles, withSection } from './sections.ts';

interface SectionChooserProps {
  /** Those that the service has figures for. */
  offered: readonly SectionName[];
  /** Those of the report, in their order. */
  chosen: readonly SectionName[];
  onChoose: (sections: readonly SectionName[]) => void;
}

/** Chooses the sections of a report and their order. The method is always the last. */
export function SectionChooser({ offered, chosen, onChoose }: SectionChooserProps) {
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const included = chosen.filter((name) => offered.includes(name));
  const listed = [...included, ...offered.filter((name) => !included.includes(name))];
  const movable: readonly SectionName[] = included.filter((name) => name !== 'method');
  const move = (name: SectionName, places: number) => {
    onChoose(movedBy(included, name, places));
    const isAtEnd = movable.indexOf(name) + places === (places > 0 ? movable.length - 1 : 0);
    // The button that was used is disabled at the end of the list, so the focus goes to the other one.
    const wanted = `${name} ${isAtEnd ? -places : places}`;
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-move="${wanted}"]`)?.focus(),
    );
  };
  const arrow = (name: SectionName, places: 1 | -1) => {
    const at = movable.indexOf(name);
    const to = at + places;
    const Icon = places > 0 ? ArrowDown : ArrowUp;
    return (
      <Button
        look="quiet"
        data-move={`${name} ${places}`}
        disabled={at < 0 || to < 0 || to >= movable.length}
        aria-label={`Move ${sectionTitles[name]} ${places > 0 ? 'down' : 'up'}`}
        onClick={() => move(name, places)}
      >
        <Icon size={14} aria-hidden="true" />
      </Button>
    );
  };
  return (
    <Popup
      label="Sections of the report"
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      control={
        <Button aria-expanded={isOpen} aria-haspopup="dialog" onClick={() => setOpen(!isOpen)}>
          Sections
        </Button>
      }
    >
      <ul ref={list} className={styles['sections']}>
        {listed.map((name) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={included.includes(name)}
                disabled={included.length === 1 && included[0] === name}
                onChange={({ currentTarget }) =>
                  onChoose(withSection(included, name, currentTarget.checked))
                }
              />
              {sectionTitles[name]}
            </label>
            {name !== 'method' && (
              <span>
                {arrow(name, -1)}
                {arrow(name, 1)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Popup>
  );
}
