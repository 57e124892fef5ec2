import { parseDateTime } from './datetime.ts'

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
const LONGEST_TEXT = 200
const EXIF = 'Exif'
const JPEG = 0xffd8
const APP1 = 0xffe1
const SCAN = 0xffda

const latin = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length))

/**
 * Reads time and camera of an EXIF block. What is garbled says nothing.
 * @param exif with or without its head `Exif\0\0`
 */
export function readTaken(exif: Uint8Array | null | undefined): Taken {
  const nothing: Taken = { shotTime: null, device: '' }
  if (!exif || exif.length < 14) return nothing
  const body = exif.subarray(latin(exif, 0, 4) === EXIF ? 6 : 0)
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  const little = latin(body, 0, 2) === 'II'
  const u16 = (at: number) => view.getUint16(at, little)
  const u32 = (at: number) => view.getUint32(at, little)
  const tags = (at: number): Map<number, { type: number; count: number; at: number }> => {
    const found = new Map<number, { type: number; count: number; at: number }>()
    for (let n = 0; n < Math.min(u16(at), MOST_TAGS); n++) {
      const entry = at + 2 + n * 12
      found.set(u16(entry), { type: u16(entry + 2), count: u32(entry + 4), at: entry + 8 })
    }
    return found
  }
  const text = (tag: ReturnType<ReturnType<typeof tags>['get']>): string => {
    if (!tag || tag.type !== TEXT || tag.count > LONGEST_TEXT) return ''
    const from = tag.count > 4 ? u32(tag.at) : tag.at
    return new TextDecoder()
      .decode(body.subarray(from, from + tag.count))
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

/**
 * The EXIF block of a jpeg.
 * @param head the first bytes of the file: the block stands before the picture itself
 * @returns null where there is none, or not whole in these bytes
 */
export function exifOf(head: Uint8Array): Uint8Array | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (head.length < 4 || view.getUint16(0) !== JPEG) return null
  for (let at = 2; at + 4 <= head.length;) {
    const marker = view.getUint16(at)
    const length = view.getUint16(at + 2)
    if (marker === SCAN || marker < 0xff00 || length < 2) return null
    if (marker === APP1 && latin(head, at + 4, 4) === EXIF)
      return at + 2 + length <= head.length ? head.subarray(at + 4, at + 2 + length) : null
    at += 2 + length
  }
  return null
}
