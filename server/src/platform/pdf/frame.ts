import type { Content, TableCell } from 'pdfmake'
import type { PdfSource } from './pdf.ts'

/** Papers in points; 16K is the Chinese one of 195 × 270 mm. */
const MM = 72 / 25.4
const papers = {
  a4: [210 * MM, 297 * MM],
  a5: [148 * MM, 210 * MM],
  '16k': [195 * MM, 270 * MM],
} as const satisfies Record<string, readonly [number, number]>
export type Paper = keyof typeof papers

/** Colours of paper, pale enough for black words. */
export const paperColours = { white: undefined, green: '#e6f4e4', yellow: '#fdf6d3' } as const

/** What every document of a clinic has around its body. */
export interface PaperFrame {
  paper: Paper
  /** The clinic's mark as a data URL. */
  logo?: string | null
  colour?: keyof typeof paperColours
  clinicName: string
  clinicAddress: string
  clinicPhone: string
  /** Name of the document: 门诊病历. */
  title: string
  number: string
  /** Under the number: kind, state. */
  mark?: string
  /** Words of the patient line, each kept together. */
  patient: readonly string[]
  /** Where its state can be asked, drawn as a QR code. */
  verifyUrl: string
  /** `picture`: of the signature by hand, a data URL; it stands above the name. */
  signatures: readonly { label: string; content: string; picture?: string | undefined }[]
  /** The last piece of the body goes along with the signatures where it stays whole, so that they stand alone on no page. */
  keepsLast?: boolean
  /** Small print at the foot of each page. */
  foot: string
}

/** Side of the QR code in points: two for each of its modules, 20 mm. */
const QR = 58

/** Height of the picture of a signature in points, 9 mm. */
const SIGNATURE = 26

/** Side of the clinic's mark in points, 11 mm. */
const LOGO = 32

const ink = '#1d2926'
const grey = '#4d5c57'
export const FONT = 'Noto'

/** Side margin and width of the body in points. */
export function bodyOfPaper(paper: Paper): { side: number; width: number } {
  const side = paper === 'a5' ? 26 : 40
  return { side, width: papers[paper][0] - 2 * side }
}

/** A tooth cross: four cells around two lines; the patient's right is at the left. */
export function crossOf(parts: {
  upperRight: string
  upperLeft: string
  lowerRight: string
  lowerLeft: string
}): Content {
  const cell = (text: string, alignment: 'left' | 'right'): TableCell => ({ text: text || ' ', alignment, fontSize: 8 })
  return {
    layout: 'cross',
    table: {
      widths: ['auto', 'auto'],
      body: [
        [cell(parts.upperRight, 'right'), cell(parts.upperLeft, 'left')],
        [cell(parts.lowerRight, 'right'), cell(parts.lowerLeft, 'left')],
      ],
    },
  }
}

/** The code at the end of an address, in groups of four for whoever types it. */
const codeOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1).replace(/(.{4})(?=.)/g, '$1-')

function headOf(frame: PaperFrame, side: number, width: number): Content {
  const small = frame.paper === 'a5'
  const mark = small ? 24 : LOGO
  return {
    margin: [side, small ? 16 : 22, side, 0],
    stack: [
      {
        columns: [
          ...(frame.logo
            ? [{ width: mark + 6, image: frame.logo, fit: [mark, mark], margin: [0, 1, 6, 0] } satisfies Content]
            : []),
          {
            width: '*',
            stack: [
              { text: frame.clinicName, bold: true, fontSize: small ? 10 : 12 },
              { text: frame.clinicAddress, fontSize: small ? 6.5 : 7.5, color: grey },
              { text: frame.clinicPhone, fontSize: small ? 6.5 : 7.5, color: grey },
            ],
          },
          {
            width: 'auto',
            text: frame.title,
            bold: true,
            fontSize: small ? 14 : 18,
            noWrap: true,
            margin: small ? [4, 6, 4, 0] : [8, 6, 8, 0],
          },
          {
            width: small ? 84 : '*',
            alignment: 'right',
            margin: [0, small ? 6 : 4, 6, 0],
            stack: [
              { text: frame.number, fontSize: small ? 7.5 : 8 },
              ...(frame.mark ? [{ text: frame.mark, bold: true, fontSize: small ? 7.5 : 8.5 }] : []),
              { text: small ? '扫码或输入编码核验' : '扫码核验，或输入编码', fontSize: small ? 6.5 : 7, color: grey },
              { text: codeOf(frame.verifyUrl), fontSize: small ? 6.5 : 7, color: grey, noWrap: true },
            ],
          },
          { width: QR, qr: frame.verifyUrl, fit: QR, eccLevel: 'L', alignment: 'right' },
        ],
      },
      { canvas: [{ type: 'line', x1: 0, y1: 3, x2: width, y2: 3, lineWidth: 0.8, lineColor: ink }] },
      {
        text: patientPieces(frame.patient),
        margin: [0, 4, 0, 0],
        fontSize: 9,
      },
      { canvas: [{ type: 'line', x1: 0, y1: 3, x2: width, y2: 3, lineWidth: 0.4, lineColor: grey }] },
    ],
  }
}

/** Signature places, two beside each other and three on a wide paper. */
function signaturePlaces({ signatures, paper }: PaperFrame, width: number): Content[] {
  const abreast = paper === 'a5' ? 2 : 3
  const gap = 16
  const each = (width - gap * (abreast - 1)) / abreast
  const rows = Array.from({ length: Math.ceil(signatures.length / abreast) }, (_, row) =>
    signatures.slice(row * abreast, (row + 1) * abreast),
  )
  return rows.flatMap((row, index): Content[] => {
    const above = index === 0 ? 16 : 8
    // Pictures have a row of their own: the names stand on one line, whoever of them has a picture.
    const hasPictures = row.some(({ picture }) => picture)
    const pictures: Content = {
      margin: [0, above - 8, 0, 0],
      columnGap: gap,
      columns: row.map(({ picture }) => ({
        width: each,
        stack: picture ? [{ image: picture, fit: [each - 40, SIGNATURE], margin: [40, 0, 0, 0] }] : [],
      })),
    }
    const names: Content = {
      margin: [0, hasPictures ? 1 : above, 0, 0],
      columnGap: gap,
      columns: row.map(({ label, content }) => ({
        width: each,
        stack: [
          { text: [{ text: `${label}：`, color: grey }, content || ' '], fontSize: 9 },
          { canvas: [{ type: 'line', x1: 0, y1: 2, x2: each, y2: 2, lineWidth: 0.4, lineColor: grey }] },
        ],
      })),
    }
    return hasPictures ? [pictures, names] : [names]
  })
}

/** Width in points of words in the patient line: full-width signs 9, others about 5. */
const widthOf = (words: string): number => [...words].reduce((sum, each) => sum + (each > '\u2000' ? 9 : 5), 0)
/** Words up to this long stay in one row: a long diagnosis goes on in the next. */
const TOGETHER = 24
const GAP = '   '

const patientPieces = (parts: PaperFrame['patient']): Content =>
  parts.flatMap((words) => [{ text: words, noWrap: words.length <= TOGETHER }, { text: GAP }])

/** How many rows the words of a patient take, each kept together. */
function rowsOf(parts: PaperFrame['patient'], width: number): number {
  let [rows, used] = [1, 0]
  for (const words of parts) {
    const room = widthOf(words)
    if (used + room > width && used > 0 && words.length <= TOGETHER) [rows, used] = [rows + 1, 0]
    used += room
    while (used > width) [rows, used] = [rows + 1, used - width]
    used += widthOf(GAP)
  }
  return rows
}

/** Puts a body into the clinic's page: letterhead, number, QR code and patient line on every page, signatures at the end. */
export function framed(frame: PaperFrame, body: readonly Content[]): PdfSource {
  const { side, width } = bodyOfPaper(frame.paper)
  const small = frame.paper === 'a5'
  // A long patient line takes a second and third row of the head.
  const rows = rowsOf(frame.patient, width - 10)
  const [w, h] = papers[frame.paper]
  const background = paperColours[frame.colour ?? 'white']
  const last = body.at(-1)
  const isWhole = typeof last === 'object' && 'unbreakable' in last && last.unbreakable === true
  const along = body.length - (frame.keepsLast && isWhole ? 1 : 0)
  return {
    ...(background ? { background } : {}),
    foot: { words: frame.foot, side },
    definition: {
      pageSize: { width: w, height: h },
      pageMargins: [side, (small ? 94 : 100) + rows * 13, side, 40],
      info: {
        title: `${frame.title} ${frame.number}`,
        author: frame.clinicName,
        creator: 'Dentin',
        producer: 'Dentin',
      },
      defaultStyle: { font: FONT, fontSize: small ? 9 : 10, color: ink, lineHeight: 1.15 },
      header: headOf(frame, side, width),
      content: [
        ...body.slice(0, along),
        { unbreakable: true, stack: [...body.slice(along), ...signaturePlaces(frame, width)] },
      ],
    },
  }
}
