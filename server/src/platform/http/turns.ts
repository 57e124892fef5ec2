import type { AnyCall } from '@dentin/contract/core/call'

/**
 * Requests for one thing that are at work at the same time. One changes it; a few more get ready meanwhile, and the rest wait
 * without a connection: all of them at once would take the time of the one that the others wait for.
 */
const AT_WORK = 3

/** Queues before things that many requests name, each in the order of arrival. */
export class Turns {
  readonly #queues = new Map<string, { working: number; waiting: (() => void)[] }>()

  /** Waits until it is a request's turn for each of some things, and does its work. */
  async take<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
    // In one order, so that no two requests wait for each other.
    const sorted = [...new Set(names)].sort()
    const held: string[] = []
    try {
      for (const name of sorted) {
        await this.#enter(name)
        held.push(name)
      }
      return await work()
    } finally {
      for (const name of held) this.#leave(name)
    }
  }

  #enter(name: string): Promise<void> | undefined {
    const queue = this.#queues.get(name) ?? { working: 0, waiting: [] }
    this.#queues.set(name, queue)
    if (queue.working >= AT_WORK) return new Promise((resolve) => queue.waiting.push(resolve))
    queue.working += 1
    return undefined
  }

  #leave(name: string): void {
    const queue = this.#queues.get(name)
    if (!queue) return
    const next = queue.waiting.shift()
    // The place goes over to the next in the queue.
    if (next) return next()
    queue.working -= 1
    if (queue.working === 0) this.#queues.delete(name)
  }
}

/** What a request takes turns for, out of a body that nobody has checked yet. */
export function turnsOf({ turns }: Pick<AnyCall, 'turns'>, body: unknown): string[] {
  const list = turns && (body as Record<string, unknown> | null | undefined)?.[turns.list]
  if (!Array.isArray(list)) return []
  return list
    .slice(0, MOST_NAMES)
    .map((entry: unknown) => (entry as Record<string, unknown> | null)?.[turns?.field ?? ''])
    .filter((name) => typeof name === 'string')
}
const MOST_NAMES = 20
