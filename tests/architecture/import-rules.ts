/**
 * Allowed imports, each rule with its reason. Tests may import anything; nothing imports tests.
 * README.md shows them in "The map".
 */
export const TEST_FILES = '\\.test\\.tsx?$|^tests/|^packages/[^/]+/tests/|^web/src/testing/';
/** Syntax and meaning of addresses: the part of the engine that also runs in the browser. */
const ADDRESS = '^packages/verifier/src/address/';
/** The guard of outgoing connections needs `node:net`; the domain lists are too large. */
const SERVER_ONLY = `${ADDRESS}(public-address|kinds)\\.ts$`;
const PRODUCT = '^(shared|functions|infra|localstack|packages|web)/';
const FOLDERS = '^(shared|functions|infra|localstack|packages|tests|web)/';

/** Packages that import nothing outside their folder, each with its reason. */
const SELF_CONTAINED: Readonly<Record<string, string>> = {
  verifier: 'The engine can be tested, moved or sold without the service.',
  mailnet: 'The truth of the simulated internet must not come from what is measured against it.',
  'fake-stripe': 'A fake of a third party knows the API, and nothing of its callers.',
};

/** Folders of the engine, with the folders below that each may use. */
const ENGINE: Readonly<Record<string, readonly string[]>> = {
  model: [],
  flow: [],
  data: [],
  address: ['data'],
  classify: ['data', 'model'],
  facts: ['flow', 'model'],
  smtp: ['model'],
  dns: ['address', 'data', 'flow', 'model'],
  verdict: ['classify', 'data', 'dns', 'model', 'smtp'],
  capacity: ['flow', 'model'],
  schedule: ['address', 'capacity', 'classify', 'data', 'dns', 'flow', 'model', 'smtp', 'verdict'],
};

/** Features of functions/, with the features that each may use. */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  mail: [],
  access: [],
  credits: ['access'],
  events: [],
  account: ['access', 'credits', 'mail'],
  'low-credits': ['access', 'credits', 'events', 'mail'],
  billing: ['low-credits', 'access', 'credits', 'events', 'mail'],
  checks: ['low-credits', 'access', 'credits', 'events'],
  forms: ['checks', 'account', 'low-credits', 'access', 'credits', 'mail'],
  lists: ['webhooks', 'checks', 'low-credits', 'access', 'credits', 'events', 'mail'],
  admin: ['billing', 'lists', 'webhooks', 'account', 'access', 'credits', 'mail'],
  privacy: [
    'billing',
    'lists',
    'webhooks',
    'checks',
    'account',
    'low-credits',
    'access',
    'credits',
    'mail',
  ],
  system: ['access'],
  webhooks: ['access', 'events', 'mail'],
  usage: ['lists', 'access', 'credits'],
};

/** Subfolders of functions/billing, with the subfolders that each may use. */
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
 * A rule for the shipped files below `from`: importing anything below `to` is an error, or anything
 * but a type if types are exempt.
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
    comment: 'A circle can neither be read nor tested from one end.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'nobody-imports-tests',
    comment: 'What ships must not depend on what only proves it.',
    severity: 'error',
    from: { path: PRODUCT, pathNot: TEST_FILES },
    to: { path: TEST_FILES },
  },
  {
    name: 'resolvable',
    comment: 'An import that resolves to nothing is a mistake.',
    severity: 'error',
    from: {},
    // The client resolves to the output of its build.
    to: { couldNotResolve: true, pathNot: '^@tamis/client$' },
  },
  {
    name: 'functions-ship-their-dependencies',
    comment: 'A Lambda bundle is made of dependencies; devDependencies build and prove it.',
    severity: 'error',
    from: { path: '^(shared|functions|packages/verifier/src)/', pathNot: TEST_FILES },
    to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/@types/' },
  },
  forbid(
    'shared-is-ground',
    'shared runs in the browser and in Lambda: it knows itself and what runs in both.',
    '^shared/',
    '.+',
    { exceptTo: ['^shared/', ADDRESS, '^node_modules/(zod|chardet)/'] },
  ),
  forbid(
    'model-is-words',
    'The vocabulary stands below the contract that uses it.',
    '^shared/model/',
    '^shared/(?!model/)',
  ),
  ...Object.entries(SELF_CONTAINED).map(([name, reason]) =>
    forbid(`${name}-is-self-contained`, reason, `^packages/${name}/`, FOLDERS, {
      exceptTo: [`^packages/${name}/`],
    }),
  ),
  {
    name: 'packages-test-themselves',
    comment: 'A change outside a package does not run its tests.',
    severity: 'error',
    from: { path: `^packages/(${Object.keys(SELF_CONTAINED).join('|')})/` },
    to: { path: FOLDERS, pathNot: ['^packages/', '^tests/support/(growth|random)\\.ts$'] },
  },
  forbid(
    'verifier-has-one-door',
    'The interface of the engine is index.ts, and addresses for what does not verify.',
    PRODUCT,
    '^packages/verifier/src/(?!index\\.ts$|address/)',
    { exceptFrom: ['^packages/verifier/'] },
  ),
  forbid(
    'verifier-is-called-by-adapters',
    'Adapters translate between the engine and the product.',
    PRODUCT,
    '^packages/verifier/src/(?!address/)',
    { exceptFrom: ['^packages/verifier/', '^functions/checks/adapters/'] },
  ),
  ...Object.entries(ENGINE).map(([folder, below]) =>
    forbid(
      `engine-${folder}-knows-those-below`,
      'Folders of the engine form no circle: the words that they share stand below them.',
      `^packages/verifier/src/${folder}/`,
      `^packages/verifier/src/(?!(${[folder, ...below].join('|')})/)`,
    ),
  ),
  ...Object.entries(BILLING).map(([room, below]) =>
    forbid(
      `billing-${room}-knows-those-below`,
      'Rooms of billing form no circle; what all of them share stands beside them.',
      `^functions/billing/${room}/`,
      `^functions/billing/(?!(adapters|rules|${[room, ...below].join('|')})/)[^/]+/`,
    ),
  ),
  forbid(
    'platform-knows-no-product',
    'What every function stands on would serve another product as well.',
    '^functions/platform/',
    '^functions/(?!platform/)|^shared/(contract|list-file|messages|model)/',
    {
      // Definitions of routes, errors, languages and names.
      exceptTo: [
        '^shared/contract/(cors|errors|route)\\.ts$',
        '^shared/model/(account|attachment-name|duration|outcome|product)\\.ts$',
      ],
    },
  ),
  ...Object.entries(FEATURES).map(([feature, below]) =>
    forbid(
      `${feature}-knows-those-below`,
      'Features form a graph without circles: a change to one reaches only those above it.',
      `^functions/${feature}/`,
      `^functions/(?!(platform|${[feature, ...below].join('|')})/)`,
    ),
  ),
  {
    name: 'features-meet-at-use-cases',
    comment:
      'A feature is used through its use cases and rules; of its stores only types are known.',
    severity: 'error',
    from: { path: `^functions/(${Object.keys(FEATURES).join('|')})/`, pathNot: TEST_FILES },
    to: {
      path: '^functions/.+/(adapters|api|workers|commands|entries)/',
      pathNot: '^functions/($1|platform)/',
      dependencyTypesNot: ['type-only'],
    },
  },
  forbid(
    'rules-are-pure',
    'Decisions take values and give values: no I/O, no clock, no AWS.',
    '^functions/.+/rules/',
    '.+',
    {
      exceptTo: [
        '^functions/.+/rules/',
        '^shared/(model|list-file)/',
        ADDRESS,
        // Only types: the data of an event.
        '^shared/contract/events\\.ts$',
        '^node_modules/zod/',
      ],
    },
  ),
  {
    name: 'rules-of-a-step-are-its-own',
    comment: 'Rules that several steps of a feature share live in its `rules/`.',
    severity: 'error',
    from: { path: '^functions/(?!verifier/)([^/]+)/([^/]+)/', pathNot: TEST_FILES },
    to: { path: '^functions/(?!verifier/)[^/]+/[^/]+/rules/', pathNot: '^functions/$1/$2/rules/' },
  },
  forbid(
    'use-cases-are-handed-their-dependencies',
    'A use case says what happens; by whom is composed elsewhere, and known by its type.',
    `^functions/(${Object.keys(FEATURES).join('|')})/`,
    '^functions/.+/(adapters|api|workers|commands|entries)/|/context\\.ts$|^packages/verifier/src/(?!address/)|^node_modules/',
    {
      exceptFrom: [
        '^functions/.+/(adapters|api|workers|commands|entries)/',
        '/(context|deps|with-engine)\\.ts$',
        '^functions/access/(limits/|(error-responses|guard|serve-route)\\.ts$)',
      ],
      exceptTo: ['^node_modules/zod/'],
      exceptTypes: true,
    },
  ),
  forbid(
    'adapters-call-no-use-case',
    'An adapter stores or asks; it never calls what calls it.',
    '^functions/.+/adapters/',
    '^functions/(?!platform/|.*(adapters|rules)/)',
  ),
  forbid(
    'entry-points-are-glue',
    'An entry point binds a route, a queue or a command to a use case and decides nothing.',
    '^functions/[^/]+/(api|workers|commands|entries)/',
    '^functions/.+/(adapters|rules)/|^packages/verifier/src/(?!address/)|^node_modules/@aws-sdk/',
  ),
  forbid(
    'the-client-depends-on-nothing',
    'It is published alone: of the contract it has the types, written out, and no library.',
    '^packages/client/src/',
    '.+',
    { exceptTo: ['^packages/client/src/'], exceptTypes: true },
  ),
  forbid(
    'packages-reach-the-service-by-the-client',
    'A program of a customer has what is published, and no more.',
    '^packages/(cli|form|mcp)/src/',
    '^(shared|functions|infra|localstack|web)/',
  ),
  forbid(
    'infra-names-code-by-path',
    'Deploying must not load what it deploys; a role names the partitions that a feature names.',
    '^infra/',
    '^(functions|web|localstack|tests)/',
    { exceptTo: ['^functions/[^/]+/adapters/keys\\.ts$'] },
  ),
  forbid(
    'the-laptop-runs-the-bundles',
    'The embedded cloud starts what was built, as the real one does; it passes settings on by name.',
    '^localstack/',
    '^(functions|web)/',
    { exceptTo: ['^functions/platform/env\\.ts$'] },
  ),
  forbid(
    'browser-code-only',
    'What a browser loads knows no Node, no AWS and no server code.',
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
    'What needs a Node module is for servers, wherever it stands.',
    '^(web/src|shared)/',
    SERVER_ONLY,
  ),
  {
    name: 'features-are-strangers',
    comment: 'A feature can be read, changed or dropped without another; the app composes them.',
    severity: 'error',
    from: { path: '^web/src/features/([^/]+)/', pathNot: TEST_FILES },
    to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
  },
  forbid(
    'web-flows-one-way',
    'ui and lib stand below features, features below app.',
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
    'The row of a page says who sees it; nothing shows a page without its row.',
    '^web/src/(?!app/pages\\.ts$)',
    '^web/src/.*-page\\.tsx$',
  ),
  forbid(
    'texts-by-language',
    'The texts of a feature are loaded in the language of the page, by their name.',
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
