import { describe, test } from 'vitest';

describe('the composer of a list', () => {
  test.todo('shows how many addresses the file will contain, and the expected bounces');
  test.todo('changes the figure, the bounces and the button with each switch');
  test.todo('downloads what it shows, as CSV or Excel and with the chosen columns');
  test.todo('limits the risky addresses with a slider');
  test.todo('mentions how many bounced addresses it leaves out');
  test.todo('offers to verify corrections and to recheck unknown addresses, with the price');
  test.todo('shows the progress of a recheck in its switch');
  test.todo('no longer mentions misspelled addresses once all were corrected');
  test.todo('fills while the list is running, and offers the file once it is finished');
});
