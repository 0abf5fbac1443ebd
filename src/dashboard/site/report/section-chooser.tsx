import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Popup } from '../../ui/popup.tsx';
import styles from './bar.module.css';
import { moveSection, type SectionName, sectionTitles, withSection } from './sections.ts';

interface SectionChooserProps {
  /** The sections that the service has figures for. */
  offeredSections: readonly SectionName[];
  /** The sections of the report, in the order shown. */
  shownSections: readonly SectionName[];
  onChoose: (sections: readonly SectionName[]) => void;
}

/** Chooses the sections of a report and their order. The method is always last. */
export function SectionChooser({ offeredSections, shownSections, onChoose }: SectionChooserProps) {
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const listedSections = [
    ...shownSections,
    ...offeredSections.filter((name) => !shownSections.includes(name)),
  ];
  const movableSections: readonly SectionName[] = shownSections.filter((name) => name !== 'method');
  const move = (name: SectionName, places: number) => {
    onChoose(moveSection(shownSections, name, places));
    const isAtEnd =
      movableSections.indexOf(name) + places === (places > 0 ? movableSections.length - 1 : 0);
    // At either end of the list, the button that was used is disabled, so the section's other button gets focus.
    const focusTarget = `${name} ${isAtEnd ? -places : places}`;
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-move="${focusTarget}"]`)?.focus(),
    );
  };
  const renderArrow = (name: SectionName, places: 1 | -1) => {
    const index = movableSections.indexOf(name);
    const newIndex = index + places;
    const Icon = places > 0 ? ArrowDown : ArrowUp;
    return (
      <Button
        look="quiet"
        data-move={`${name} ${places}`}
        disabled={index < 0 || newIndex < 0 || newIndex >= movableSections.length}
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
        {listedSections.map((name) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={shownSections.includes(name)}
                disabled={shownSections.length === 1 && shownSections[0] === name}
                onChange={({ currentTarget }) =>
                  onChoose(withSection(shownSections, name, currentTarget.checked))
                }
              />
              {sectionTitles[name]}
            </label>
            {name !== 'method' && (
              <span>
                {renderArrow(name, -1)}
                {renderArrow(name, 1)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Popup>
  );
}
