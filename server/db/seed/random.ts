import { createHash } from 'node:crypto'

/** A small generator of repeatable chance (sfc32): the same seed gives the same demo. */
export class Random {
  readonly #seed: number
  #a: number
  #b: number
  #c: number
  #d = 1
  /** The moment of the last id, and what its id began with: many things happen at one moment. */
  #moment = Number.NaN
  #time = ''

  constructor(seed: number) {
    this.#seed = seed
    this.#a = 0x9e3779b9
    this.#b = 0x243f6a88
    this.#c = seed | 0
    for (let i = 0; i < 15; i += 1) this.next()
  }

  /**
   * A stream of its own, of a module or of a subject within it: it follows from the seed and the names alone, so that what
   * is drawn from one stream changes nothing in another.
   */
  of(...names: readonly string[]): Random {
    const digest = createHash('sha256')
      .update(JSON.stringify([this.#seed, ...names]))
      .digest()
    return new Random(digest.readInt32LE(0))
  }

  /** 0 ≤ n < 1. */
  next(): number {
    const t = (this.#a + this.#b + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (this.#c << 21) | (this.#c >>> 11)
    this.#c = (this.#c + t) | 0
    return (t >>> 0) / 4294967296
  }

  /** A whole number from low to high, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('nothing to pick from')
    return list[Math.floor(this.next() * list.length)] as T
  }

  weighted<T>(list: readonly (readonly [T, number])[]): T {
    let left = this.next() * list.reduce((total, [, weight]) => total + weight, 0)
    for (const [value, weight] of list) {
      left -= weight
      if (left < 0) return value
    }
    return (list.at(-1) as readonly [T, number])[0]
  }

  shuffle<T>(list: readonly T[]): T[] {
    const copy = [...list]
    for (let i = copy.length - 1; i > 0; i -= 1) {
      const j = this.int(0, i)
      ;[copy[i], copy[j]] = [copy[j] as T, copy[i] as T]
    }
    return copy
  }

  /** A version 7 UUID whose time is given and whose other bits come from this generator. */
  uuid(at: Date): string {
    const moment = at.getTime()
    if (moment !== this.#moment) {
      const time = Math.max(0, moment).toString(16).padStart(12, '0')
      this.#moment = moment
      this.#time = `${time.slice(0, 8)}-${time.slice(8)}-7`
    }
    const three = HEX[Math.floor(this.next() * 4096)] as string
    const variant = VARIANTS[Math.floor(this.next() * 4)] as string
    const more = HEX[Math.floor(this.next() * 4096)] as string
    const six = Math.floor(this.next() * 16_777_216)
    const last = Math.floor(this.next() * 16_777_216)
    return `${this.#time}${three}-${variant}${more}-${HEX[six >> 12]}${HEX[six & 4095]}${HEX[last >> 12]}${HEX[last & 4095]}`
  }
}

/** Three hexadecimal digits. */
const HEX = Array.from({ length: 4096 }, (_, n) => n.toString(16).padStart(3, '0'))
const VARIANTS = ['8', '9', 'a', 'b']
