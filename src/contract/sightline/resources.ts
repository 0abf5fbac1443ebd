import * as v from 'valibot';
import { Key, list, promised } from '../fields.ts';

/** What a service offers beyond v1. */
export const Discovery = v.object({ version: promised(Key), capabilities: list(Key) });
export type Discovery = v.InferOutput<typeof Discovery>;
