import { type ParameterTable, single } from '../parameters.ts';
import { zone } from './scans.ts';

/** The parameters of the address of a feed. Without a zone, which older addresses lack, its table has other columns. */
export const feedTableParameters = { zone: single(zone) } as const satisfies ParameterTable;
