import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useZoneChoice } from './zone-choice.ts';
import { ZoneSelect } from './zone-select.tsx';

const storageKey = 'sightline-zone';
const deviceZone = process.env['TZ'];

beforeEach(() => {
  process.env['TZ'] = 'Europe/Berlin';
  window.localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-15T12:00:00Z') });
});
afterEach(() => {
  cleanup();
  window.localStorage.clear();
  vi.useRealTimers();
  if (deviceZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = deviceZone;
});

/** Uses the chosen zone outside the select, as the page does. */
function Page({ link = null }: { link?: string | null }) {
  const [linkZone, setLinkZone] = useState(link);
  const { zone, source } = useZoneChoice(linkZone);
  return (
    <>
      <output>{`${zone} ${source}`}</output>
      <ZoneSelect linkZone={linkZone} onRemoveLinkZone={() => setLinkZone(null)} />
    </>
  );
}
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' });
const readZone = () => screen.getByText(/ (link|chosen|device)$/).textContent;

async function type(text: string) {
  const user = userEvent.setup();
  await user.click(field());
  await user.keyboard(text);
}

describe('the time zone', () => {
  it('is the device’s until one is chosen, and the choice is saved', async () => {
    const { unmount } = render(<Page />);
    expect(readZone()).toBe('Europe/Berlin device');
    await type('Pacific/Auckland{Enter}');
    expect(readZone()).toBe('Pacific/Auckland chosen');
    expect(window.localStorage.getItem(storageKey)).toBe('Pacific/Auckland');
    unmount();
    render(<Page />);
    expect(readZone()).toBe('Pacific/Auckland chosen');
  });

  it('is not applied while a longer name may still be typed', async () => {
    render(<Page />);
    await type('America/Bahia');
    expect(readZone()).toBe('Europe/Berlin device');
    await userEvent.setup().keyboard('_Banderas');
    expect(readZone()).toBe('America/Bahia_Banderas chosen');
    await type('America/Bahia{Enter}');
    expect(readZone()).toBe('America/Bahia chosen');
  });

  it('is applied immediately when picked from the list', async () => {
    render(<Page />);
    await userEvent.setup().click(field());
    fireEvent.change(field(), { target: { value: 'America/Bahia' } });
    expect(readZone()).toBe('America/Bahia chosen');
  });

  it('follows the device again once the device’s own zone is chosen', async () => {
    window.localStorage.setItem(storageKey, 'UTC');
    render(<Page />);
    expect(readZone()).toBe('UTC chosen');
    await type('Berlin{Enter}');
    expect(readZone()).toBe('Europe/Berlin device');
    expect(window.localStorage.getItem(storageKey)).toBeNull();
  });

  it.each([
    ['kolkata', 'Asia/Kolkata'],
    ['Calcutta', 'Asia/Kolkata'],
    ['são paulo', 'America/Sao_Paulo'],
    ['europe/KYIV', 'Europe/Kyiv'],
    ['St Johns', 'America/St_Johns'],
    ['us/pacific', 'America/Los_Angeles'],
    ['utc', 'UTC'],
    ['auck', 'Pacific/Auckland'],
    ['york', 'America/New_York'],
    ['ohannesb', 'Africa/Johannesburg'],
    ['India', 'Asia/Kolkata'],
    ['united kingdom', 'Europe/London'],
    ['Mexico', 'America/Mexico_City'],
  ])('is found by name, city or country: "%s" gives %s', async (text, zone) => {
    render(<Page />);
    await type(`${text}{Enter}`);
    expect(readZone()).toBe(`${zone} chosen`);
  });

  it.each(["st john's", 'Atlantis', '+02:00'])(
    'is not changed by an unknown name: "%s"',
    async (text) => {
      render(<Page />);
      await type(`${text}{Enter}`);
      expect(readZone()).toBe('Europe/Berlin device');
    },
  );

  it('of the device is shown under its current name', () => {
    process.env['TZ'] = 'Asia/Calcutta';
    render(<Page />);
    expect(readZone()).toBe('Asia/Kolkata device');
    expect(field().value).toBe('Kolkata, UTC+5:30');
  });

  it.each([
    ['Europe/Berlin', 'Berlin, UTC+1', 'Berlin, UTC+2'],
    ['America/St_Johns', 'St Johns, UTC-3:30', 'St Johns, UTC-2:30'],
    ['Pacific/Auckland', 'Auckland, UTC+13', 'Auckland, UTC+12'],
  ])('%s is shown with its current offset from UTC', (zone, january, july) => {
    window.localStorage.setItem(storageKey, zone);
    const { unmount } = render(<Page />);
    expect(field().value).toBe(january);
    unmount();
    vi.setSystemTime(new Date('2026-07-15T12:00:00Z'));
    render(<Page />);
    expect(field().value).toBe(july);
  });

  it('can be picked, on focus, from a list of current names without duplicates', async () => {
    const user = userEvent.setup();
    render(<Page />);
    expect(document.querySelectorAll('option')).toHaveLength(0);
    await user.click(field());
    const names = [...document.querySelectorAll('option')].map((option) => option.value);
    expect(names.length).toBeGreaterThan(400);
    expect(names).toEqual(expect.arrayContaining(['UTC', 'Asia/Kolkata', 'Europe/Kyiv']));
    expect(names).not.toContain('Asia/Calcutta');
    expect(new Set(names).size).toBe(names.length);
  });

  it('is shown in the field after it is picked from the list', async () => {
    const user = userEvent.setup();
    render(<Page />);
    await user.click(field());
    fireEvent.change(field(), { target: { value: 'Asia/Kolkata' } });
    expect(readZone()).toBe('Asia/Kolkata chosen');
    expect(field().placeholder).toBe('Kolkata, UTC+5:30');
    await user.tab();
    expect(field().value).toBe('Kolkata, UTC+5:30');
  });

  it('stays unchanged if the typed name is unknown, and an error is shown at the field', async () => {
    const user = userEvent.setup();
    render(<Page />);
    await type('Atlantis');
    await user.tab();
    const fault = screen.getByRole('alert');
    expect(fault.textContent).toBe(
      'No time zone matches “Atlantis”. Times are still shown for Berlin.',
    );
    expect(field().getAttribute('aria-describedby')).toBe(fault.id);
    expect(field().value).toBe('Berlin, UTC+1');
    expect(readZone()).toBe('Europe/Berlin device');
    await type('x');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is marked as invalid only while the field shows the unknown name', async () => {
    const user = userEvent.setup();
    render(<Page />);
    await type('Atlantis{Enter}');
    expect(field().value).toBe('Atlantis');
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('alert').textContent).toBe('No time zone matches “Atlantis”.');
    await user.tab();
    expect(field().value).toBe('Berlin, UTC+1');
    expect(field().getAttribute('aria-invalid')).toBeNull();
    await user.click(field());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is not changed by text that matches several zones, whose places are listed', async () => {
    render(<Page />);
    await type('san{Enter}');
    expect(screen.getByRole('alert').textContent).toMatch(
      /^Several time zones match “san”, such as .*Santiago.*\. Type more of the name\.$/,
    );
    expect(readZone()).toBe('Europe/Berlin device');
  });

  it('is found by city where the browser does not list the zones of a country', async () => {
    vi.spyOn(Intl.Locale.prototype, 'getTimeZones' as never).mockReturnValue(undefined as never);
    render(<Page />);
    await type('India{Enter}');
    expect(readZone()).toBe('America/Indiana/Indianapolis chosen');
  });

  it('stays unchanged after Escape clears the field', async () => {
    const user = userEvent.setup();
    render(<Page />);
    await type('UT{Escape}');
    expect(field().value).toBe('');
    await user.tab();
    expect(readZone()).toBe('Europe/Berlin device');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a zone in a link', () => {
  it('takes precedence for its view and is not saved', () => {
    window.localStorage.setItem(storageKey, 'UTC');
    render(<Page link="america/st_johns" />);
    expect(readZone()).toBe('America/St_Johns link');
    expect(screen.getByText(/This link sets the time zone of this view/)).toBeTruthy();
    expect(window.localStorage.getItem(storageKey)).toBe('UTC');
  });

  it('can be replaced by the user’s own with a button, which moves focus to the field', async () => {
    const user = userEvent.setup();
    window.localStorage.setItem(storageKey, 'UTC');
    render(<Page link="Asia/Tokyo" />);
    await user.click(screen.getByRole('button', { name: 'Use my time zone' }));
    expect(readZone()).toBe('UTC chosen');
    expect(screen.queryByText(/This link sets/)).toBeNull();
    expect(document.activeElement).toBe(field());
  });

  it('is dropped when the user chooses another', async () => {
    render(<Page link="Asia/Tokyo" />);
    await type('Auckland{Enter}');
    expect(readZone()).toBe('Pacific/Auckland chosen');
  });

  it('stays when an unknown name is typed', async () => {
    render(<Page link="Asia/Tokyo" />);
    await type('Atlantis{Enter}');
    expect(readZone()).toBe('Asia/Tokyo link');
  });
});

describe('the saved zone', () => {
  it.each(['', 'Europe/Atlantis', '{"zone":"UTC"}', '+02:00'])(
    'is ignored when invalid: "%s"',
    (text) => {
      window.localStorage.setItem(storageKey, text);
      render(<Page />);
      expect(readZone()).toBe('Europe/Berlin device');
    },
  );

  it('follows changes in another tab, including cleared storage', async () => {
    render(<Page />);
    window.localStorage.setItem(storageKey, 'Asia/Tokyo');
    fireEvent(window, new StorageEvent('storage', { key: storageKey }));
    expect(readZone()).toBe('Asia/Tokyo chosen');
    window.localStorage.clear();
    fireEvent(window, new StorageEvent('storage', { key: null }));
    expect(readZone()).toBe('Europe/Berlin device');
  });

  it('is not needed: a choice applies on this page even if storage is blocked', async () => {
    const refuse = () => {
      throw new DOMException('Denied', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse);
    render(<Page />);
    expect(readZone()).toBe('Europe/Berlin device');
    await type('Tokyo{Enter}');
    expect(readZone()).toBe('Asia/Tokyo chosen');
    await type('Berlin{Enter}');
    expect(readZone()).toBe('Europe/Berlin device');
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    // Clears the choice kept in memory while storage was blocked.
    fireEvent(window, new StorageEvent('storage', { key: null }));
  });
});
