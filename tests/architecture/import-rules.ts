import { basename } from 'node:path';

/**
 * Rules for imports, each with its reason; docs/architecture.md shows them. Tests may
 * import anything; nothing may import tests.
 */

export const TEST_FILES = '\\.test\\.tsx?$|^tests/|^(lab|packages)/[^/]+/tests/|^web/src/testing/';
/** Syntax and meaning of addresses: the only part of the engine that also runs in browsers. */
const ADDRESS = '^packages/verifier/src/address/';
/** Parts of the address module that need `node:net`, or whose lists are too large for browsers. */
const SERVER_ONLY = `${ADDRESS}(public-address|kinds)\\.ts$`;
/** Handlers of routes, queues and schedules, and operator commands. */
export const ENTRY_POINTS = '^functions/[^/]+/((api|workers)\\.ts$|commands/)';
/** The code that runs in a stage, deploys it, or is installed by customers. */
const PRODUCT = '^(shared|functions|infra|packages|web)/';
/** The product, and the code that runs it on a laptop. */
const SHIPPED = '^(shared|functions|infra|lab|localstack|packages|web)/';
const FOLDERS = '^(shared|functions|infra|lab|localstack|packages|tests|web)/';

/** Packages that may not import anything outside their folder, each with the reason. */
const SELF_CONTAINED: Readonly<Record<string, string>> = {
  'packages/verifier': 'The engine must be usable and testable without the service.',
  'packages/mailnet':
    'The expected verdicts of the simulated internet must not come from the engine under test.',
  'lab/fake-stripe': 'A fake of a third party depends on its API, not on its callers.',
  'lab/fake-services': 'A fake of a third party depends on its API, not on its callers.',
};

/** Folders of the engine, each with the folders that it may import. */
const ENGINE: Readonly<Record<string, readonly string[]>> = {
  model: [],
  flow: [],
  data: [],
  address: ['data'],
  classify: ['data', 'model'],
  facts: ['flow', 'model'],
  smtp: ['flow', 'model'],
  dns: ['address', 'data', 'flow', 'model'],
  verdict: ['classify', 'data', 'dns', 'model', 'smtp'],
  capacity: ['flow', 'model'],
  schedule: ['address', 'capacity', 'classify', 'data', 'dns', 'flow', 'model', 'smtp', 'verdict'],
};

/** Features of functions/, each with the features that it may import. */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  mail: ['access'],
  assistants: ['access'],
  access: [],
  credits: ['access'],
  events: [],
  account: ['access', 'credits', 'mail'],
  'low-credits': ['access', 'credits', 'events', 'mail'],
  billing: ['low-credits', 'access', 'credits', 'events', 'mail'],
  bounces: ['billing', 'lists', 'checks', 'low-credits', 'access', 'credits', 'events', 'mail'],
  checks: ['low-credits', 'access', 'credits', 'events'],
  connections: [
    'bounces',
    'lists',
    'webhooks',
    'checks',
    'low-credits',
    'access',
    'credits',
    'events',
    'mail',
  ],
  forms: ['checks', 'account', 'low-credits', 'access', 'credits', 'mail'],
  lists: ['billing', 'webhooks', 'checks', 'low-credits', 'access', 'credits', 'events', 'mail'],
  admin: [
    'billing',
    'connections',
    'lists',
    'webhooks',
    'factors',
    'members',
    'account',
    'access',
    'credits',
    'mail',
  ],
  privacy: [
    'connections',
    'bounces',
    'billing',
    'lists',
    'webhooks',
    'checks',
    'factors',
    'account',
    'low-credits',
    'access',
    'credits',
    'mail',
  ],
  factors: ['account', 'access', 'mail'],
  members: ['privacy', 'billing', 'factors', 'webhooks', 'account', 'access', 'credits', 'mail'],
  security: ['connections', 'factors', 'forms', 'webhooks', 'access', 'mail'],
  system: ['access'],
  webhooks: ['access', 'events', 'mail'],
  usage: ['lists', 'access', 'credits'],
};

/** Subfolders of functions/billing, each with the subfolders that it may import. */
const BILLING: Readonly<Record<string, readonly string[]>> = {
  purchase: [],
  reconciliation: [],
  books: [],
  customer: ['purchase'],
  documents: ['purchase'],
  checkout: ['customer'],
  subscription: ['customer', 'purchase'],
  reversal: ['documents', 'purchase', 'subscription'],
  payment: ['customer', 'documents', 'purchase', 'reversal', 'subscription'],
  'top-up': ['customer', 'payment'],
  events: ['customer', 'documents', 'payment', 'reversal', 'subscription'],
};

/**
 * Creates a rule that forbids shipped files whose paths match `from` to import files whose paths
 * match `to`. With `exceptTypes`, types may be imported.
 */
const forbid = (
  name: string,
  comment: string,
  from: string,
  to: string,
  {
    exceptFrom = [],
    exceptTo = [],
    exceptTypes = false,
  }: { exceptFrom?: string[]; exceptTo?: string[]; exceptTypes?: boolean } = {},
) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: [TEST_FILES, ...exceptFrom] },
  to: {
    path: to,
    ...(exceptTo.length > 0 && { pathNot: exceptTo }),
    ...(exceptTypes && { dependencyTypesNot: ['type-only'] }),
  },
});

const forbidden = [
  {
    name: 'no-circles',
    comment: 'Import cycles make code hard to read and to test.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'nobody-imports-tests',
    comment: 'Shipped code must not depend on test code.',
    severity: 'error',
    from: { path: SHIPPED, pathNot: TEST_FILES },
    to: { path: TEST_FILES },
  },
  {
    name: 'resolvable',
    comment: 'Every import must resolve.',
    severity: 'error',
    from: {},
    // The client package resolves to its build output, which may not exist; n8n provides its own.
    to: { couldNotResolve: true, pathNot: '^(@tamis/client|n8n-workflow)$' },
  },
  {
    name: 'functions-ship-their-dependencies',
    comment: 'Lambda bundles contain dependencies; devDependencies are for builds and tests.',
    severity: 'error',
    from: { path: '^(shared|functions|packages/verifier/src)/', pathNot: TEST_FILES },
    to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/@types/' },
  },
  forbid(
    'the-product-knows-no-laboratory',
    'Code that imitates AWS, Stripe or another vendor must not run for customers.',
    PRODUCT,
    '^lab/',
  ),
  forbid(
    'shared-is-ground',
    'shared runs in the browser and in Lambda: it may import only itself and what runs in both.',
    '^shared/',
    '.+',
    { exceptTo: ['^shared/', ADDRESS, '^node_modules/(zod|chardet)/'] },
  ),
  forbid(
    'model-is-words',
    'The contract imports the model, not the other way round.',
    '^shared/model/',
    '^shared/(?!model/)',
  ),
  ...Object.entries(SELF_CONTAINED).map(([folder, reason]) =>
    forbid(`${basename(folder)}-is-self-contained`, reason, `^${folder}/`, FOLDERS, {
      exceptTo: [`^${folder}/`],
    }),
  ),
  {
    name: 'packages-test-themselves',
    comment: 'A change outside a package must not affect its tests.',
    severity: 'error',
    from: { path: `^(${Object.keys(SELF_CONTAINED).join('|')})/` },
    to: {
      path: FOLDERS,
      pathNot: ['^(packages|lab/fake-[^/]+)/', '^tests/support/(growth|random)\\.ts$'],
    },
  },
  forbid(
    'verifier-has-one-door',
    'The interface of the engine is index.ts, and address/ for code that does not verify.',
    SHIPPED,
    '^packages/verifier/src/(?!index\\.ts$|address/)',
    { exceptFrom: ['^packages/verifier/'] },
  ),
  forbid(
    'verifier-is-called-by-adapters',
    'Adapters translate between the engine and the product.',
    SHIPPED,
    '^packages/verifier/src/(?!address/)',
    { exceptFrom: ['^packages/verifier/', '^functions/checks/adapters/'] },
  ),
  ...Object.entries(ENGINE).map(([folder, below]) =>
    forbid(
      `engine-${folder}-knows-those-below`,
      'Folders of the engine form no cycle: what they share is in folders below them.',
      `^packages/verifier/src/${folder}/`,
      `^packages/verifier/src/(?!(${[folder, ...below].join('|')})/)`,
    ),
  ),
  ...Object.entries(BILLING).map(([room, below]) =>
    forbid(
      `billing-${room}-knows-those-below`,
      'Subfolders of billing form no cycle; what they share is in billing itself.',
      `^functions/billing/${room}/`,
      `^functions/billing/(?!(adapters|rules|${[room, ...below].join('|')})/)[^/]+/`,
    ),
  ),
  forbid(
    'platform-knows-no-product',
    'The platform must not depend on the product.',
    '^functions/platform/',
    '^functions/(?!platform/)|^shared/(contract|list-file|messages|model)/',
    {
      // These files define what the platform shares with the product, such as routes and errors.
      exceptTo: [
        '^shared/contract/(errors|route)\\.ts$',
        '^shared/model/(account|content-disposition|duration|outcome|product)\\.ts$',
      ],
    },
  ),
  ...Object.entries(FEATURES).map(([feature, below]) =>
    forbid(
      `${feature}-knows-those-below`,
      'Features form a graph without cycles: a change affects only the features above.',
      `^functions/${feature}/`,
      `^functions/(?!(platform|${[feature, ...below].join('|')})/)`,
    ),
  ),
  {
    name: 'features-meet-at-use-cases',
    comment:
      'A feature is used through its use cases and rules; only types of its adapters may be imported.',
    severity: 'error',
    from: { path: `^functions/(${Object.keys(FEATURES).join('|')})/`, pathNot: TEST_FILES },
    to: {
      path: ['^functions/.+/adapters/', ENTRY_POINTS],
      pathNot: '^functions/($1|platform)/',
      dependencyTypesNot: ['type-only'],
    },
  },
  forbid(
    'rules-are-pure',
    'Rules are pure functions: no I/O, no clock, no AWS.',
    '^functions/.+/rules/',
    '.+',
    {
      exceptTo: [
        '^functions/.+/rules/',
        '^shared/(bounces|model|list-file)/',
        ADDRESS,
        // Imported only for the types of events' data.
        '^shared/contract/events\\.ts$',
        '^node_modules/zod/',
      ],
    },
  ),
  {
    name: 'rules-of-a-step-are-its-own',
    comment: 'Rules that several parts of a feature share are in its `rules/`.',
    severity: 'error',
    from: { path: '^functions/(?!verifier/)([^/]+)/([^/]+)/', pathNot: TEST_FILES },
    to: { path: '^functions/(?!verifier/)[^/]+/[^/]+/rules/', pathNot: '^functions/$1/$2/rules/' },
  },
  forbid(
    'use-cases-are-handed-their-dependencies',
    'A use case imports only the types of its dependencies, which are composed elsewhere.',
    `^functions/(${Object.keys(FEATURES).join('|')})/`,
    `^functions/.+/adapters/|${ENTRY_POINTS}|/(engine-)?context\\.ts$|^packages/verifier/src/(?!address/)|^node_modules/`,
    {
      exceptFrom: [
        '^functions/.+/adapters/',
        ENTRY_POINTS,
        '/(context|deps|engine-context)\\.ts$',
        '^functions/access/(limits/|(error-responses|guard|serve-route)\\.ts$)',
      ],
      exceptTo: ['^node_modules/zod/'],
      exceptTypes: true,
    },
  ),
  forbid(
    'adapters-call-no-use-case',
    'An adapter accesses a store or service; it never imports its callers.',
    '^functions/.+/adapters/',
    '^functions/(?!platform/|.*(adapters|rules)/)',
  ),
  forbid(
    'entry-points-are-glue',
    'An entry point only connects a route, a queue or a command to a use case.',
    ENTRY_POINTS,
    '^functions/.+/(adapters|rules)/|^packages/verifier/src/(?!address/)|^node_modules/@aws-sdk/',
  ),
  forbid(
    'the-client-depends-on-nothing',
    'It is published on its own: it contains generated types of the contract, and no library.',
    '^packages/client/src/',
    '.+',
    { exceptTo: ['^packages/client/src/'], exceptTypes: true },
  ),
  forbid(
    'packages-reach-the-service-by-the-client',
    'A customer’s program can import only published packages.',
    '^packages/((cli|form|mcp)/src|n8n)/',
    '^(shared|functions|infra|localstack|web)/',
  ),
  forbid(
    'infra-names-code-by-path',
    'Deploying must not load the deployed code, except the partitions that roles name.',
    '^infra/',
    '^(functions|web|localstack|tests)/',
    { exceptTo: ['^functions/[^/]+/adapters/keys\\.ts$'] },
  ),
  forbid(
    'the-laptop-runs-the-bundles',
    'The embedded cloud runs built functions, as AWS does, and passes settings by name.',
    '^(lab|localstack)/',
    '^(functions|web)/',
    { exceptTo: ['^functions/platform/env\\.ts$'] },
  ),
  forbid(
    'browser-code-only',
    'Browser code must not import Node, AWS or server code.',
    '^web/src/',
    '^node:|^(functions|infra|localstack)/|^node_modules/(@aws-sdk|aws-cdk)',
  ),
  {
    name: 'browser-has-no-builtins',
    comment: 'Node modules do not exist in a browser.',
    severity: 'error',
    from: { path: ['^(web/src|shared)/', ADDRESS], pathNot: [TEST_FILES, SERVER_ONLY] },
    to: { dependencyTypes: ['core'] },
  },
  forbid(
    'browser-knows-no-guard',
    'Code that needs a Node module is for servers only.',
    '^(web/src|shared)/',
    SERVER_ONLY,
  ),
  {
    name: 'features-are-strangers',
    comment: 'Features of the web app do not import each other; the app composes them.',
    severity: 'error',
    from: { path: '^web/src/features/([^/]+)/', pathNot: TEST_FILES },
    to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
  },
  forbid(
    'web-flows-one-way',
    'ui and lib are below features, and features below app.',
    '^web/src/(ui|lib|i18n)/',
    '^web/src/(features|app)/',
  ),
  forbid(
    'features-know-no-app',
    'The app composes features, never the other way round.',
    '^web/src/features/',
    '^web/src/app/',
  ),
  forbid(
    'pages-by-the-table',
    'A page is only reachable through its row in pages, which says who may see it.',
    '^web/src/(?!app/pages(?:\\.ts$|/))',
    '^web/src/.*-page\\.tsx$',
  ),
  forbid(
    'texts-by-language',
    'The texts of a feature are loaded by name, in the language of the page.',
    '^web/',
    '^web/src/i18n/[^/]+/',
    { exceptTypes: true },
  ),
];

export const importRules = {
  forbidden,
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|cdk\\.out|\\.tamis)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node'] },
  },
};
