import { configure } from '@testing-library/dom';
import { soon } from './soon.ts';

configure({ asyncUtilTimeout: soon.timeout });
