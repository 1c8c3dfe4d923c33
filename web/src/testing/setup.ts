import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll } from 'vitest';
import { initEnglishTexts } from './i18n.ts';

beforeAll(initEnglishTexts);
afterEach(cleanup);
