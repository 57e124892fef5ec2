import type { Closing, StoryEvent, StoryEvents } from './events.ts'
import type { Company } from './organisation.ts'
import type { World } from './world.ts'

/** A picture of the demo that is written into the file store when the demo is. */
export interface DemoFile {
  key: string
  bytes: Buffer
  mediaType: string
}

/** What a listener works with. */
export interface Scene {
  /** Time, dice and rows; the dice are the listener's own unless it says otherwise. */
  world: World
  companies: readonly Company[]
  passwordHash: string
  /** Tells what follows from what was heard. */
  tell: <E extends StoryEvent>(name: E, event: StoryEvents[E]) => void
  /** Lets something happen at the beginning of a later day of the story; at once when that day is before the first. */
  onDay: (day: number, task: () => void) => void
  keepFile: (file: DemoFile) => void
}

type HeardEvents = { [E in StoryEvent]?: (event: StoryEvents[E]) => void }
type Handlers = HeardEvents & { [C in Closing]?: () => void | Promise<void> }

/** What one module makes of the story: its rows. */
export interface Listener {
  module: string
  /** Which part of the module, where several listen; its dice are its own. */
  part?: string
  /**
   * `own`: a stream that follows from the module's name, so that whatever it draws moves no other module's figures.
   * `story`: the stream of the story itself, of those who have always drawn from it; nobody new.
   */
  dice: 'own' | 'story'
  hear: (scene: Scene) => Handlers
}

/** Tells what happens to everybody who listens, in their order. */
export class Story implements Scene {
  readonly #audience: readonly Handlers[]
  readonly #later = new Map<number, (() => void)[]>()
  readonly files: DemoFile[] = []

  constructor(
    readonly world: World,
    readonly companies: readonly Company[],
    readonly passwordHash: string,
    /** The first day that dawns. */
    readonly firstDay: number,
    listeners: readonly Listener[],
  ) {
    this.#audience = listeners.map(({ module, part, dice, hear }) =>
      hear({
        world: dice === 'story' ? world : world.withDice(world.r.of(part ?? module)),
        companies,
        passwordHash,
        tell: (name, event) => this.tell(name, event),
        onDay: (day, task) => this.onDay(day, task),
        keepFile: (file) => this.keepFile(file),
      }),
    )
  }

  tell<E extends StoryEvent>(name: E, event: StoryEvents[E]): void {
    for (const handlers of this.#audience) {
      const heard: HeardEvents = handlers
      heard[name]?.(event)
    }
  }

  onDay(day: number, task: () => void): void {
    if (day <= this.firstDay) return task()
    const list = this.#later.get(day)
    if (list) list.push(task)
    else this.#later.set(day, [task])
  }

  /** A day begins. */
  dawn(day: number): void {
    for (const task of this.#later.get(day) ?? []) task()
  }

  /** The days are over: one listener after the other. */
  async close(closing: Closing): Promise<void> {
    for (const handlers of this.#audience) await handlers[closing]?.()
  }

  keepFile(file: DemoFile): void {
    this.files.push(file)
  }
}
