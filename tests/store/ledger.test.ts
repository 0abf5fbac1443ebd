import { createMemoryStore } from '../memory-store/memory-store.ts';
import { describeLedger } from './describe-ledger.ts';

describeLedger('memory', async () => createMemoryStore());
