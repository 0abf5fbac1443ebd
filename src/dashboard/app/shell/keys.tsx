import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { createDeviceSetting } from '../../ui/device-setting.ts';
import { elementIds } from '../../ui/element-ids.ts';
import type { HelpProps, ShortcutLine } from './help.tsx';

const setting = createDeviceSetting('sightline-keys');

/** Whether single-key shortcuts are on (WCAG 2.1.4); they are by default. */
const areShortcutsOn = (): boolean => setting.read() !== 'off';

/** Turns single-key shortcuts on or off, and remembers the choice on this device. */
const setShortcutsOn = (isOn: boolean): void => setting.write(isOn ? null : 'off');

/** Milliseconds within which the second key of a sequence must follow. */
const sequenceTime = 1500;

const noKey = { key: '', at: -sequenceTime };

/** A shortcut of one key, or of two in sequence. */
interface Shortcut extends ShortcutLine {
  /** Returns the action available on the page right now; null if there is none. */
  getAction: () => (() => void) | null;
}

interface LoadedHelp {
  Help: ComponentType<HelpProps>;
  lines: readonly ShortcutLine[];
}

const findElement = (id: string): HTMLElement | null => document.getElementById(id);

function getPressAction(id: string): (() => void) | null {
  const element = findElement(id);
  return element && (() => element.click());
}

function getFocusAction(id: string): (() => void) | null {
  const element = findElement(id);
  if (!element) return null;
  return () => {
    // Makes an element such as the table focusable, without adding a tab stop.
    if (element.tabIndex < 0) element.tabIndex = -1;
    element.focus();
  };
}

/** An action that presses a button, then focuses the element that appears; null without the button. */
function getPressThenFocusAction(buttonId: string, id: string): (() => void) | null {
  const press = getPressAction(buttonId);
  return (
    press &&
    (() => {
      flushSync(press);
      getFocusAction(id)?.();
    })
  );
}

/** Whether a letter key types or selects something in the target, so that shortcuts must not act. */
function acceptsTyping(target: EventTarget | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio'].includes(target.type);
  return target.isContentEditable || target.matches('select, textarea, [contenteditable]');
}

const canHandle = (event: KeyboardEvent): boolean =>
  !(event.defaultPrevented || event.isComposing || event.repeat) &&
  !(event.ctrlKey || event.altKey || event.metaKey) &&
  !acceptsTyping(event.composedPath()[0]) &&
  document.querySelector('dialog[open]') === null;

/** The **Help** button, and the shortcuts of the page, which the help lists and can turn off. */
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
      getAction: () =>
        getFocusAction(elementIds.findFilter) ??
        getPressThenFocusAction(elementIds.openFilters, elementIds.findFilter),
    },
    {
      keys: ['/'],
      description: 'Find in the list',
      getAction: () => getFocusAction(elementIds.findInList),
    },
    {
      keys: ['g', 'c'],
      description: 'Go to clients',
      getAction: () => (path === '/clients' ? null : () => void navigate({ to: '/clients' })),
    },
    {
      keys: ['n'],
      description: 'Open notes',
      getAction: () => getPressAction(elementIds.openNotes),
    },
    {
      keys: ['t'],
      description: 'Go to the table',
      getAction: () => getFocusAction(elementIds.table),
    },
    {
      keys: ['j'],
      description: 'Next answer',
      getAction: () => getPressAction(elementIds.nextAnswer),
    },
    {
      keys: ['k'],
      description: 'Previous answer',
      getAction: () => getPressAction(elementIds.previousAnswer),
    },
    { keys: ['?'], description: 'Open this help', getAction: () => open },
  ];
  const open = () => {
    const available = shortcuts.filter(({ getAction }) => getAction() !== null);
    const lines = available.map(({ keys, description }) => ({ keys, description }));
    // Loaded on demand: most users never open it.
    import('./help.tsx').then(
      ({ Help }) => setHelp({ Help, lines }),
      () => setHelp('failed'),
    );
  };

  useEffect(() => {
    if (!isOn) return;
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!canHandle(event)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const { key: lastKey, at } = previous.current;
      const firstKey = event.timeStamp - at < sequenceTime ? lastKey : '';
      previous.current = { key, at: event.timeStamp };
      const sequences = shortcuts.filter(
        ({ keys: [first, second] }) => first === firstKey && second === key,
      );
      const singleKeys = shortcuts.filter(
        ({ keys: [first, second] }) => first === key && second === undefined,
      );
      const matches = sequences.length > 0 ? sequences : singleKeys;
      const act = matches.map(({ getAction }) => getAction()).find((action) => action !== null);
      if (!act) return;
      event.preventDefault();
      previous.current = noKey;
      act();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
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
