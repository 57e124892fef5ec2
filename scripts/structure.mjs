// Checks the import rules: node scripts/structure.mjs
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parseSync } from '@swc/core'
import { filesUnder } from './lib/inputs.mjs'
import { root } from './lib/install.mjs'

const FOLDERS = ['packages', 'server', 'web', 'e2e', 'bench', 'scripts']
const configFile = path.join(root, '.dependency-cruiser.cjs')
const modules = 'server/src/modules'

/**
 * One violation of each rule: [file, what it imports]. Rules of the form module-order-X are added below.
 * @type {Record<string, [string, string]>}
 */
const PLANTED = {
  'no-circular': ['packages/clinical/src/round-a.ts', 'packages/clinical/src/round-b.ts'],
  resolvable: ['web/src/lib/lost.ts', 'web/src/lib/nowhere.ts'],
  'clinical-and-kit-alone': ['packages/kit/src/reaches.ts', 'packages/clinical/src/index.ts'],
  'contract-imports': ['packages/contract/src/reaches.ts', 'server/src/platform/clock.ts'],
  'web-not-server': ['web/src/lib/reaches-server.ts', 'server/src/platform/clock.ts'],
  'server-not-web': ['server/src/app/reaches.ts', 'web/src/lib/format.ts'],
  'platform-knows-no-module': ['server/src/platform/reaches.ts', `${modules}/clinic/index.ts`],
  'module-imports': [`${modules}/clinic/reaches-app.ts`, 'server/src/app/main.ts'],
  'module-door': [`${modules}/clinic/by-the-window.ts`, `${modules}/identity/inner.ts`],
  'module-listed': [`${modules}/unheard-of/index.ts`, 'server/src/platform/clock.ts'],
  'rules-are-pure': [`${modules}/clinic/rules.ts`, 'server/src/platform/clock.ts'],
  'web-lib-lowest': ['web/src/lib/reaches-ui.ts', 'web/src/ui/button.tsx'],
  'web-ui-knows-no-domain': ['web/src/ui/reaches.tsx', 'web/src/domain/person.ts'],
  'web-domain-below-features': ['web/src/domain/reaches.ts', 'web/src/features/patient/list.tsx'],
  'web-list-by-declaration': ['web/src/features/setting/reaches-dialog.tsx', 'web/src/ui/list/EntryDialog.tsx'],
  'web-feature-not-app': ['web/src/features/patient/reaches.tsx', 'web/src/app/layout.tsx'],
  'web-feature-alone': ['web/src/features/bill/reaches.tsx', 'web/src/features/patient/list.tsx'],
  'web-feature-door': ['web/src/app/by-the-window.tsx', 'web/src/features/patient/list.tsx'],
  'web-area-alone': ['web/src/app/areas/charges/reaches.tsx', 'web/src/app/areas/patient/head.tsx'],
  'web-area-door': ['web/src/app/layout/reaches.tsx', 'web/src/app/areas/patient/head.tsx'],
  'web-page-in-area': ['web/src/app/areas/charges/index.ts', 'web/src/app/parts/some-page.tsx'],
  'web-app-folders': ['web/src/app/pages/charge.tsx', 'web/src/ui/button.tsx'],
}

/** What each planted file may import without breaking a rule: it must not be reported. */
const ALLOWED = /** @type {const} */ ([
  [`${modules}/provider/right.ts`, `${modules}/identity/index.ts`],
  [`${modules}/record/rules.ts`, 'server/src/platform/errors.ts'],
  ['packages/contract/src/right.ts', 'packages/kit/src/index.ts'],
  ['web/src/app/right.tsx', 'web/src/features/patient/index.ts'],
  ['web/src/app/areas/patient/right.tsx', 'web/src/app/parts/shared.tsx'],
  ['web/src/app/parts/right.tsx', 'web/src/app/areas/charges/index.ts'],
  ['web/src/features/patient/right.tsx', 'web/src/ui/button.tsx'],
  ['web/src/features/patient/says.tsx', 'web/src/domain/person.ts'],
  ['web/src/domain/right.ts', 'web/src/lib/format.ts'],
  ['web/src/features/setting/right.tsx', 'web/src/ui/list/SettingList.tsx'],
])

/** What a file of a module may hold at its top, and what it may not: the first must pass, each other be caught. */
const STILL =
  "import { a } from './a.ts'\nexport const b = a(1)\nexport function c() { b() }\nexport { d } from './d.ts'\n"
const ACTING = [
  "import './registers.ts'",
  'registers({ a: 1 })',
  'for (const each of [1]) registers(each)',
  'await begins()',
]

/**
 * What a file does when it is imported: a module says everything in its one value, and imports only name things.
 * @param {string} text
 * @returns {number} how many statements run, or imports are made for what they run
 */
function actsOfImport(text) {
  const { body } = parseSync(text, { syntax: 'typescript', target: 'es2022' })
  return body.filter(
    (item) =>
      (item.type === 'ImportDeclaration' && item.specifiers.length === 0) ||
      /^(Expression|For|ForOf|ForIn|If|While|Try|Switch|Block)Statement$/.test(item.type),
  ).length
}

/** Files of modules that do something when they are imported. */
function actingFiles() {
  if (actsOfImport(STILL) > 0) return ['an import without effect is reported']
  const unnoticed = ACTING.filter((text) => actsOfImport(text) === 0)
  if (unnoticed.length > 0) return unnoticed.map((text) => `an import with an effect was not caught: ${text}`)
  return filesUnder(modules)
    .filter((file) => file.endsWith('.ts') && !/\.(test|journey)\.ts$/.test(file))
    .filter((file) => actsOfImport(readFileSync(path.join(root, file), 'utf8')) > 0)
    .map((file) => `${file} does something when it is imported`)
}

/**
 * Checks the import rules on the whole tree, after making sure that the checker sees every file and catches a
 * violation of every single rule.
 * @returns {string[]} what is wrong; empty when nothing is
 */
function checkStructure() {
  const blind = plantedThatPass()
  if (blind.length > 0) return blind
  const folders = FOLDERS.filter((folder) => filesUnder(folder).length > 0)
  const { seen, violations } = cruise(root, folders)
  const sources = folders
    .flatMap(filesUnder)
    .filter((file) => /\.(ts|tsx|mts|mjs)$/.test(file) && !file.endsWith('.d.ts'))
  const unseen = sources.filter((file) => !seen.has(file))
  if (seen.size === 0 || unseen.length > 0) {
    return [`the checker does not see ${unseen.length} of ${sources.length} files: ${unseen.slice(0, 5).join(', ')}`]
  }
  return violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`)
}

/** Builds a small model of the house with one violation of each rule, and reports those that go unnoticed. */
function plantedThatPass() {
  const model = path.join(root, '.cache', 'structure')
  rmSync(model, { recursive: true, force: true })
  const { forbidden } = createRequire(import.meta.url)(configFile)
  const rules = forbidden.map((/** @type {{ name: string }} */ rule) => rule.name)
  /** @type {Record<string, [string, string]>} */
  const planted = { ...PLANTED }
  for (const rule of rules) {
    const name = /^module-order-(.+)$/.exec(rule)?.[1]
    if (name) planted[rule] = [`${modules}/${name}/reaches-later.ts`, `${modules}/provider/index.ts`]
  }
  try {
    const imports = [...ALLOWED, ...Object.values(planted)]
    const targets = imports.map(([, target]) => target).filter((target) => target !== planted.resolvable?.[1])
    for (const target of targets) write(model, target, 'export {}\n')
    for (const [file, target] of imports) write(model, file, importOf(file, target))
    const [one, other] = PLANTED['no-circular'] ?? ['', '']
    write(model, other, importOf(other, one))

    const { violations } = cruise(model, ['packages', 'server', 'web'])
    const caught = (/** @type {string} */ rule) =>
      violations.some((v) => v.rule === rule && v.from === planted[rule]?.[0])
    const wronged = violations.filter((v) => ALLOWED.some(([file]) => file === v.from))
    return [
      ...rules.filter((rule) => !caught(rule)).map((rule) => `a planted violation of ${rule} was not caught`),
      ...wronged.map((v) => `${v.rule} forbids what is allowed: ${v.from} → ${v.to}`),
    ]
  } finally {
    rmSync(model, { recursive: true, force: true })
  }
}

/**
 * @param {string} file
 * @param {string} target
 */
function importOf(file, target) {
  const relative = path.posix.relative(path.posix.dirname(file), target)
  return `import '${relative.startsWith('.') ? relative : `./${relative}`}'\n`
}

/**
 * @param {string} base
 * @param {string} file
 * @param {string} text
 */
function write(base, file, text) {
  const full = path.join(base, file)
  mkdirSync(path.dirname(full), { recursive: true })
  writeFileSync(full, text)
}

/**
 * Runs dependency-cruiser.
 * @param {string} base
 * @param {string[]} folders
 */
function cruise(base, folders) {
  const program = path.join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs')
  const preload = path.join(root, 'scripts', 'lib', 'parse-tsx.cjs')
  const args = [
    '--require',
    preload,
    program,
    '--config',
    configFile,
    '--output-type',
    'json',
    '--no-progress',
    ...folders,
  ]
  const run = spawnSync(process.execPath, args, { cwd: base, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (!run.stdout.startsWith('{')) throw new Error(run.stderr || run.stdout)
  /** @type {{ modules: { source: string }[], summary: { violations: { rule: { name: string }, from: string, to: string }[] } }} */
  const { modules: found, summary } = JSON.parse(run.stdout)
  return {
    seen: new Set(found.map((one) => one.source)),
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}

/** A status given as a number that says nothing, in a comparison: what it means stands in a table of states (contract/core/status.ts). */
const COMPARED = /\b\w*[sS]tatus\)? (?:===|!==|<=|>=|<|>) \d(?!\d)/g
/** The same in SQL, and where a row is written. */
const IN_SQL = /\b\w*status (?:(?:=|<>|<=|>=|<|>) \d(?!\d)|(?:not )?in \(\d)/g
const WRITTEN = /\b\w*[sS]tatus: \d(?!\d)/g

/** Where a bare status is looked for and how, with what must be seen and what must not. */
const BARE_PLACES = [
  {
    folder: 'web/src',
    patterns: [COMPARED],
    bare: ['row.status === 3', 'bill?.status !== 0', 'if (status <= 2)', 'card.signatureStatus === 1'],
    named: ["billStates.is(bill.status, 'paid')", 'answer.status < 502', 'status: 1', 'statuses === 3'],
  },
  {
    folder: modules,
    patterns: [COMPARED, IN_SQL, WRITTEN],
    bare: ['row.status === 3', 'a.status in (0, 1, 2)', 'b.status not in (8)', 'e.work_status <> 3', '{ status: 7 }'],
    named: [
      "a.status in ${codes(appointmentStates, 'coming')}",
      '{ status: billStates.code.paid }',
      'status = any(${wanted}::int[])',
      'answer.status < 502',
    ],
  },
]

/** Pages and modules that give a state by its number. */
function bareStates() {
  return BARE_PLACES.flatMap(({ folder, patterns, bare, named }) => {
    const count = (/** @type {string} */ text) =>
      patterns.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0)
    const unnoticed = [...bare.filter((text) => count(text) === 0), ...named.filter((text) => count(text) > 0)]
    if (unnoticed.length > 0) return unnoticed.map((text) => `a bare status is seen wrongly: ${text}`)
    return filesUnder(folder)
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
      .filter((file) => count(readFileSync(path.join(root, file), 'utf8')) > 0)
      .map((file) => `${file} gives a status as a bare number: take it from the table of its states`)
  })
}

/** A refusal known by its number, or by a number with a name of the page's own: the contract names it. */
const NUMBERED_REFUSAL = /\berror\??\.code (?:===|!==) [\dA-Z]|\bcode (?:===|!==) \d{3,5}\b/g
const NUMBERED = ['if (error.code === 46003) onPass(null)', 'own.error?.code !== CLOSED', 'if (code === 40901) leave()']
const BY_NAME = [
  'error.is(bookingErrors.BOOKING_PASS)',
  'error.code >= 500',
  'each.code === RESULT_BOOKED',
  'code === 0',
]

/** Pages that ask for a refusal by its number. */
function numberedRefusals() {
  const count = (/** @type {string} */ text) => text.match(NUMBERED_REFUSAL)?.length ?? 0
  const unnoticed = [...NUMBERED.filter((text) => count(text) === 0), ...BY_NAME.filter((text) => count(text) > 0)]
  if (unnoticed.length > 0) return unnoticed.map((text) => `a refusal by its number is seen wrongly: ${text}`)
  return filesUnder('web/src')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => count(readFileSync(path.join(root, file), 'utf8')) > 0)
    .map((file) => `${file} asks for a refusal by its number: error.is(bookingErrors.BOOKING_PASS)`)
}

/**
 * What modules still say by hand beside a statement, where `select` gives list and type from the schema: how it is seen, a text that has
 * it and one that has not, and how often each module had it when the rule came. A number only falls.
 */
const BY_HAND_IN_SQL = [
  {
    what: 'renames columns by hand',
    seen: / as "[a-z]\w*"/g,
    has: 'd.sort_no as "sortNo"',
    hasNot: "columns('dept', 'd', 'sort_no')",
    kept: 'renamed-columns.json',
  },
  {
    what: 'asserts types of rows',
    seen: /\.(?:rows|row|need)</g,
    has: 'await tx.rows<Dept>(keptSql`',
    hasNot: 'await tx.rows(depts.keptFrom`',
    kept: 'asserted-rows.json',
  },
]

/** Modules that write a row's type beside its statement instead of taking both from `select`. */
function saidByHandInSql() {
  return BY_HAND_IN_SQL.flatMap(({ what, seen, has, hasNot, kept }) => {
    const count = (/** @type {string} */ text) => text.match(seen)?.length ?? 0
    if (count(has) !== 1 || count(hasNot) > 0) return [`what ${what} is seen wrongly`]
    const still = JSON.parse(readFileSync(path.join(root, 'scripts', 'lib', kept), 'utf8'))
    return readdirSync(path.join(root, modules)).flatMap((name) => {
      const now = filesUnder(`${modules}/${name}`)
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .reduce((sum, file) => sum + count(readFileSync(path.join(root, file), 'utf8')), 0)
      const before = still[name] ?? 0
      if (now === before) return []
      return now > before
        ? [`${name} ${what}, ${now} times and ${before} before: take list and type from select(…)`]
        : [`${name} ${what} ${now} times: write that into scripts/lib/${kept}`]
    })
  })
}

/** The order of an entry in what a call takes: a list of settings said by hand. What an answer says of it is no matter. */
const HAND_MADE_LIST = /\bsortNo: (?!z\.number\(\)|number\b)/g
const BY_HAND = ["sortNo: wholeNumber('排序', 0, 9999).default(0),", 'body: { ...entry, sortNo: orderNo, enabled }']
const DECLARED = ['fields: { name: { column: "name" } }', 'sortNo: z.number(),', 'sortNo: number']
/** Where lists are declared, and those that are no plain lists: a paged price list, groups of patients, the provider's packages. */
const LISTS_OF_THEIR_OWN = [
  'packages/contract/src/core/setting-list.ts',
  'packages/contract/src/tariffs.ts',
  'packages/contract/src/patient-group.ts',
  'packages/contract/src/provider.ts',
]

/** Lists of settings beside the declared ones, and parts of the declared ones that are used by hand. */
function handMadeLists() {
  const count = (/** @type {string} */ text) => text.match(HAND_MADE_LIST)?.length ?? 0
  const unnoticed = [...BY_HAND.filter((text) => count(text) === 0), ...DECLARED.filter((text) => count(text) > 0)]
  if (unnoticed.length > 0) return unnoticed.map((text) => `a list by hand is seen wrongly: ${text}`)
  return filesUnder('packages/contract/src')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !LISTS_OF_THEIR_OWN.includes(file))
    .filter((file) => count(readFileSync(path.join(root, file), 'utf8')) > 0)
    .map(
      (file) => `${file} says a list of settings by hand: declare it in packages/contract/src/lists with settingList`,
    )
}

/** Where reports are declared, asked for and written: every figure of theirs comes from a declaration in `figures`. */
const REPORTS = `${modules}/reporting/reports`
/** The machine of all reports, which asks the declared figures, and what single things, rows and choices are called: it knows no figure. */
const REPORT_MACHINE = [
  'ask.ts',
  'choices.ts',
  'drill.ts',
  'faces.ts',
  'faces-of-records.ts',
  'kept-views.ts',
  'labels.ts',
  'narrowed.ts',
  'people.ts',
  'run.ts',
  'spread.ts',
]
/** A statement or a part of one; and in it a sum of something else than what the figure declares that is asked for. */
const ANY_SQL = /\b(?:sql|keptSql|keptFrom|from)(?:<[^`]*>)?`/g
const OWN_SUM = /\b(?:sum|avg|percentile_\w+)\((?!\$\{value\}|')/g
const SQL_OF_REPORTS = {
  seen: [
    ['takings.ts', "const rows = await tx.rows(list.from`bill b where ${tx.own('b')}`)"],
    ['takings.ts', 'value: sql`-l.amount`,'],
    ['takings.ts', 'select({ paid: sql<string | null>`max(b.paid_amount)::text` })'],
    ['run.ts', 'paid: sql<string>`sum(b.paid_amount)::text`'],
    ['faces.ts', "sql`(select avg(i.qty) from bill_item i where ${tx.own('i')})`"],
  ],
  unseen: [
    ['takings.ts', "of('takings', ['day', 'clinic'], 'C1 C2')"],
    ['drill.ts', 'sum: sql<string | null>`sum(${value})::text`'],
    ['faces.ts', "sum('principal', '本金余额'), sql`p.name`"],
  ],
}

/** Reports that count something by themselves, beside the figures. */
function sqlOfReports() {
  const count = (/** @type {string} */ file, /** @type {string} */ text) =>
    text.match(REPORT_MACHINE.includes(file) ? OWN_SUM : ANY_SQL)?.length ?? 0
  const wrongly = [
    ...SQL_OF_REPORTS.seen.filter(([file = '', text = '']) => count(file, text) === 0),
    ...SQL_OF_REPORTS.unseen.filter(([file = '', text = '']) => count(file, text) > 0),
  ]
  if (wrongly.length > 0) return wrongly.map(([, text]) => `SQL of a report is seen wrongly: ${text}`)
  return filesUnder(REPORTS)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => count(path.posix.relative(REPORTS, file), readFileSync(path.join(root, file), 'utf8')) > 0)
    .map((file) => `${file} counts by SQL of its own: declare the figure in reporting/figures and name its code`)
}

const problems = [
  ...checkStructure(),
  ...handMadeLists(),
  ...actingFiles(),
  ...bareStates(),
  ...numberedRefusals(),
  ...saidByHandInSql(),
  ...sqlOfReports(),
]
process.stdout.write(problems.map((line) => `${line}\n`).join(''))
process.exitCode = problems.length > 0 ? 1 : 0
