/** Runs the browser journeys (`*.journey.ts`), each on a demo database of its own. Last line: `journeys: N passed, N failed`. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { startDemoCluster, startStack, type DemoCluster, type Stack } from './stack.ts'

/** One journey: a name in plain words and its steps. Throws when something is not as it should be. */
export interface Journey {
  name: string
  /** It measures a time: nothing else runs beside it. */
  alone?: boolean
  run(world: { browser: Browser; stack: Stack; cluster: DemoCluster }): Promise<void>
}

interface Planned {
  file: string
  journey: Journey
}

/** A journey mostly waits for its page: two share two processors well. */
const AT_ONCE = Number(process.env.JOURNEYS_AT_ONCE ?? 2)

const wanted = process.argv.slice(2)
const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.journey.ts') && (wanted.length === 0 || wanted.some((each) => file.includes(each))))
  .sort()
const cluster = await startDemoCluster()
const planned: Planned[] = []
for (const file of files) {
  const { journeys } = (await import(pathToFileURL(path.join(import.meta.dirname, file)).href)) as {
    journeys: Journey[]
  }
  planned.push(...journeys.map((journey) => ({ file, journey })))
}
let passed = 0
let failed = 0

/** One journey on a stack of its own; what is on its pages when it fails is kept as pictures. */
async function runOne(browser: Browser, { file, journey }: Planned): Promise<void> {
  const started = Date.now()
  const stack = await startStack(cluster)
  try {
    await journey.run({ browser, stack, cluster })
    passed++
    process.stdout.write(`ok    ${journey.name} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`)
  } catch (error) {
    failed++
    process.stdout.write(`FAIL  ${journey.name}\n${(error as Error).stack ?? String(error)}\n`)
    for (const [c, context] of browser.contexts().entries()) {
      for (const [n, page] of context.pages().entries()) {
        await page
          .screenshot({ path: path.join(import.meta.dirname, 'shots', `failed-${file}-${c}-${n}.png`) })
          .catch(() => undefined)
      }
    }
  } finally {
    for (const context of browser.contexts()) await context.close().catch(() => undefined)
    await stack.stop()
  }
}

/** Takes journeys from a queue until it is empty, in a browser of its own. */
async function work(queue: Planned[]): Promise<void> {
  const browser = await launchBrowser()
  try {
    for (let next = queue.shift(); next; next = queue.shift()) await runOne(browser, next)
  } finally {
    await browser.close()
  }
}

try {
  const beside = planned.filter(({ journey }) => !journey.alone)
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, beside.length) }, () => work(beside)))
  const alone = planned.filter(({ journey }) => journey.alone)
  if (alone.length > 0) await work(alone)
} finally {
  await cluster.stop()
}
process.stdout.write(`journeys: ${passed} passed, ${failed} failed\n`)
process.exit(failed > 0 ? 1 : 0)
