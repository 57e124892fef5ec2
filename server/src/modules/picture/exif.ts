import { parseDateTime } from '@dentin/kit'

/** What a camera wrote into a picture, as far as it is kept: never the place. */
export interface Taken {
  shotTime: Date | null
  device: string
}

const MODEL = 0x0110
const TAKEN = 0x9003
const DETAILS = 0x8769
const TEXT = 2
/** A directory of a real camera holds fewer. */
const MOST_TAGS = 200

/** Reads time and camera of an EXIF block, as sharp hands it over. What is garbled says nothing. */
export function readTaken(exif: Buffer | undefined): Taken {
  const nothing = { shotTime: null, device: '' }
  if (!exif || exif.length < 14) return nothing
  const body = exif.subarray(exif.toString('latin1', 0, 4) === 'Exif' ? 6 : 0)
  const little = body.toString('latin1', 0, 2) === 'II'
  const u16 = (at: number) => (little ? body.readUInt16LE(at) : body.readUInt16BE(at))
  const u32 = (at: number) => (little ? body.readUInt32LE(at) : body.readUInt32BE(at))
  const tags = (at: number): Map<number, { type: number; count: number; at: number }> => {
    const found = new Map<number, { type: number; count: number; at: number }>()
    for (let n = 0; n < Math.min(u16(at), MOST_TAGS); n++) {
      const entry = at + 2 + n * 12
      found.set(u16(entry), { type: u16(entry + 2), count: u32(entry + 4), at: entry + 8 })
    }
    return found
  }
  const text = (tag: ReturnType<ReturnType<typeof tags>['get']>): string => {
    if (!tag || tag.type !== TEXT || tag.count > 200) return ''
    const from = tag.count > 4 ? u32(tag.at) : tag.at
    return body
      .toString('utf8', from, from + tag.count)
      .replace(/[\p{Cc}\p{Cf}\ufffd]/gu, '')
      .trim()
  }
  try {
    const top = tags(u32(4))
    const details = top.get(DETAILS)
    const said = details ? text(tags(u32(details.at)).get(TAKEN)) : ''
    return { shotTime: momentOf(said), device: text(top.get(MODEL)).slice(0, 80) }
  } catch {
    return nothing
  }
}

/** `2026:11:20 09:30:00`, by the clock of the camera: of the country. */
function momentOf(said: string): Date | null {
  const [, year, month, day, time] = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(said) ?? []
  if (!year || year < '1990' || year > '2100') return null
  try {
    return parseDateTime(`${year}-${month}-${day} ${time}`)
  } catch {
    return null
  }
}
