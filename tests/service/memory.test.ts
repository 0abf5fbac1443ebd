import { createMemoryStore } from '../memory-store/memory-store.ts';
import { describeServiceCitations, describeServiceFigures } from './contract.ts';

describeServiceFigures('memory', async () => createMemoryStore());
describeServiceCitations('memory', async () => createMemoryStore());
