import { formatDateTime } from '@dentin/kit'
import { crc32, deflateRawSync } from 'node:zlib'

/** One file of a zip. */
export interface ZipFile {
  /** With its folders: '病历/BL261124-0001.pdf'. */
  name: string
  bytes: Buffer
}

/** Names are UTF-8. */
const UTF8 = 0x0800
const DEFLATED = 8
const STORED = 0
const NEEDED = 20

/** Day and time as a zip has them, by the clock in Shanghai, in steps of two seconds. */
function dosTime(at: Date): { time: number; day: number } {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = formatDateTime(at).split(/\D/).map(Number)
  return { time: (hour << 11) | (minute << 5) | (second >> 1), day: ((year - 1980) << 9) | (month << 5) | day }
}

/** A zip of a few files, whole in memory. The same files at the same moment make the same bytes. */
export function zipOf(files: readonly ZipFile[], at: Date): Buffer {
  const { time, day } = dosTime(at)
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const title = Buffer.from(name)
    const packed = deflateRawSync(bytes)
    // What is packed already, as most of a PDF is, goes in as it is.
    const [method, body] = packed.length < bytes.length ? [DEFLATED, packed] : [STORED, bytes]
    const common = Buffer.alloc(26)
    common.writeUInt16LE(NEEDED, 0)
    common.writeUInt16LE(UTF8, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt16LE(time, 6)
    common.writeUInt16LE(day, 8)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(body.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(title.length, 22)
    parts.push(Buffer.from('PK\u0003\u0004'), common, title, body)
    const end = Buffer.alloc(14)
    end.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([NEEDED, 0]), common, end, title)
    offset += 4 + common.length + title.length + body.length
  }
  const index = Buffer.concat(directory)
  const tail = Buffer.alloc(18)
  tail.writeUInt16LE(files.length, 4)
  tail.writeUInt16LE(files.length, 6)
  tail.writeUInt32LE(index.length, 8)
  tail.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, index, Buffer.from('PK\u0005\u0006'), tail])
}
