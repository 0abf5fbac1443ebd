import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Excerpt } from './excerpt.tsx';

afterEach(cleanup);

it('highlights only whole names of mentioned brands', () => {
  const brandOf = (id: string) => ({ id, name: id, kind: 'other' }) as const;
  const text = 'Acmeland, SuperAcme and Acme_2 are not Acme; On goes on, Beta too.';
  const { container } = render(
    <Excerpt
      text={text}
      mentions={['Acme', 'On'].map((brandId) => ({ brandId, sentiment: null, place: null }))}
      names={{
        trackedBrand: null,
        isLoading: false,
        brands: [],
        brandOf,
        platformOf: String,
        regionOf: String,
      }}
    />,
  );
  const highlighted = [...container.querySelectorAll('span')];
  expect(highlighted.map(({ textContent }) => textContent)).toEqual(['Acme', 'On']);
  expect(container.textContent).toBe(text);
});
