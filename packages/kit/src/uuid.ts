/** The time and 32-bit counter of the last id of a series. */
interface Series {
  asked: number
  time: number
  counter: number
}

const byClock: Series = { asked: -1, time: -1, counter: 0 }
const byGivenTime: Series = { asked: -1, time: -1, counter: 0 }

const LARGEST_TIME = 2 ** 48 - 1
const COUNTERS = 2 ** 32

/** Moves a series on: to a new time with a fresh random counter in the lower half, or by one within the same time. */
function advance(series: Series, time: number, restart: boolean, random: number): void {
  if (restart) {
    series.time = time
    series.counter = random % (COUNTERS / 2)
  } else {
    series.counter += 1
    if (series.counter === COUNTERS) {
      series.time += 1
      series.counter = 0
    }
  }
  series.asked = time
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
/** Random bytes for 256 ids: asking for them costs more than making an id. */
const POOL = new Uint8Array(4096)
let used = POOL.length

/** Sixteen random bytes that nobody has had. */
function random16(): { bytes: Uint8Array; view: DataView } {
  if (used === POOL.length) {
    globalThis.crypto.getRandomValues(POOL)
    used = 0
  }
  const bytes = POOL.slice(used, (used += 16))
  return { bytes, view: new DataView(bytes.buffer) }
}

/**
 * A version 7 UUID (RFC 9562): 48 bits of milliseconds, a 32-bit counter, 42 random bits. Lower case with hyphens.
 * Ids made one after another in a process sort in the order they were made, also within a millisecond and when the clock
 * is set back.
 * @param now milliseconds since 1970 the id should carry, for records of the past; the clock when left out. Ids asked for
 *   the same time in a row sort in order; they do not disturb the ids made by the clock.
 * @throws RangeError when now is not a whole number of milliseconds within 48 bits
 */
export function uuidv7(now?: number): string {
  const time = now ?? Date.now()
  if (!Number.isInteger(time) || time < 0 || time > LARGEST_TIME) throw new RangeError(`时间戳不正确：${time}`)
  const { bytes, view } = random16()
  const series = now === undefined ? byClock : byGivenTime
  const restart = now === undefined ? time > series.time : time !== series.asked
  advance(series, time, restart, view.getUint32(0))
  const { counter } = series
  view.setUint16(0, Math.floor(series.time / COUNTERS))
  view.setUint32(2, series.time % COUNTERS)
  view.setUint16(6, 0x7000 | (counter >>> 20))
  view.setUint16(8, 0x8000 | ((counter >>> 6) & 0x3fff))
  view.setUint8(10, ((counter & 0x3f) << 2) | (view.getUint8(10) & 0x03))
  let text = ''
  for (let n = 0; n < 16; n++) {
    if (n === 4 || n === 6 || n === 8 || n === 10) text += '-'
    text += HEX[bytes[n] ?? 0] ?? ''
  }
  return text
}

/** Whether a text is a UUID of any version (RFC 9562 variant), hyphenated, in either case. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(text)
}
