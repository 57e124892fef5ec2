/** Where the product reads the time. Nothing else calls `new Date()` for the present. */
export interface Clock {
  /** The clinic's time: what is booked, worked and charged goes by it. */
  now(): Date
  /**
   * The world's time, which differs from the clinic's in a demo only: sign-in codes, sessions, one-time passwords,
   * signatures of payment gateways and the audit go by it.
   */
  realNow(): Date
}

/** The machine's clock, moved by a fixed offset when a demonstration day is wanted. */
export function systemClock(offsetMs = 0): Clock {
  const now = () => new Date(Date.now() + offsetMs)
  return { now, realNow: now }
}

/** The clock of a demo: behind the world's by a span, until it is set to the world's time. It never goes back. */
export class DemoClock implements Clock {
  #behindMs: number
  readonly #machine: () => number

  /** @param behindMs how far the clinic's time is behind, at least 0 */
  constructor(behindMs: number, machine: () => number = Date.now) {
    this.#behindMs = Math.max(0, behindMs)
    this.#machine = machine
  }
  now(): Date {
    return new Date(this.#machine() - this.#behindMs)
  }
  realNow(): Date {
    return new Date(this.#machine())
  }
  get behindMs(): number {
    return this.#behindMs
  }
  catchUp(): void {
    this.#behindMs = 0
  }
}

/** A clock that a test sets and moves. */
export class TestClock implements Clock {
  #at: number
  /** How far the clinic's time is behind the world's, as in a demo. */
  behindMs = 0
  constructor(at: Date) {
    this.#at = at.getTime()
  }
  now(): Date {
    return new Date(this.#at - this.behindMs)
  }
  realNow(): Date {
    return new Date(this.#at)
  }
  set(at: Date): void {
    this.#at = at.getTime()
  }
  advance(minutes: number): void {
    this.#at += minutes * 60_000
  }
}
