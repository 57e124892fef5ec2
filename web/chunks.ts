import path from 'node:path'
import { build, type PluginOption, type Rolldown } from 'vite'

/** The share of all pages that need a module before it goes into the common file … */
const COMMON = 1 / 7
/** … and of the pages of one area, before it goes into that area's file: what fewer need stays with them. */
const OF_AREA = 1 / 3
const REACT = /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler|cookie|set-cookie-parser)[\\/]/
const START = /^src\/app\/[^/]+\.tsx?$/
const SIGN_IN = 'src/app/areas/entrance/login.tsx'
const FRAME = ['src/app/layout/Layout.tsx', 'src/features/identity/account-actions.ts']
const FIRST = 'src/app/areas/appointments/dashboard.tsx'
const CONTROLS = 'src/ui/controls.ts'
/** What can be asked of reports: by their many doors and a few pages beside them, which would take it into every page. */
const ASKED = /[\\/]contract[\\/]src[\\/]report\.ts$/
/** The page that stands behind every door of the reports. */
const REPORT = 'src/features/report/ReportPage.tsx'
const DATES = 'src/ui/form/DateField.tsx'
const PAGE = /^src\/app\/areas\/([^/]+)\/[^/]+\.tsx$/
/** What is printed: many pages need it, and the charge desk none of it. */
const PRINT = /[\\/]src[\\/]ui[\\/](?:layout[\\/](?:PrintPage|letterhead)|tooth[\\/]ToothCross)\./
/** What the router and the menu know of every screen and its page: asked for before any page. */
const SCREENS =
  /[\\/](?:contract[\\/]src[\\/](?:menu|areas[\\/](?:[^\\/]+[\\/])?screens)|src[\\/]app[\\/]areas[\\/](?:[^\\/]+[\\/])?index)\.ts$/

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'moduleIds' | 'facadeModuleId'>

/**
 * Which file each shared module belongs to, so that a page loads a dozen files and not a hundred: over a line with some
 * delay each further file costs more than its bytes. Taken from a first build without grouping, because only its chunks
 * tell what a page really needs once unused code is gone.
 * @returns the groups; what is in none stays with whoever needs it
 */
export async function planChunks(
  root: string,
  plugins: PluginOption[],
  rolldownOptions: Rolldown.RolldownOptions,
): Promise<Rolldown.CodeSplittingGroup[]> {
  const result = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins,
    build: { write: false, target: 'es2022', rolldownOptions },
  })) as Rolldown.RolldownOutput
  const chunks = new Map<string, Chunk>()
  for (const each of result.output) if (each.type === 'chunk') chunks.set(each.fileName, each)

  /** The modules of a chunk and of all that it imports statically. */
  const reach = (chunk: Chunk | undefined, seen = new Set<string>()): Set<string> => {
    if (!chunk || seen.has(chunk.fileName)) return seen
    seen.add(chunk.fileName)
    for (const id of chunk.moduleIds) seen.add(id)
    for (const file of chunk.imports) reach(chunks.get(file), seen)
    return seen
  }
  const all = [...chunks.values()]
  const of = (...sources: string[]) => {
    const seen = new Set<string>()
    for (const source of sources) {
      const id = path.join(root, source)
      const chunk = all.find((each) => each.moduleIds.includes(id))
      if (!chunk) throw new Error(`${source} is not in the build`)
      reach(chunk, seen)
    }
    return seen
  }

  // What is loaded by name keeps a file of its own, and so does what starts the app: it refers to every page.
  const alone = (id: string) => starts.has(id) || START.test(path.relative(root, id))
  const starts = new Set(all.map((each) => each.facadeModuleId))
  const signIn = of(SIGN_IN)
  const frame = of(...FRAME)
  const first = of(FIRST)
  const controls = of(CONTROLS)
  const dates = of(DATES)
  const areaOf = (chunk: Chunk) => PAGE.exec(path.relative(root, chunk.facadeModuleId ?? ''))?.[1]
  const pages = all.filter(areaOf)
  /** Module → area → how many of its pages need it. */
  const users = new Map<string, Map<string, number>>()
  for (const page of pages)
    for (const id of reach(page)) {
      const area = areaOf(page) ?? ''
      const counts = users.get(id) ?? new Map<string, number>()
      users.set(id, counts.set(area, (counts.get(area) ?? 0) + 1))
    }

  // One page stands behind the many doors of the reports: what they alone need comes with them, however many they are.
  const reportPages = pages.filter((page) => reach(page).has(path.join(root, REPORT)))
  const ofReports = new Map<string, number>()
  for (const page of reportPages) for (const id of reach(page)) ofReports.set(id, (ofReports.get(id) ?? 0) + 1)

  const usersOf = (id: string) => [...(users.get(id)?.values() ?? [])].reduce((sum, count) => sum + count, 0)
  const shared = (id: string, pages: number) => usersOf(id) >= pages && !signIn.has(id)
  const only = (id: string, area: string, pages: number) =>
    users.get(id)?.size === 1 && (users.get(id)?.get(area) ?? 0) >= pages && !signIn.has(id)
  const areas = [...new Set(pages.map(areaOf))].map((area = ''): [string, (id: string) => boolean] => {
    const enough = Math.max(2, Math.ceil(pages.filter((page) => areaOf(page) === area).length * OF_AREA))
    return [`area-${area}`, (id) => only(id, area, enough)]
  })
  const groups: Record<string, (id: string) => boolean> = {
    screens: (id) => SCREENS.test(id) && !signIn.has(id),
    react: (id) => REACT.test(id),
    base: (id) => frame.has(id) && signIn.has(id),
    frame: (id) => frame.has(id) && !signIn.has(id),
    controls: (id) => controls.has(id) && !signIn.has(id),
    today: (id) => first.has(id) && shared(id, 2),
    dates: (id) => dates.has(id) && !signIn.has(id),
    print: (id) => PRINT.test(id) && !signIn.has(id) && !frame.has(id),
    reports: (id) => (ofReports.get(id) ?? 0) >= reportPages.length / 2 && ofReports.get(id) === usersOf(id),
    asked: (id) => ASKED.test(id),
    common: (id) => shared(id, Math.ceil(pages.length * COMMON)),
    ...Object.fromEntries(areas),
  }
  return Object.entries(groups).map(([name, member], i, { length }) => ({
    name,
    test: (id: string) => !alone(id) && member(id),
    priority: length - i,
    includeDependenciesRecursively: false,
  }))
}
