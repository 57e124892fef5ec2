/** Where the product reads the time. Nothing else calls `new Date()` for the present. */
export interface Clock {
  now(): Date
}

/** The machine's clock, moved by a fixed offset when a demonstration day is wanted. */
export function systemClock(offsetMs = 0): Clock {
  return { now: () => new Date(Date.now() + offsetMs) }
}

/** A clock that a test sets and moves. */
export class TestClock implements Clock {
  #at: number
  constructor(at: Date) {
    this.#at = at.getTime()
  }
  now(): Date {
    return new Date(this.#at)
  }
  set(at: Date): void {
    this.#at = at.getTime()
  }
  advance(minutes: number): void {
    this.#at += minutes * 60_000
  }
}
