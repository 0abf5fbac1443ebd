import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { setUpBrowser } from '../../../tests/setup/dashboard.tsx';
import { setUpService } from '../../../tests/setup/service-world.ts';
import { createSessionStore } from '../app/session/session.ts';
import { SessionContext } from '../app/session/use-session.ts';
import { type ClientDraft, emptyClientDraft } from './client-draft.ts';
import { ClientFields } from './client-fields.tsx';

setUpBrowser();
const world = setUpService();

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
const fileOf = (content: BlobPart, name = 'logo.svg') => new File([content], name);

interface FormProps {
  initialDraft: ClientDraft;
  errors: readonly [string, string][];
  onDraft: (draft: ClientDraft) => void;
}

function Form({ initialDraft, errors, onDraft }: FormProps) {
  const [draft, setDraft] = useState(initialDraft);
  useEffect(() => onDraft(draft), [draft, onDraft]);
  return (
    <ClientFields
      draft={draft}
      errors={new Map(errors)}
      onChange={(change) => setDraft((current) => ({ ...current, ...change }))}
    />
  );
}

/** Renders the fields, and returns the newest draft. */
function show(draft: Partial<ClientDraft> = {}, errors: readonly [string, string][] = []) {
  const shown = { newest: { ...emptyClientDraft, ...draft } };
  const setNewest = (newest: ClientDraft) => {
    shown.newest = newest;
  };
  const view = render(
    <SessionContext value={createSessionStore(world.settings)}>
      <Form initialDraft={shown.newest} errors={errors} onDraft={setNewest} />
    </SessionContext>,
  );
  return { shown, user: userEvent.setup({ applyAccept: false }), ...view };
}

describe('the fields of a client', () => {
  it.each([
    ['Name', 'name'],
    ['Website optional', 'websiteUrl'],
    ['Industry optional', 'industry'],
    ['Description optional', 'description'],
    ['Name in reports optional', 'reportName'],
    ['Colour optional', 'accent'],
  ] as const)('put what is typed as %s into the draft', async (label, field) => {
    const { shown, user } = show();
    await user.type(screen.getByRole('textbox', { name: label }), 'Oakwell');
    expect(shown.newest).toEqual({ ...emptyClientDraft, [field]: 'Oakwell' });
  });

  it.each([
    ['Name', 'name'],
    ['Website optional', 'websiteUrl'],
    ['Industry optional', 'industry'],
    ['Description optional', 'description'],
    ['Name in reports optional', 'reportName'],
    ['Colour optional', 'accent'],
  ] as const)('describe %s with the reason why it is refused', (label, field) => {
    show({}, [[field, 'Too long.']]);
    const input = screen.getByRole('textbox', { name: label });
    expect(input.getAttribute('aria-invalid')).toBe('true');
    const [describedBy = ''] = input.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(document.getElementById(describedBy)?.textContent).toBe('Too long.');
  });

  it('show the name in reports and the logo as the client’s shared pages and reports do', () => {
    const { container } = show({ name: 'Oakwell', reportName: 'Oakwell Group', logo: 'data:,' });
    expect(container.querySelectorAll('figure img[src="data:,"]')).toHaveLength(3);
    for (const figure of container.querySelectorAll('figure'))
      expect(figure.textContent).toContain('Oakwell Group');
  });

  it('show a pale colour darker on light pages and unchanged on dark ones', () => {
    const { container } = show({ accent: '#ffdd00' });
    const brands = [...container.querySelectorAll<HTMLElement>('[style*="--brand"]')].map(
      ({ style }) => style.getPropertyValue('--brand'),
    );
    expect(brands).toEqual(['#806f00', '#ffdd00']);
  });
});

describe('the logo of a client', () => {
  const chooseFile = async (user: ReturnType<typeof userEvent.setup>, file: File) =>
    user.upload(screen.getByLabelText('Logo file'), file);

  it.each([
    ['an SVG image', fileOf(svg), 'data:image/svg+xml;base64,'],
    [
      'a PNG image',
      fileOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1])),
      'data:image/png;base64,iVBORwE=',
    ],
    ['a WebP image', fileOf('RIFF1234WEBPVP8 '), 'data:image/webp;base64,'],
  ])('can be %s', async (_, file, url) => {
    const { shown, user } = show();
    await chooseFile(user, file);
    await waitFor(() => expect(shown.newest.logo.startsWith(url)).toBe(true));
  });

  it.each([
    [
      'a JPEG image',
      fileOf(new Uint8Array([0xff, 0xd8, 0xff]), 'logo.jpg'),
      /^Choose an SVG, PNG or WebP image/,
    ],
    [
      'a file of more than 64 KiB',
      fileOf(svg + ' '.repeat(65_536)),
      /^This file is 65 KiB. Choose one of at most 64 KiB\.$/,
    ],
  ])('cannot be %s, and the field says so', async (_, file, reason) => {
    const { shown, user } = show();
    await chooseFile(user, file);
    const fault = await screen.findByText(reason);
    const button = screen.getByRole('button', { name: 'Choose file… Logo optional' });
    expect(button.getAttribute('aria-describedby')?.split(' ')).toContain(fault.id);
    expect(shown.newest.logo).toBe('');
  });

  it('is removed by a button, which leaves the focus on the one that chooses a file', async () => {
    const { shown, user } = show({ logo: 'data:,' });
    await user.click(screen.getByRole('button', { name: 'Remove the logo' }));
    expect(shown.newest.logo).toBe('');
    expect(document.activeElement?.textContent).toBe('Choose file…');
  });

  it('shows the reason why the service refused it', () => {
    show({ logo: 'data:,' }, [['logo', 'It runs scripts.']]);
    expect(screen.getByText('It runs scripts.')).toBeTruthy();
  });
});
