import { chartSvg } from '@dentin/clinical/drawing'
import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { framed, type paperColours, type PaperFrame } from './frame.ts'
import { renderPdf } from './pdf.ts'

const frame: PaperFrame = {
  paper: 'a4',
  clinicName: '望湖路口腔门诊部',
  clinicAddress: '望湖路 18 号',
  clinicPhone: '0551-62345678',
  title: '门诊病历',
  number: 'BL20261123-0007',
  patient: ['姓名 王镕堃', '女 34 岁'],
  verifyUrl: 'https://clinic.example/verify/ABCDEFGHJKMNPQRS',
  signatures: [{ label: '医师签名', content: '' }],
  foot: '第 1 次打印',
}

/** What the streams of a PDF say, unpacked. */
function streamsOf(pdf: Buffer): string[] {
  const texts: string[] = []
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    try {
      texts.push(inflateSync(pdf.subarray(at + 7)).toString('latin1'))
    } catch {
      // A picture or a font is packed in its own way.
    }
  }
  return texts
}

/** The signs for which the fonts of a PDF have a glyph of their own: those that its maps back to Unicode name. */
function signsIn(pdf: Buffer): Set<string> {
  const maps = streamsOf(pdf).filter((text) => text.includes('begincmap'))
  const codes = maps.flatMap((map) =>
    [...map.matchAll(/<([0-9a-f]{4}(?: ?[0-9a-f]{4})*)>/g)].map(([, hex = '']) => hex),
  )
  return new Set(codes.map((hex) => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')))
}

const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
const sizeOf = (pdf: Buffer): number[] =>
  (/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? []).slice(1).map(Number)

describe('paper', () => {
  test('rare signs of names and of dentistry have glyphs', async () => {
    const rare = [...'𬌗龘㐱镕堃ⅠⅡⅢⅣⅤ±㎜']
    const signs = signsIn(await renderPdf(framed(frame, [{ text: `${rare.join('')} \u0e01` }])))
    expect(rare.filter((sign) => !signs.has(sign))).toEqual([])
    // A Thai letter is in no Chinese font: the test can tell.
    expect(signs.has('\u0e01')).toBe(false)
  })

  test('the code stands beside its picture, in groups for whoever types it', () => {
    const head = JSON.stringify(framed(frame, []).definition.header)
    expect(head).toContain('"ABCD-EFGH-JKMN-PQRS"')
    expect(head).toContain(`"qr":"${frame.verifyUrl}"`)
  })

  test('two pages with a chart are small and quick, and leave the thread of the calls alone', async () => {
    const marks = [{ tooth: '16', condition: 'caries', surfaces: 'MO', status: 'present' }] as const
    const chart = chartSvg({ age: 30, notation: 'fdi', marks, size: 'full', width: 480, font: 'Noto' })
    const source = framed(frame, [{ svg: chart.svg }, { text: '牙面近中𬌗面继发龋。'.repeat(160) }])
    await renderPdf(source)
    let [longest, before] = [0, performance.now()]
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - before)
      before = performance.now()
    }, 5)
    const start = performance.now()
    const pdf = await renderPdf(source)
    const took = performance.now() - start
    clearInterval(beat)
    expect(pagesOf(pdf)).toBe(2)
    expect(pdf.length).toBeLessThan(300_000)
    expect(took).toBeLessThan(2_000)
    expect(longest).toBeLessThan(took / 2)
  })

  test.each([
    ['a4', 595.28, 841.89],
    ['a5', 419.53, 595.28],
    ['16k', 552.76, 765.35],
  ] as const)('%s has its size', async (paper, width, height) => {
    const [w = 0, h = 0] = sizeOf(await renderPdf(framed({ ...frame, paper }, [{ text: '正文' }])))
    expect(w).toBeCloseTo(width, 1)
    expect(h).toBeCloseTo(height, 1)
  })

  test('coloured paper is painted on each page', async () => {
    const filled = async (colour: keyof typeof paperColours) =>
      streamsOf(
        await renderPdf(framed({ ...frame, colour }, [{ text: '正文' }, { text: '次页', pageBreak: 'before' }])),
      )
        .join('\n')
        .match(/0\.90\d* 0\.95\d* 0\.89\d* scn?/g)?.length ?? 0
    expect(await filled('green')).toBe(2)
    expect(await filled('white')).toBe(0)
  })

  test('a document that cannot be laid out is refused and the next one comes', async () => {
    await expect(renderPdf(framed(frame, [{ svg: 'no picture' }]))).rejects.toThrow('PDF')
    expect(pagesOf(await renderPdf(framed(frame, [{ text: '正文' }])))).toBe(1)
  })

  test('nothing is fetched and no other file is read', async () => {
    await expect(renderPdf(framed(frame, [{ image: '/etc/hostname' }]))).rejects.toThrow('PDF')
    await expect(renderPdf(framed(frame, [{ image: 'http://127.0.0.1:9/x.png' }]))).rejects.toThrow('PDF')
  })
})
