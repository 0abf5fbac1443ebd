import { decode } from '../../contract/decode.ts';
import { PageSettings } from '../../contract/page-settings.ts';
import { SharedView } from '../../contract/sightline/shares.ts';
import { request } from '../api/request.ts';

/**
 * Opens a session with the secret of a share. The page does not store the secret.
 * @param passphrase null until the viewer has entered one
 * @throws ApiError: `signedOut` if the link no longer works, or if its passphrase is missing or wrong.
 */
export const openShare = (secret: string, passphrase: string | null): Promise<PageSettings> =>
  request(
    {
      method: 'POST',
      path: '/session',
      body: { share: secret, ...(passphrase !== null && { passphrase }) },
      session: null,
    },
    PageSettings,
  );

/** What the session of a share shows; null without such a session, or if the view cannot be decoded. */
export function sharedViewOf({ session, share }: PageSettings): SharedView | null {
  if (session === null || share === null || share === undefined) return null;
  const decoded = decode(SharedView, share);
  return decoded.ok ? decoded.value : null;
}
