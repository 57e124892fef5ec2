// Figures of the house: how long files are, and what is still said by hand. npm run -s house
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { filesUnder } from './lib/inputs.mjs'
import { root } from './lib/install.mjs'

/** What is made by a program and read by nobody. */
const GENERATED = /database\/types\.ts$/
const sources = ['packages', 'server/src', 'web/src']
  .flatMap(filesUnder)
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !GENERATED.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
const server = sources.filter(({ file }) => file.startsWith('server/'))
const modules = server.filter(({ file }) => file.startsWith('server/src/modules/'))
const web = sources.filter(({ file }) => file.startsWith('web/'))

/**
 * @param {{ text: string }[]} files
 * @param {RegExp} what
 */
const count = (files, what) => files.reduce((sum, { text }) => sum + (text.match(what)?.length ?? 0), 0)

const lengths = sources.map(({ text }) => text.split('\n').length).sort((a, b) => a - b)
const at = (/** @type {number} */ share) =>
  lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))] ?? 0
const long = (100 * lengths.filter((lines) => lines > 300).length) / lengths.length

const declared = server
  .filter(({ file }) => /modules\/[^/]+\/index\.ts$/.test(file))
  .reduce((sum, { text }) => sum + (/\breads: \[([^\]]*)\]/.exec(text)?.[1]?.match(/'\w+'/g)?.length ?? 0), 0)

/** @type {[what: string, now: string, goal: string][]} */
const figures = [
  ['product files', String(sources.length), ''],
  ['lines of a file: median / p90', `${at(0.5)} / ${at(0.9)}`, '63 / 210'],
  ['files over 300 lines', `${long.toFixed(1)} %`, '≤ 4 %'],
  ['tables of modules on the left that modules say they read', String(declared), 'only declared ones'],
  // Tests refuse both.
  ['tables of modules on the right that are read', '0', '0'],
  ['tables with two writers', '0', '0'],
  ['asserted row types in SQL', String(count(server, /\.(?:rows|row|need)</g)), 'falling'],
  ['columns renamed by hand in SQL', String(count(server, / as "[a-z]\w*"/g)), 'falling'],
  ['tenant conditions by hand in SQL', String(count(server, /tenant_id = \$\{/g)), 'falling'],
  ['bare status numbers in pages', String(count(web, /\b\w*[sS]tatus\)? (?:===|!==|<=|>=|<|>) \d(?!\d)/g)), '0'],
  [
    'bare status numbers on the server',
    String(
      count(modules, /\bstatus (?:=|<>|<=|>=|<|>) \d(?!\d)/g) +
        count(modules, /\bstatus (?:not )?in \(\d/g) +
        count(modules, /\b\w*[sS]tatus (?:===|!==|<=|>=|<|>) \d(?!\d)/g),
    ),
    '0',
  ],
]
const wide = Math.max(...figures.map(([what]) => what.length))
for (const [what, now, goal] of figures)
  process.stdout.write(`${what.padEnd(wide)}  ${now.padStart(10)}  ${goal ? `goal ${goal}` : ''}`.trimEnd() + '\n')
