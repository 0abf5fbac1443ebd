import { configure } from '@testing-library/dom';
import { waitOptions } from './wait-options.ts';

configure({ asyncUtilTimeout: waitOptions.timeout });
