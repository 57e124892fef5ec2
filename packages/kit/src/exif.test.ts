import { describe, expect, it } from 'vitest'
import { formatDateTime } from './datetime.ts'
import { exifOf, readTaken } from './exif.ts'

/** An EXIF block with the camera's name and the time of taking, in either order of bytes. */
function block(little: boolean, time: string, model = 'DSLR X'): Uint8Array {
  const bytes = new Uint8Array(200)
  const view = new DataView(bytes.buffer)
  const put = (at: number, words: string) => bytes.set(new TextEncoder().encode(words), at)
  const tag = (at: number, id: number, type: number, count: number, value: number) => {
    view.setUint16(at, id, little)
    view.setUint16(at + 2, type, little)
    view.setUint32(at + 4, count, little)
    view.setUint32(at + 8, value, little)
  }
  put(0, 'Exif')
  const base = 6
  put(base, little ? 'II' : 'MM')
  view.setUint16(base + 2, 42, little)
  view.setUint32(base + 4, 8, little)
  view.setUint16(base + 8, 2, little)
  tag(base + 10, 0x0110, 2, model.length + 1, 100)
  tag(base + 22, 0x8769, 4, 1, 60)
  view.setUint16(base + 60, 1, little)
  tag(base + 62, 0x9003, 2, 20, 130)
  put(base + 100, model)
  put(base + 130, time)
  return bytes
}
const jpeg = (exif: Uint8Array, before = 0): Uint8Array => {
  const other = [0xff, 0xe0, 0, before + 2, ...Array.from({ length: before }, () => 1)]
  const size = exif.length + 2
  return new Uint8Array([0xff, 0xd8, ...other, 0xff, 0xe1, size >> 8, size & 255, ...exif, 0xff, 0xda, 0, 2])
}

describe('what a camera wrote', () => {
  it.each([true, false])('time by the country’s clock and camera, little-endian %s', (little) => {
    const { shotTime, device } = readTaken(block(little, '2026:11:18 09:30:05'))
    expect([shotTime && formatDateTime(shotTime), device]).toEqual(['2026-11-18 09:30:05', 'DSLR X'])
  })
  it('garbled times, cut blocks and none say nothing', () => {
    expect(readTaken(block(true, '2026:13:41 09:30:05')).shotTime).toBeNull()
    expect(readTaken(block(true, '0000:00:00 00:00:00')).shotTime).toBeNull()
    expect(readTaken(block(true, '2026:11:18 09:30:05').subarray(0, 60))).toEqual({ shotTime: null, device: '' })
    expect(readTaken(null)).toEqual({ shotTime: null, device: '' })
  })
  it('is found in a jpeg behind other segments, and only whole', () => {
    const exif = block(false, '2026:11:18 09:30:05')
    expect(readTaken(exifOf(jpeg(exif, 20))).device).toBe('DSLR X')
    expect(exifOf(jpeg(exif, 20).subarray(0, 90))).toBeNull()
    expect(exifOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47]))).toBeNull()
    expect(exifOf(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0]))).toBeNull()
  })
})
