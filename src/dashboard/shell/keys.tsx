import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../ui/button.tsx';
import { elementIds } from '../ui/element-ids.ts';
import type { HelpProps, ShortcutLine } from './help.tsx';
import { areShortcutsOn, setShortcutsOn } from './shortcut-setting.ts';

/** Milliseconds within which the second key of a sequence must follow. */
const sequenceTime = 1500;

const noKey = { key: '', at: -sequenceTime };

/** A shortcut of one key, or of two in sequence. */
interface Shortcut extends ShortcutLine {
  /** Returns the action available on the page right now; null if there is none. */
  action: () => (() => void) | null;
}

interface LoadedHelp {
  Help: ComponentType<HelpProps>;
  lines: readonly ShortcutLine[];
}

const byId = (id: string): HTMLElement | null => document.getElementById(id);

function pressAction(id: string): (() => void) | null {
  const element = byId(id);
  return element && (() => element.click());
}

function focusAction(id: string): (() => void) | null {
  const element = byId(id);
  if (!element) return null;
  return () => {
    // Makes an element such as the table focusable, without adding a tab stop.
    if (element.tabIndex < 0) element.tabIndex = -1;
    element.focus();
  };
}

/** An action that presses a button, then focuses the element that it shows; null without the button. */
function pressThenFocusAction(button: string, id: string): (() => void) | null {
  const act = pressAction(button);
  return (
    act &&
    (() => {
      flushSync(act);
      focusAction(id)?.();
    })
  );
}

/** Whether a letter key types or selects something in the target, so that shortcuts must not act. */
function isTyping(target: EventTarget | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio'].includes(target.type);
  return target.isContentEditable || target.matches('select, textarea, [contenteditable]');
}

const canHandle = (event: KeyboardEvent): boolean =>
  !(event.defaultPrevented || event.isComposing || event.repeat) &&
  !(event.ctrlKey || event.altKey || event.metaKey) &&
  !isTyping(event.composedPath()[0]) &&
  document.querySelector('dialog[open]') === null;

/** Listens for the page's shortcuts. **Help** lists them and can turn them off. */
export function KeyboardShortcuts() {
  const [isOn, setOn] = useState(areShortcutsOn);
  const navigate = useNavigate();
  const path = useLocation({ select: (location) => location.pathname });
  const [help, setHelp] = useState<LoadedHelp | 'failed' | null>(null);
  const previous = useRef(noKey);
  const close = useCallback(() => setHelp(null), []);

  const shortcuts: readonly Shortcut[] = [
    {
      keys: ['/'],
      description: 'Find a filter',
      action: () =>
        focusAction(elementIds.findFilter) ??
        pressThenFocusAction(elementIds.openFilters, elementIds.findFilter),
    },
    {
      keys: ['/'],
      description: 'Find in the list',
      action: () => focusAction(elementIds.findInList),
    },
    {
      keys: ['g', 'c'],
      description: 'Go to clients',
      action: () => (path === '/clients' ? null : () => void navigate({ to: '/clients' })),
    },
    { keys: ['n'], description: 'Open notes', action: () => pressAction(elementIds.openNotes) },
    { keys: ['t'], description: 'Go to the table', action: () => focusAction(elementIds.table) },
    { keys: ['j'], description: 'Next answer', action: () => pressAction(elementIds.nextAnswer) },
    {
      keys: ['k'],
      description: 'Previous answer',
      action: () => pressAction(elementIds.previousAnswer),
    },
    { keys: ['?'], description: 'Open this help', action: () => open },
  ];
  const open = () => {
    const available = shortcuts.filter(({ action }) => action() !== null);
    const lines = available.map(({ keys, description }) => ({ keys, description }));
    // Loaded on demand: most users never open it.
    import('./help.tsx').then(
      ({ Help }) => setHelp({ Help, lines }),
      () => setHelp('failed'),
    );
  };

  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => {
      if (!canHandle(event)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const { key: last, at } = previous.current;
      const before = event.timeStamp - at < sequenceTime ? last : '';
      previous.current = { key, at: event.timeStamp };
      const sequences = shortcuts.filter(({ keys: [one, two] }) => one === before && two === key);
      const single = shortcuts.filter(({ keys: [one, two] }) => one === key && two === undefined);
      const matches = sequences.length > 0 ? sequences : single;
      const act = matches.map(({ action }) => action()).find((each) => each !== null);
      if (!act) return;
      event.preventDefault();
      previous.current = noKey;
      act();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });

  return (
    <>
      <Button onClick={open}>Help</Button>
      {help === 'failed' && <span role="alert">Help could not be loaded. Reload the page.</span>}
      {help !== null && help !== 'failed' && (
        <help.Help
          lines={help.lines}
          isOn={isOn}
          onChoose={(next) => {
            setShortcutsOn(next);
            setOn(next);
          }}
          onClose={close}
        />
      )}
    </>
  );
}
