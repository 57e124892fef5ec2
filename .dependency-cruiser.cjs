// The doors of the house: who may import whom. scripts/structure.mjs plants a violation of each rule below in a
// model of the house and demands that it is caught.

const { readFileSync } = require('node:fs')
const path = require('node:path')

/** Modules of the server, in the order in which they may know one another: the list that the product is made of. */
const MODULES = listedModules(readFileSync(path.join(__dirname, 'server/src/app/modules.ts'), 'utf8'))

const TESTS = '\\.(test|journey)\\.tsx?$'
const modulesFolder = '^server/src/modules/'

const laterModules = MODULES.slice(0, -1).map((name, index) => ({
  name: `module-order-${name}`,
  comment: `${name} may only know the modules before it in the list`,
  severity: 'error',
  from: { path: `${modulesFolder}${name}/`, pathNot: TESTS },
  to: { path: `${modulesFolder}(${MODULES.slice(index + 1).join('|')})(/|$)` },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'two files that need each other, be it for types, are one, or a third is missing',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'clinical-and-kit-alone',
      comment: 'the dental science and the kit import third-party code only',
      severity: 'error',
      from: { path: '^packages/(clinical|kit)/' },
      to: { path: '^(packages|server|web|e2e|bench|scripts)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'contract-imports',
      comment: 'the contract imports kit, clinical and zod',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: TESTS },
      to: { pathNot: ['^packages/(contract|kit|clinical)/', 'node_modules/zod/'] },
    },
    {
      name: 'web-not-server',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|e2e|bench|scripts)/' },
    },
    {
      name: 'server-not-web',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(web|e2e|bench|scripts)/' },
    },
    {
      name: 'platform-knows-no-module',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: TESTS },
      to: { path: '^server/(src/(app|modules)|test)/' },
    },
    {
      name: 'module-imports',
      comment: 'a module imports platform, the packages and other modules',
      severity: 'error',
      from: { path: modulesFolder, pathNot: TESTS },
      to: { path: '^server/', pathNot: '^server/src/(platform|modules)/' },
    },
    {
      name: 'module-door',
      comment: 'another module is entered by its index.ts',
      severity: 'error',
      from: { path: `${modulesFolder}([^/]+)/`, pathNot: TESTS },
      to: { path: `${modulesFolder}[^/]+/`, pathNot: [`${modulesFolder}$1/`, `${modulesFolder}[^/]+/index\\.ts$`] },
    },
    {
      name: 'module-listed',
      comment: 'a new module takes its place in the list of server/src/app/modules.ts',
      severity: 'error',
      from: { path: `${modulesFolder}(?!(${MODULES.join('|')})/)[^/]+/` },
      to: {},
    },
    ...laterModules,
    {
      name: 'rules-are-pure',
      comment: 'decisions need neither database nor platform; what they refuse they refuse by name',
      severity: 'error',
      from: { path: `${modulesFolder}[^/]+/rules(/|\\.ts$)`, pathNot: TESTS },
      to: {
        path: ['^server/src/platform/', 'node_modules/(pg|kysely|fastify)/'],
        pathNot: '^server/src/platform/errors\\.ts$',
      },
    },
    {
      name: 'web-lib-lowest',
      severity: 'error',
      from: { path: '^web/src/lib/' },
      to: { path: '^web/src/(ui|domain|features|app)/' },
    },
    {
      name: 'web-ui-knows-no-domain',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: '^web/src/(domain|features|app)/' },
    },
    {
      name: 'web-domain-below-features',
      comment: "what several features say of the clinic's things: words, no calls of one feature",
      severity: 'error',
      from: { path: '^web/src/domain/' },
      to: { path: '^web/src/(features|app)/' },
    },
    {
      name: 'web-list-by-declaration',
      comment: 'a list of settings is drawn by SettingList; its dialog and its order are parts of it',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/ui/list/' },
      to: { path: '^web/src/ui/list/', pathNot: '^web/src/ui/list/(SettingList|EntryTable)\\.tsx$' },
    },
    {
      name: 'web-feature-not-app',
      severity: 'error',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'web-feature-alone',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'web-feature-door',
      comment: 'a feature is entered by its index.ts, which names what pages may use',
      severity: 'error',
      from: { path: '^web/src/(app|worker)/' },
      to: { path: '^web/src/features/[^/]+/', pathNot: '^web/src/features/[^/]+/index\\.ts$' },
    },
    {
      name: 'web-area-alone',
      comment: 'what pages of several areas need lies in web/src/app/parts',
      severity: 'error',
      from: { path: '^web/src/app/areas/([^/]+)/' },
      to: { path: '^web/src/app/areas/[^/]+/', pathNot: '^web/src/app/areas/$1/' },
    },
    {
      name: 'web-area-door',
      comment: 'an area is known by its index.ts, which names its pages',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/app/areas/' },
      to: { path: '^web/src/app/areas/[^/]+/', pathNot: '/index\\.ts$' },
    },
    {
      name: 'web-page-in-area',
      comment: 'a page lies in the folder of its area; only what leads on has none',
      severity: 'error',
      from: { path: '^web/src/app/areas/([^/]+)/index\\.ts$' },
      to: {
        pathNot: [
          '^web/src/app/areas/$1/',
          '^web/src/app/areas/pages-of\\.ts$',
          '^web/src/app/parts/first-child\\.tsx$',
        ],
      },
    },
    {
      name: 'web-app-folders',
      comment: 'pages in areas, what several areas need in parts, the frames in layout and platform',
      severity: 'error',
      from: { path: '^web/src/app/(?!(areas|parts|layout|platform)/)[^/]+/' },
      to: {},
    },
  ],
  options: {
    // TypeScript 7 has no parser that dependency-cruiser could use: without swc it sees no module at all.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache)/' },
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mts', '.mjs', '.js', '.json', '.css'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}

/**
 * The folders of the modules in their order.
 * @param {string} text imports of the modules' values, and a list of these in `putTogether([ … ])`
 */
function listedModules(text) {
  const folders = new Map(
    [...text.matchAll(/import \{ (\w+) \} from '\.\.\/modules\/([^/']+)\/index\.ts'/g)].map(([, name, folder]) => [
      name,
      folder,
    ]),
  )
  const list = /putTogether\(\[([^\]]*)\]\)/.exec(text)?.[1] ?? ''
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const found = names.map((name) => folders.get(name))
  if (found.length < 2 || found.includes(undefined)) throw new Error('server/src/app/modules.ts: no list of modules')
  return found
}
