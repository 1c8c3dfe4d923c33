/** What a file holds, before it is sent. */
export const en = {
  title: 'What is in the file',
  failed: 'This browser could not look into the file. You can still send it.',
  reading: 'Reading the file: {{percent}}. You need not wait for it.',
  done: 'The file is read. Rows: {{rows, number}}. To verify: {{verified, number}}.',
  firstRows: 'First rows of the file',
  columnName: 'Column {{column, number}}',
  choose: 'Read the addresses from “{{name}}”',
  workbook: {
    sheet: 'Sheet of the spreadsheet',
    reading_one: 'Reading the spreadsheet: {{count, number}} row.',
    reading_other: 'Reading the spreadsheet: {{count, number}} rows.',
    fault: {
      password:
        'This spreadsheet is protected by a password. Remove it in Excel under File, Info, Protect Workbook, save the file, then choose it again.',
      old: 'This is a spreadsheet of Excel 97 to 2003. Save it as .xlsx or as CSV, then choose that file.',
      format: 'This is no spreadsheet of Excel. Save it as .xlsx or as CSV, then choose that file.',
      damaged:
        'This file cannot be read. Open it, save it as .xlsx or as CSV, then choose that file.',
      empty: 'This sheet is empty.',
      large: 'This sheet is larger than {{size}} as CSV. Split it into several files.',
    },
  },
  choice: {
    chosen: 'Addresses are read from “{{name}}”. To read another column, click on it.',
    proposed:
      '“{{name}}” is chosen, since it holds the addresses. To read another column, click on it.',
    several: 'Several columns hold addresses. Click on the one to verify: it is “{{name}}” so far.',
  },
  separator: {
    none: 'One column.',
    semicolon: 'Columns separated by semicolons.',
    comma: 'Columns separated by commas.',
    tab: 'Columns separated by tabs.',
    bar: 'Columns separated by vertical bars.',
  },
  encoding: 'Text in {{encoding}}.',
  header: 'The first row names the columns.',
  more_one: '{{count, number}} more column is not shown.',
  more_other: '{{count, number}} more columns are not shown.',
  figure: {
    rows: 'Rows',
    verified: 'To verify',
    duplicates: 'Duplicates',
    malformed: 'Malformed, free',
    without: 'Without an address',
    blank: 'Empty rows',
    header: 'Header',
    needed: 'Credits, at most',
    left: 'Left after this list',
    available: 'Credits you have',
  },
  missing_one: 'You need {{count, number}} more credit. The list will wait until you have it.',
  missing_other: 'You need {{count, number}} more credits. The list will wait until you have them.',
  plans: 'See the plans',
  fault: {
    spreadsheet_file: 'This is a spreadsheet. Save it as .xlsx or as CSV, then choose that file.',
    not_text: 'This is not a text file. Save it as CSV, then choose it again.',
    empty_file: 'This file is empty.',
    no_address: 'There is no email address in this file.',
    wrong_column: 'This column holds no email address. Click on the one that does.',
    line_too_long: 'A line of this file has more than {{characters, number}} characters.',
    too_many_addresses:
      'This file holds more than {{addresses, number}} addresses. Split it into several files.',
    too_many_rows: 'This file has more than {{rows, number}} lines. Split it into several files.',
    file_too_large: 'This file is too large.',
  },
} as const;
