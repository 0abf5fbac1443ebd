import { isUuid } from '../../contract/fields.ts';
import { storedRegionOf } from '../regions/stored-region.ts';
import type { PositionFormat } from '../reports/cursors.ts';
import type { AnswerIdentity, AnswerPosition } from '../store/store.ts';

const uuidBytes = 16;
const maxRun = 65_535;

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** The ID of an answer: opaque, one segment of a path, and the same after every import. */
export const answerIdOf = ({ scanId, promptId, platform, region, run }: AnswerIdentity): string =>
  Buffer.concat([
    bytesOf(scanId),
    bytesOf(promptId),
    Buffer.from(`${run} ${platform} ${region}`),
  ]).toString('base64url');

/** Decodes the ID of an answer; null if it is invalid. */
export function readAnswerId(id: string): AnswerIdentity | null {
  const bytes = Buffer.from(id, 'base64url');
  const [, digits = '', platform = '', region = ''] =
    /^(\d{1,5}) (\S+) (.+)$/s.exec(bytes.subarray(2 * uuidBytes).toString()) ?? [];
  const run = Number(digits);
  if (digits === '' || run > maxRun) return null;
  const identity: AnswerIdentity = {
    scanId: uuidOf(bytes.subarray(0, uuidBytes)),
    promptId: uuidOf(bytes.subarray(uuidBytes, 2 * uuidBytes)),
    platform,
    region,
    run,
  };
  // Refuses other encodings of the same answer.
  return isUuid(identity.promptId) && answerIdOf(identity) === id ? identity : null;
}

/**
 * The answer at an address; null if the ID is invalid. Addresses with another spelling of the region, such as those from
 * before `UK` was stored as `GB`, still open their answers. Positions in lists keep the region, since changing it would
 * move them.
 */
export function readAnswerAddress(id: string): AnswerIdentity | null {
  const identity = readAnswerId(id);
  return identity && { ...identity, region: storedRegionOf(identity.region) };
}

/** The format of positions in the list of answers, for its cursors. */
export const answerPositions: PositionFormat<AnswerPosition> = {
  write: (start) => `${start.at} ${answerIdOf(start)}`,
  read(text) {
    const [, at = '', id = ''] = /^(-?\d{1,16}) (.+)$/.exec(text) ?? [];
    const identity = at === '' ? null : readAnswerId(id);
    return identity && { ...identity, at: Number(at) };
  },
};
