// How much JavaScript (gzip) the browser loads for each screen, against the limits below: node scripts/bundle-sizes.mjs
// Builds the web app first when it is not up to date. Exit code 1 when something is over its limit.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { staleTargets } from './lib/build.mjs'
import { requireNode, root } from './lib/install.mjs'
import { runToEnd } from './lib/process.mjs'

const KILOBYTE = 1024
/**
 * In kB of gzip. login: all of it. first: all that the first screen after it needs. kit: that, and what every signed-in
 * page fetches once it is idle; the list of screens is in both and grows with each of them, as the fields of a patient do.
 * screen: what it adds to these.
 */
const LIMITS = { login: 150, first: 280, kit: 378, screen: 100 }
const ENTRY = 'index.html'
const LOGIN = 'src/app/areas/entrance/login.tsx'
const FIRST = 'src/app/areas/appointments/dashboard.tsx'
const KIT = 'src/ui/controls.ts'
const AREAS = 'src/app/areas'
/** The page of records and the editor that it fetches at once. */
const RECORD = ['src/app/areas/records/patient-medical-record.tsx', 'src/features/record/RecordEditor.tsx']
/** What comes with one kind of record: everything of its folder, with dialogs, print sheet and second screen, beyond RECORD. */
const KINDS = [
  { screen: '牙周病历（全部，病历编辑之外）', folder: 'src/features/perio/', limit: 60 },
  { screen: '正畸病历（全部，病历编辑之外）', folder: 'src/features/orthodontic/', limit: 80 },
]
/** Pages whose limit counts what they draw a moment later too. */
const WHOLE = [
  { page: 'src/app/areas/records/perio-print.tsx', draws: 'src/features/perio/PrintSheet.tsx', limit: 60 },
  { page: 'src/app/areas/records/perio-screen.tsx', draws: 'src/features/perio/SecondScreen.tsx', limit: 60 },
  { page: 'src/app/areas/records/orthodontics.tsx', draws: 'src/features/orthodontic/CasePage.tsx', limit: 80 },
]

/** @typedef {{ file: string, src?: string, imports?: string[], dynamicImports?: string[] }} Chunk */

requireNode()
if (staleTargets().some(({ target }) => target === 'web')) {
  const build = path.join(root, 'scripts', 'build.mjs')
  const code = await runToEnd(process.execPath, [build], { stdio: ['ignore', 2, 2] })
  if (code !== 0) process.exit(code)
}

const dist = path.join(root, 'web', 'dist')
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8'))

/** Not imported statically, but loaded at once for whoever is signed in. */
const FRAME = ['src/app/house.tsx', 'src/app/layout/Layout.tsx'].map(keyOf)

/** @type {Map<string, number>} */
const sizes = new Map()
/** @param {string} name of a chunk in the manifest */
function sizeOf(name) {
  const { file } = chunkOf(name)
  if (!file.endsWith('.js')) return 0
  const size = sizes.get(file) ?? gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length
  sizes.set(file, size)
  return size
}

/**
 * The key of a source file's chunk: the file itself, or its bare name where several chunks share the file.
 * @param {string} source
 */
function keyOf(source) {
  const shared = path.basename(source, path.extname(source))
  const key = Object.keys(manifest).find((one) => one === source || manifest[one]?.name === shared)
  if (!key) throw new Error(`网页构建的清单中没有 ${source}`)
  return key
}

/** @param {string} name */
function chunkOf(name) {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`网页构建的清单中没有 ${name}`)
  return chunk
}

/**
 * A chunk with everything that it imports statically.
 * @param {string[]} names
 * @param {Set<string>} loaded
 */
function closure(names, loaded = new Set()) {
  for (const name of names) {
    if (loaded.has(name)) continue
    loaded.add(name)
    closure(chunkOf(name).imports ?? [], loaded)
  }
  return loaded
}

/** Every page that an area names, and what else of an area is loaded by itself. */
function pages() {
  const web = path.join(root, 'web')
  const named = readdirSync(path.join(web, AREAS)).flatMap((area) => {
    const index = path.join(web, AREAS, area, 'index.ts')
    if (!existsSync(index)) return []
    const imports = readFileSync(index, 'utf8').matchAll(/import\('([^']+)'\)/g)
    return [...imports].map(([, file = '']) => path.relative(web, path.join(path.dirname(index), file)))
  })
  const byItself = Object.keys(manifest).filter((one) => one.startsWith(`${AREAS}/`) && one.endsWith('.tsx'))
  return [...new Set([...named, ...byItself])].sort()
}

/** @param {Iterable<string>} names */
const total = (names) => [...names].reduce((sum, name) => sum + sizeOf(name), 0)

const first = closure([ENTRY, ...FRAME, FIRST])
const kit = closure([keyOf(KIT)], new Set(first))

/** @type {{ screen: string, chunks: Set<string>, limit: number }[]} */
const rows = [
  { screen: '登录（全部）', chunks: closure([ENTRY, LOGIN]), limit: LIMITS.login },
  { screen: '登录后首屏 dashboard（全部）', chunks: first, limit: LIMITS.first },
  { screen: '首屏与空闲时取的控件', chunks: kit, limit: LIMITS.kit },
]
for (const name of pages().filter((one) => one !== LOGIN && one !== FIRST)) {
  const whole = WHOLE.find(({ page }) => page === name)
  const added = new Set([...closure(whole ? [name, whole.draws] : [name])].filter((one) => !kit.has(one)))
  rows.push({ screen: path.relative(AREAS, name), chunks: added, limit: whole?.limit ?? LIMITS.screen })
}
const record = closure(RECORD, new Set(kit))
for (const { screen, folder, limit } of KINDS) {
  const names = Object.keys(manifest).filter((one) => one.startsWith(folder))
  if (names.length === 0) throw new Error(`网页构建的清单中没有 ${folder}`)
  rows.push({ screen, chunks: new Set([...closure(names)].filter((one) => !record.has(one))), limit })
}

let over = 0
/** @param {number} bytes */
const kilobytes = (bytes) => (bytes / KILOBYTE).toFixed(1).padStart(7)
for (const { screen, chunks, limit } of rows) {
  const size = total(chunks)
  const tooLarge = size > limit * KILOBYTE
  process.stdout.write(`${tooLarge ? '✗' : '✓'} ${kilobytes(size)} kB ≤ ${String(limit).padStart(3)}  ${screen}\n`)
  if (!tooLarge) continue
  over += 1
  const largest = [...chunks].sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 8)
  for (const name of largest) process.stdout.write(`    ${kilobytes(sizeOf(name))} kB  ${chunkOf(name).src ?? name}\n`)
}
if (over > 0) process.stdout.write(`${over} 处超出上限\n`)
process.exit(over > 0 ? 1 : 0)
