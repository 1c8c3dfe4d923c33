import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noFlags } from '../../../../shared/contract/examples/list-states.ts';
import { VerdictDetails } from './verdict-details.tsx';

test.each([
  ['catch_all', 'risky', 79, 'Write only if you trust the source of the address.'],
  ['catch_all', 'risky', 80, 'the name and the domain are good signs.'],
  ['accepted', 'deliverable', 98, 'You can write to it.'],
] as const)(
  'gives advice for %s, %s that agrees with a score of %i',
  (reason, status, score, advice) => {
    render(<VerdictDetails verdict={{ reason, status, score, flags: noFlags }} />);
    expect(screen.getByText(/good signs\.$|the address\.$|write to it\.$/).textContent).toMatch(
      new RegExp(`${advice.replaceAll('.', '\\.')}$`),
    );
  },
);
