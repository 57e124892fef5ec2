import { Worker } from 'node:worker_threads'
import type { createPdf } from 'pdfmake'

/** A document to be laid out: data alone, since it goes to another thread. */
export interface PdfSource {
  definition: Parameters<typeof createPdf>[0]
  /** Words at the left of each page's foot; the page's number stands at the right. */
  foot: { words: string; side: number }
  /** Colour of the paper, '#rrggbb'; white when left out. */
  background?: string
}

const WORKER = new URL('./pdf-worker.mjs', import.meta.url)
const HEAP_MB = 512
/** What a paper leaves behind is cleared early: many in a row stay small. */
const YOUNG_MB = 16
/** A sheet of a few pages takes less than a second; what takes so long will not come. */
const DEADLINE_MS = 60_000

interface Waiting {
  done(bytes: Buffer): void
  failed(error: Error): void
  late: NodeJS.Timeout
}

const waiting = new Map<number, Waiting>()
let worker: Worker | null = null
let last = 0

/** Ends the thread and tells all who wait for it why. */
function giveUp(error: Error): void {
  const ended = worker
  worker = null
  for (const [id, each] of waiting) {
    clearTimeout(each.late)
    waiting.delete(id)
    each.failed(error)
  }
  void ended?.terminate()
}

/** The one thread that lays out; it keeps no process alive. */
function running(): Worker {
  if (worker) return worker
  const started = new Worker(WORKER, {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    env: {},
    execArgv: [],
  })
  started.on('message', ({ id, bytes, problem }: { id: number; bytes?: Uint8Array; problem?: string }) => {
    const asked = waiting.get(id)
    if (!asked) return
    waiting.delete(id)
    clearTimeout(asked.late)
    if (waiting.size === 0) started.unref()
    if (bytes) asked.done(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    else asked.failed(new Error(`PDF: ${problem}`))
  })
  started.on('error', (error) => worker === started && giveUp(error))
  started.on('exit', () => worker === started && giveUp(new Error('PDF: the thread ended')))
  worker = started
  return started
}

/** Lays out one document. Documents wait for each other: one thread does them all, with fonts opened in it. */
export function renderPdf(source: PdfSource): Promise<Buffer> {
  return new Promise((done, failed) => {
    last += 1
    const id = last
    const late = setTimeout(() => giveUp(new Error(`PDF: not done after ${DEADLINE_MS} ms`)), DEADLINE_MS)
    waiting.set(id, { done, failed, late })
    const thread = running()
    thread.ref()
    thread.postMessage({ id, ...source })
  })
}
