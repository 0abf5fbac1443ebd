import { createMemoryStore } from '../memory-store/memory-store.ts';
import { describeExport } from './round-trip.ts';

describeExport('memory', async () => createMemoryStore());
