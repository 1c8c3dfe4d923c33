import type { INodeProperties } from 'n8n-workflow';

const VERDICTS = [
  { name: 'Deliverable', value: 'deliverable' },
  { name: 'Risky', value: 'risky' },
  { name: 'Undeliverable', value: 'undeliverable' },
  { name: 'Unknown', value: 'unknown' },
];

/** Defines a parameter that is shown for some operations. */
const field = (
  [name, displayName]: readonly [string, string],
  operation: string[],
  type: INodeProperties['type'],
  value: INodeProperties['default'],
  more: Partial<INodeProperties> = {},
): INodeProperties => ({
  displayName,
  name,
  type,
  default: value,
  displayOptions: { show: { operation } },
  ...(type === 'number' && { typeOptions: { minValue: 0 } }),
  ...more,
});

const maxWait = (operation: string, minutes: number, description: string): INodeProperties =>
  field(['maxWait', 'Max Wait (Minutes)'], [operation], 'number', minutes, { description });

const operations = (
  resource: string,
  options: INodeProperties['options'],
  first: string,
): INodeProperties => ({
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  displayOptions: { show: { resource: [resource] } },
  options,
  default: first,
});

export const properties: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Address', value: 'address' },
      { name: 'Bounce', value: 'bounce' },
      { name: 'List', value: 'list' },
    ],
    default: 'address',
  },
  operations(
    'address',
    [{ name: 'Verify', value: 'verify', action: 'Verify an address' }],
    'verify',
  ),
  operations('bounce', [{ name: 'Report', value: 'report', action: 'Report bounces' }], 'report'),
  operations(
    'list',
    [
      { name: 'Create', value: 'create', action: 'Create a list of the addresses of all items' },
      { name: 'Get Result', value: 'getResult', action: 'Wait for a list and get its result' },
      { name: 'Upload', value: 'upload', action: 'Create a list from a file' },
    ],
    'create',
  ),
  field(['email', 'Email'], ['verify', 'create', 'report'], 'string', '={{ $json.email }}', {
    required: true,
    placeholder: 'name@email.com',
    description: 'Address, which is read from each input item',
  }),
  field(['binaryPropertyName', 'Input Binary Field'], ['upload'], 'string', 'data', {
    required: true,
    description: 'Field of the input item with the CSV or text file',
  }),
  field(['column', 'Column'], ['upload'], 'number', 0, {
    description: 'Column that contains the addresses, from 1; 0 detects it',
  }),
  field(['name', 'Name'], ['create', 'upload', 'report'], 'string', '', {
    description: 'Name of the list or the mailing',
  }),
  field(['listId', 'List ID'], ['getResult'], 'string', '={{ $json.id }}', { required: true }),
  field(['output', 'Output'], ['getResult'], 'options', 'rows', {
    options: [
      { name: 'File', value: 'file', description: 'One item with the result as a CSV file' },
      { name: 'Rows', value: 'rows', description: 'An item for each row' },
      { name: 'Summary', value: 'summary', description: 'One item with the numbers of the list' },
    ],
  }),
  field(['status', 'Status'], ['getResult'], 'options', 'all', {
    options: [{ name: 'All', value: 'all' }, ...VERDICTS],
    description: 'Which rows to output',
    displayOptions: { show: { operation: ['getResult'], output: ['file', 'rows'] } },
  }),
  field(['maxRows', 'Max Rows'], ['getResult'], 'number', 1000, {
    description: 'Max number of rows to output; choose a file for more',
    displayOptions: { show: { operation: ['getResult'], output: ['rows'] } },
  }),
  field(['maxFileSize', 'Max File Size (MB)'], ['getResult'], 'number', 20, {
    description: 'Size above which the operation fails',
    displayOptions: { show: { operation: ['getResult'], output: ['file'] } },
  }),
  field(['reply', 'Reply'], ['report'], 'string', '={{ $json.reply }}', {
    description: 'Reply or diagnostic of the mail server, verbatim',
  }),
  field(['code', 'Code'], ['report'], 'string', '', {
    placeholder: '5.1.1',
    description: 'SMTP or enhanced status code, if it is not in the reply',
  }),
  field(['type', 'Type'], ['report'], 'string', '', {
    placeholder: 'hard',
    description: 'Type that your mail service gave the bounce',
  }),
  field(
    ['sent', 'Mailing'],
    ['report'],
    'collection',
    {},
    {
      placeholder: 'Add Field',
      description: 'What was mailed; with all three fields, wrong verdicts are refunded',
      options: [
        { displayName: 'List ID', name: 'listId', type: 'string', default: '' },
        { displayName: 'Time', name: 'at', type: 'dateTime', default: '' },
        {
          displayName: 'Verdicts',
          name: 'categories',
          type: 'multiOptions',
          options: VERDICTS,
          default: ['deliverable'],
        },
      ],
    },
  ),
  maxWait('verify', 0, 'How long to wait for a mail server that answers only after minutes'),
  maxWait('getResult', 60, 'How long to wait until the list is finished'),
  maxWait('report', 5, 'How long to wait until the report is finished'),
  field(['requestId', 'Request ID'], ['verify', 'create', 'upload', 'report'], 'string', '', {
    description: 'Your ID for this request, which is charged once, also in another execution',
  }),
];
