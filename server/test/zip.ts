import { deflateRawSync } from 'node:zlib'

/** The parts list of a workbook that has nothing else. */
export const CONTENT_TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'

/** One part of a zip, with the size it claims to unpack into. */
export function zipEntry(name: string, body: Buffer | string, claimed = Buffer.byteLength(body)) {
  const packed = deflateRawSync(body)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(claimed, 22)
  local.writeUInt16LE(name.length, 26)
  return { name, packed, claimed, local: Buffer.concat([local, Buffer.from(name), packed]) }
}

/** A zip with these parts. */
export function zipOf(...parts: ReturnType<typeof zipEntry>[]): Buffer {
  let at = 0
  const central = parts.map((part) => {
    const head = Buffer.alloc(46)
    head.writeUInt32LE(0x02014b50, 0)
    head.writeUInt16LE(20, 6)
    head.writeUInt16LE(8, 10)
    head.writeUInt32LE(part.packed.length, 20)
    head.writeUInt32LE(part.claimed, 24)
    head.writeUInt16LE(part.name.length, 28)
    head.writeUInt32LE(at, 42)
    at += part.local.length
    return Buffer.concat([head, Buffer.from(part.name)])
  })
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(Buffer.concat(central).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts.map(({ local }) => local), ...central, end])
}
