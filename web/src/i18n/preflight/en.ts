export const en = {
  title: 'Check your file',
  failed: 'This browser could not read the file. You can still upload it.',
  reading: 'Reading the file: {{percent}}. No need to wait.',
  done: 'File read. Rows: {{rows, number}}. To verify: {{verified, number}}.',
  firstRows: 'First rows of the file',
  columnName: 'Column {{column, number}}',
  choose: 'Read the addresses from “{{name}}”',
  workbook: {
    sheet: 'Sheet of the spreadsheet',
    counted_one: '{{name}} · {{count, number}} address',
    counted_other: '{{name}} · {{count, number}} addresses',
    noAddress: 'There is no email address in this sheet.',
    reading_one: 'Reading the spreadsheet: {{count, number}} row.',
    reading_other: 'Reading the spreadsheet: {{count, number}} rows.',
    fault: {
      password:
        'This spreadsheet is protected by a password. Remove it in Excel under File, Info, Protect Workbook, save the file, then choose it again.',
      old: 'This is an Excel 97–2003 spreadsheet. Save it as .xlsx or as CSV, then choose that file.',
      format: 'This is not an Excel file. Save it as .xlsx or as CSV, then choose that file.',
      damaged:
        'This file cannot be read. Open it, save it as .xlsx or as CSV, then choose that file.',
      formulas:
        'This spreadsheet has formulas whose results were never saved. Open it in Excel or LibreOffice, save it, then choose it again.',
      empty: 'This sheet is empty.',
      large: 'This sheet is larger than {{size}} as CSV. Split it into several files.',
    },
  },
  choice: {
    chosen: 'We will verify “{{name}}”. Wrong column? Choose another.',
    proposed: 'We will verify “{{name}}”, which has the addresses. Wrong column? Choose another.',
    several:
      'Several columns contain addresses. We will verify “{{name}}” unless you choose another.',
  },
  separator: {
    none: 'One column.',
    semicolon: 'Columns separated by semicolons.',
    comma: 'Columns separated by commas.',
    tab: 'Columns separated by tabs.',
    bar: 'Columns separated by vertical bars.',
    other: 'Columns separated by another character.',
    addresses: 'Addresses only. Each becomes a row.',
  },
  around: {
    label: 'Text around the addresses',
    choose: 'Please choose',
  },
  encoding: 'Text in {{encoding}}.',
  encodings: {
    label: 'Characters look wrong? Choose their encoding',
    unicode: 'Unicode',
    western: 'Western European',
    central: 'Central European',
    baltic: 'Baltic',
    cyrillic: 'Cyrillic',
    greek: 'Greek',
    turkish: 'Turkish',
    hebrew: 'Hebrew',
    arabic: 'Arabic',
    vietnamese: 'Vietnamese',
    japanese: 'Japanese',
    korean: 'Korean',
    simplified: 'Simplified Chinese',
    traditional: 'Traditional Chinese',
  },
  unread: {
    lost_one:
      '{{count, number}} address will not be verified, because its row is damaged. Fix the row in the file, or continue without it:',
    lost_other:
      '{{count, number}} addresses will not be verified, because their rows are damaged. Fix these rows in the file, or continue without them:',
    refused_one:
      '{{count, number}} address is in a row that does not fit the columns. Fix its quotes and separators in the file, then choose it again:',
    refused_other:
      '{{count, number}} addresses are in rows that do not fit the columns. Fix the quotes and separators of such rows, then choose the file again:',
    example: 'Row {{row, number}}: {{text}}',
    several_one:
      '{{count, number}} cell contains several addresses. Only the first is verified, unless you give each its own row.',
    several_other:
      '{{count, number}} cells contain several addresses. Only the first of each is verified, unless you give each its own row.',
  },
  header: 'The first row names the columns.',
  above_one: '{{count, number}} row above the column names is left out.',
  above_other: '{{count, number}} rows above the column names are left out.',
  more_one: '{{count, number}} more column is not shown.',
  more_other: '{{count, number}} more columns are not shown.',
  figure: {
    rows: 'Rows',
    verified: 'To verify',
    duplicates: 'Duplicates',
    malformed: 'Malformed, free',
    without: 'No email address',
    blank: 'Empty rows',
    needed: 'Maximum credits',
    left: 'Left after this list',
    asked: 'Credits for other lists',
    available: 'Credits you have',
  },
  missing_one: 'You need {{count, number}} more credit. The list will wait until you have it.',
  missing_other: 'You need {{count, number}} more credits. The list will wait until you have them.',
  price: 'In packs: {{price}}, without a subscription.',
  look: 'We first verify a random sample of {{size, number}}, which shows the share that is safe. The rest needs {{missing, number}} more credits.',
  sendAndBuy_one: 'Upload, then buy {{count, number}} credit',
  sendAndBuy_other: 'Upload, then buy {{count, number}} credits',
  sendAndLook: 'Upload and verify {{size, number}} first',
  fault: {
    spreadsheet_file: 'This is a spreadsheet. Save it as .xlsx or as CSV, then choose that file.',
    not_text: 'This is not a text file. Save it as CSV, then choose it again.',
    other_format:
      'This is a vCard, LDIF, HTML, XML or JSON file, not a list. Export it as CSV, or copy the addresses and paste them.',
    empty_file: 'This file is empty.',
    no_address: 'There is no email address in this file.',
    wrong_column: 'This column contains no email addresses. Choose the one that does.',
    wrong_separator: 'Every address has other text around it. Choose how to read them.',
    addresses_lost:
      'Rows of this file cannot be read without losing email addresses. Check its quotes and separators.',
    line_too_long: 'A line of this file has more than {{characters, number}} characters.',
    too_many_addresses:
      'This file contains more than {{addresses, number}} addresses. Split it into several files.',
    too_many_rows: 'This file has more than {{rows, number}} lines. Split it into several files.',
    file_too_large: 'This file is too large.',
  },
} as const;
